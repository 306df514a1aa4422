// Blocks on the review page whose sources have changed, are gone, or that are due for a check.

import { Checkbox, Group, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../review/Section.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Passage, WaysOut } from './Passage.tsx'
import { type PassageReason, type PassageWay, STALE_PAGE, type Stale, useResolve, useStale } from './queries.ts'

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'changed', label: 'Changed' },
  { value: 'deleted', label: 'Deleted' },
  { value: 'age', label: 'Due' },
]
/** Blocks that are only due have no source to identify them. */
const nameOf = ({ key, document, block_id }: Stale) => (key === null ? `${document.id} ${block_id}` : String(key))

export function Passages() {
  const [page, setPage] = useState(1)
  const [reason, setReason] = useState<PassageReason>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const stale = useStale(page, reason)
  const resolve = useResolve(() => setChosen(new Set()))
  const items = stale.data?.items ?? []
  // Ignores selections on other pages: nobody decides about rows that they don't see.
  const selected = items.filter((item) => chosen.has(nameOf(item)))
  const choose = (item: Stale, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(nameOf(item))
    else next.delete(nameOf(item))
    setChosen(next)
  }
  const filter = (value: string) => {
    setReason(value === '' ? undefined : (value as PassageReason))
    setPage(1)
    setChosen(new Set())
  }
  const run = (way: PassageWay, some: Stale[]) => resolve.mutate({ way, items: some })
  return (
    <Section
      title="Passages"
      query={stale}
      rows={stale.data?.items}
      count={stale.data?.total}
      empty="Every passage is up to date. When a source changes, the passages that quote it appear here."
      head={
        (items.length > 0 || reason) && (
          <Group gap="md" mb="md">
            <SegmentedControl size="xs" aria-label="Reason" data={FILTERS} value={reason ?? ''} onChange={filter} />
            {items.length > 0 && (
              <Checkbox
                label="Select all on this page"
                checked={selected.length === items.length}
                indeterminate={selected.length > 0 && selected.length < items.length}
                onChange={(event) => setChosen(new Set(event.currentTarget.checked ? items.map(nameOf) : []))}
              />
            )}
            {selected.length > 0 && (
              <WaysOut items={selected} isBusy={resolve.isPending} onRun={run} label="selected" />
            )}
          </Group>
        )
      }
      foot={stale.data && <Pager page={page} isFull={items.length === STALE_PAGE} onPage={setPage} />}
    >
      {(item) => (
        <Passage
          key={nameOf(item)}
          item={item}
          isChosen={chosen.has(nameOf(item))}
          isBusy={resolve.isPending}
          onChoose={(isChosen) => choose(item, isChosen)}
          onRun={run}
        />
      )}
    </Section>
  )
}
