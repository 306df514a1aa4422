// One group: its name and members. Members that another source put here are shown with it and stay.

import { Badge, Button, CloseButton, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { GroupDetail } from 'galley-client/schema.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { PersonSelect } from '../../people/PersonSelect.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'

const Confirm = lazily(() => import('../../ui/Confirm.tsx'), 'Confirm')

const refresh = () => queryClient.invalidateQueries({ queryKey: keys.groups() })
/** More are counted, not listed. */
const MOST_SHOWN = 200

export function GroupDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const path = { group_id: id }
  const group = useQuery({
    queryKey: keys.groups(id),
    queryFn: () => call('GET /api/admin/groups/{group_id}', { path }),
  })
  const [name, setName] = useState<string>()
  const [deleting, setDeleting] = useState(false)
  const change = useMutation({
    mutationFn: (body: { name?: string; add?: number[]; remove?: number[] }) =>
      call('PATCH /api/admin/groups/{group_id}', { path, body }),
    onSuccess: (changed) => {
      queryClient.setQueryData(keys.groups(id), changed)
      setName(undefined)
      void refresh()
    },
  })
  const remove = async () => {
    await call('DELETE /api/admin/groups/{group_id}', { path })
    onClose()
    await refresh()
  }
  const shown = name ?? group.data?.name ?? ''
  const isRenamed = name !== undefined && name.trim() !== '' && name.trim() !== group.data?.name
  return (
    <Dialog title={group.data?.name ?? 'Group'} onClose={onClose}>
      <ErrorNote error={group.error ?? change.error} />
      {group.isPending && <Skeleton h={160} />}
      {group.data && (
        <>
          <Group align="end" gap="sm">
            <TextInput
              label="Name"
              flex={1}
              maxLength={120}
              value={shown}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button
              variant="default"
              disabled={!isRenamed}
              loading={change.isPending && isRenamed}
              onClick={() => change.mutate({ name: shown.trim() })}
            >
              Rename
            </Button>
          </Group>
          <PersonSelect
            label="Add someone"
            value={null}
            onChange={(person) => person !== null && change.mutate({ add: [person] })}
          />
          <Members group={group.data} onRemove={(person) => change.mutate({ remove: [person] })} />
          <Group justify="space-between">
            <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
              Delete group
            </Button>
            <Button onClick={onClose}>Done</Button>
          </Group>
          {deleting && (
            <Confirm
              title={`Delete “${group.data.name}”?`}
              action="Delete group"
              onClose={() => setDeleting(false)}
              onConfirm={remove}
            >
              What its members may read only through this group closes to them at once. Their accounts stay.
            </Confirm>
          )}
        </>
      )}
    </Dialog>
  )
}

function Members({ group, onRemove }: { group: GroupDetail; onRemove: (id: number) => void }) {
  const { members } = group
  if (members.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        No members yet.
      </Text>
    )
  return (
    <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Members">
      {members.slice(0, MOST_SHOWN).map(({ id, display_name, email, sources }) => {
        const others = sources.filter((source) => source !== 'hand')
        return (
          <Group key={id} component="li" gap="xs" wrap="nowrap">
            <Text fz="sm" flex={1} style={{ overflowWrap: 'anywhere' }}>
              {display_name ? `${display_name} · ${email}` : email}
            </Text>
            {others.map((source) => (
              <Badge key={source} variant="light" tt="none">
                {source.replace('oidc:', 'from ')}
              </Badge>
            ))}
            {sources.includes('hand') && <CloseButton aria-label={`Remove ${email}`} onClick={() => onRemove(id)} />}
          </Group>
        )
      })}
      {members.length > MOST_SHOWN && (
        <Text component="li" fz="sm" c="dimmed">
          and {members.length - MOST_SHOWN} more
        </Text>
      )}
    </Stack>
  )
}
