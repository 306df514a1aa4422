// Redirects: search, filters, create, edit, delete one or many.

import { Button, CloseButton, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowForwardUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { RedirectOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { SelectAll } from '../../ui/SelectAll.tsx'
import type { SelectedRows } from '../../ui/selectColumn.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import { RedirectTable } from './RedirectTable.tsx'
import { collectRedirects, MOST, type RedirectSearch, useLinks, useRedirects } from './redirectQueries.ts'

const DeleteRedirects = lazily(() => import('./DeleteRedirects.tsx'), 'DeleteRedirects')
const RedirectDialog = lazily(() => import('./RedirectDialog.tsx'), 'RedirectDialog')

const NOTHING: SelectedRows<RedirectOut> = new Map()

const ORIGINS = [
  { value: '', label: 'Created by anyone' },
  { value: 'hand', label: 'Created by hand' },
  { value: 'import', label: 'Created by an import' },
]
const USES = [
  { value: '', label: 'Used or not' },
  ...[30, 90, 365].map((days) => ({ value: String(days), label: `Not used for ${days} days` })),
]

export function Redirects() {
  const [q, setQ] = useState('')
  const [words] = useDebouncedValue(q.trim(), 250)
  const [narrowed, narrow] = useState<Omit<RedirectSearch, 'q'>>({})
  const [selected, select] = useState(NOTHING)
  const [editing, setEditing] = useState<RedirectOut | 'new'>()
  const [deleting, setDeleting] = useState<RedirectOut[]>()
  const filter = { q: words, ...narrowed }
  const redirects = useRedirects(filter)
  const links = useLinks(filter)
  const isNarrowed = words !== '' || Object.values(narrowed).some((value) => value !== undefined)
  const narrowBy = (change: Omit<RedirectSearch, 'q'>) => {
    select(NOTHING)
    narrow({ ...narrowed, ...change })
  }
  const rows = redirects.data ?? []
  return (
    <SettingsSection
      title="Redirects"
      hint="Old addresses that redirect to pages of this site. A page at the old address takes precedence. Pages that get another slug keep their former addresses without a redirect here."
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
          New redirect
        </Button>
      }
    >
      <Group gap="sm" mb="sm">
        <SearchBox label="Search redirects" value={q} onChange={setQ} flex="1 1 220px" />
        <NativeSelect
          aria-label="Created by"
          data={ORIGINS}
          value={narrowed.origin ?? ''}
          onChange={({ currentTarget: { value } }) =>
            narrowBy({ origin: (value || undefined) as RedirectSearch['origin'] })
          }
        />
        <NativeSelect
          aria-label="Use"
          data={USES}
          value={String(narrowed.unused_days ?? '')}
          onChange={({ currentTarget: { value } }) =>
            narrowBy({ unused_days: value === '' ? undefined : Number(value) })
          }
        />
      </Group>
      {selected.size > 0 && (
        <Group gap={6} mb="sm" role="group" aria-label="Selected redirects">
          <Text fz="sm" c="dimmed" className="tabular" aria-live="polite">
            {selected.size.toLocaleString('en')} selected
          </Text>
          <CloseButton size="sm" aria-label="Clear selection" onClick={() => select(NOTHING)} mr={4} />
          {rows.length === MOST && selected.size <= MOST && (
            <SelectAll what="redirects" collect={(onStep) => collectRedirects(filter, onStep)} onSelect={select} />
          )}
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => setDeleting([...selected.values()])}
          >
            Delete
          </Button>
        </Group>
      )}
      <ErrorNote error={redirects.error} onRetry={() => void redirects.refetch()} />
      {redirects.isPending && <Skeleton h={100} />}
      {redirects.data?.length === 0 && (
        <EmptyState icon={IconArrowForwardUp} title={isNarrowed ? 'No matches' : 'No redirects'}>
          {isNarrowed
            ? 'Other redirects do not match the search and the filters.'
            : 'Importing a folder with --redirects adds one for every page.'}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <RedirectTable
          rows={rows}
          links={links.data}
          selected={selected}
          onSelect={select}
          onEdit={setEditing}
          onDelete={(redirect) => setDeleting([redirect])}
        />
      )}
      {rows.length === MOST && (
        <Text fz="sm" c="dimmed" mt="sm">
          Showing the first {MOST}. Search or filter to find others.
        </Text>
      )}
      {editing && (
        <RedirectDialog redirect={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
      {deleting && (
        <DeleteRedirects
          redirects={deleting}
          links={links.data ?? []}
          onDone={() => select(NOTHING)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </SettingsSection>
  )
}
