// One's sessions, with buttons to end one or all.

import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { SessionOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { signOut } from '../../session/session.ts'
import { Ago } from '../../ui/Ago.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { SettingsSection } from '../SettingsSection.tsx'

const Confirm = lazily(() => import('../../ui/Confirm.tsx'), 'Confirm')
const KEY = ['sessions']

export function Sessions() {
  const sessions = useQuery({ queryKey: KEY, queryFn: () => call('GET /auth/sessions') })
  const [leaving, setLeaving] = useState(false)
  const end = useMutation({
    mutationFn: (id: number) => call('DELETE /auth/sessions/{session_id}', { path: { session_id: id } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: KEY }),
  })
  // This session ends too, so sign out before another request gets a 401.
  const endAll = async () => {
    await call('POST /auth/logout-all', { body: {} })
    await signOut()
  }
  const columns: Column<SessionOut>[] = [
    {
      key: 'Device',
      cell: ({ device, current }) => (
        <Group gap="xs">
          <Text fz="sm" fw={550}>
            {device || 'Unknown'}
          </Text>
          {current && <Badge variant="light">Current</Badge>}
        </Group>
      ),
    },
    { key: 'Address', from: 'sm', cell: ({ address }) => address || '—' },
    { key: 'Signed in', from: 'sm', cell: ({ created_at }) => <Ago at={created_at} /> },
    { key: 'Last used', cell: ({ last_used_at }) => <Ago at={last_used_at} never="not yet" /> },
    {
      key: 'Actions',
      unseen: true,
      cell: ({ id, current, device }) =>
        !current && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Sign out ${device || 'this session'}`}
            onClick={() => end.mutate(id)}
          >
            Sign out
          </Button>
        ),
    },
  ]
  return (
    <SettingsSection
      title="Sessions"
      hint="Where you are signed in. If you don't recognise a session, sign it out and change your password."
      action={
        <Button variant="default" onClick={() => setLeaving(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <ErrorNote error={sessions.error ?? end.error} onRetry={() => void sessions.refetch()} />
      {sessions.isPending && <Skeleton h={100} />}
      {sessions.data && <DataTable columns={columns} rows={sessions.data} keyOf={({ id }) => id} minWidth={480} />}
      {leaving && (
        <Confirm
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onClose={() => setLeaving(false)}
          onConfirm={endAll}
        >
          All your sessions end, including this one. API tokens stay valid.
        </Confirm>
      )}
    </SettingsSection>
  )
}
