// Needs a look: passages whose sources have changed, are gone or closed, or that are due for a check, and the ways out.

import { Checkbox, Group, Paper, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { Needs } from '../session/Needs.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Page } from '../ui/Page.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Passage, WaysOut } from './Passage.tsx'
import { type PassageReason, type PassageWay, STALE_PAGE, type Stale, useResolve, useStale } from './queries.ts'

export const StalePage = () => (
  <Needs least="editor">
    <NeedsALook />
  </Needs>
)

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'changed', label: 'Changed' },
  { value: 'deleted', label: 'Deleted' },
  { value: 'closed', label: 'Restricted' },
  { value: 'age', label: 'Due' },
]
/** A passage that is due by its age has no source that could name it. */
const nameOf = ({ key, document, block_id }: Stale) => (key === null ? `${document.id} ${block_id}` : String(key))

function NeedsALook() {
  const [page, setPage] = useState(1)
  const [reason, setReason] = useState<PassageReason>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const stale = useStale(page, reason)
  const resolve = useResolve(() => setChosen(new Set()))
  const items = stale.data?.items ?? []
  // What was chosen on another page doesn't count: nobody decides about a passage that they don't see.
  const selected = items.filter((item) => chosen.has(nameOf(item)))
  const choose = (item: Stale, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(nameOf(item))
    else next.delete(nameOf(item))
    setChosen(next)
  }
  const run = (way: PassageWay, some: Stale[]) => resolve.mutate({ way, items: some })
  return (
    <Page
      title="Needs a look"
      hint="Passages whose sources have changed since they were approved, or that are due for a check."
    >
      <ErrorNote error={stale.error} title="Couldn't load the list" onRetry={() => void stale.refetch()} />
      <SegmentedControl
        mb="md"
        aria-label="Reason"
        data={FILTERS}
        value={reason ?? ''}
        onChange={(value) => {
          setReason(value === '' ? undefined : (value as PassageReason))
          setPage(1)
          setChosen(new Set())
        }}
      />
      {!stale.data && !stale.error && <Skeleton h={160} />}
      {stale.data && items.length === 0 && (
        <Paper>
          <EmptyState icon={IconChecks} title="Everything is up to date">
            When a source changes, the passages that quote it appear here.
          </EmptyState>
        </Paper>
      )}
      {items.length > 0 && (
        <Group gap="md" mb="md">
          <Checkbox
            label="Select all on this page"
            checked={selected.length === items.length}
            indeterminate={selected.length > 0 && selected.length < items.length}
            onChange={(event) => setChosen(new Set(event.currentTarget.checked ? items.map(nameOf) : []))}
          />
          {selected.length > 0 && <WaysOut items={selected} isBusy={resolve.isPending} onRun={run} label="selected" />}
        </Group>
      )}
      <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {items.map((item) => (
          <Passage
            key={nameOf(item)}
            item={item}
            isChosen={chosen.has(nameOf(item))}
            isBusy={resolve.isPending}
            onChoose={(isChosen) => choose(item, isChosen)}
            onRun={run}
          />
        ))}
      </Stack>
      {stale.data && <Pager page={page} isFull={items.length === STALE_PAGE} onPage={setPage} />}
    </Page>
  )
}
