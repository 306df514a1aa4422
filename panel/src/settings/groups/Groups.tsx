// Groups of people: create, rename, fill, delete.

import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { GroupOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { counted } from '../../counted.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { SettingsSection } from '../SettingsSection.tsx'

const GroupDialog = lazily(() => import('./GroupDialog.tsx'), 'GroupDialog')
const NewGroup = lazily(() => import('./NewGroup.tsx'), 'NewGroup')

/** The API's largest page; beyond that people search instead of paging. */
const MOST = 200

export function Groups() {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 250)
  const [open, setOpen] = useState<number | 'new'>()
  const groups = useQuery({
    queryKey: keys.groups(q),
    queryFn: () => call('GET /api/admin/groups', { query: { q, limit: MOST } }),
    placeholderData: (before) => before,
  })
  const columns: Column<GroupOut>[] = [
    {
      key: 'Group',
      cell: ({ name }) => (
        <Text fz="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      ),
    },
    { key: 'Members', width: 130, cell: ({ member_count }) => counted(member_count, 'person', 'people') },
    {
      key: 'Actions',
      unseen: true,
      width: 90,
      cell: ({ id, name }) => (
        <Button size="xs" variant="default" aria-label={`Open ${name}`} onClick={() => setOpen(id)}>
          Open
        </Button>
      ),
    },
  ]
  return (
    <SettingsSection
      title="Groups"
      hint="Access lists can name groups. Members are added here, or come from the identity provider."
      action={
        <Group gap="sm">
          <SearchBox label="Search groups" placeholder="Name" flex="1 0 180px" value={text} onChange={setText} />
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
            New group
          </Button>
        </Group>
      }
    >
      <ErrorNote error={groups.error} onRetry={() => void groups.refetch()} />
      {groups.isPending && <Skeleton h={100} />}
      {groups.data?.length === 0 && (
        <EmptyState icon={IconUsersGroup} title={q === '' ? 'No groups' : 'No group found'}>
          {q === '' && 'Add one to give several people access at once.'}
        </EmptyState>
      )}
      {groups.data && groups.data.length > 0 && (
        <DataTable columns={columns} rows={groups.data} keyOf={({ id }) => id} mark="group" />
      )}
      {groups.data?.length === MOST && (
        <Text fz="sm" c="dimmed" mt="sm">
          Showing the first {MOST}. Search to find others.
        </Text>
      )}
      {open === 'new' && <NewGroup onClose={() => setOpen(undefined)} onMade={setOpen} />}
      {typeof open === 'number' && <GroupDialog id={open} onClose={() => setOpen(undefined)} />}
    </SettingsSection>
  )
}
