// Compares two versions of a document: added in green, removed in red, changed words marked. Long unchanged runs are folded.

import { Group, Text, UnstyledButton } from '@mantine/core'
import { IconEqual } from '@tabler/icons-react'
import type { Block } from 'galley-blocks/model.ts'
import { useMemo, useState } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'
import classes from './blocks.module.css'
import { ChangedBlock, ChangedHead, type HeadChange, type Numbers } from './DiffBlock.tsx'
import { type BlockChange, countChanges, diffBlocks } from './diff.ts'
import { numbersOf } from './text.ts'

/** `settings` by name; changed ones are shown like title and summary. */
export type DiffSide = { title: string; summary?: string | null; blocks: Block[]; settings?: Record<string, string> }
const CONTEXT = 2

export function DiffView({ before, after }: { before: DiffSide; after: DiffSide }) {
  const changes = useMemo(() => diffBlocks(before.blocks, after.blocks), [before.blocks, after.blocks])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const counts = countChanges(changes)
  const heads = headsOf(before, after)
  if (counts.added + counts.removed + counts.changed === 0 && heads.length === 0) {
    return (
      <EmptyState icon={IconEqual} title="No differences">
        Both versions read the same.
      </EmptyState>
    )
  }
  const numbers = numbersOf(changes.map(({ flat }) => flat))
  return (
    <div>
      <Group gap="md" mb="sm">
        <Text fz="sm" c="dimmed">
          {counts.added} added, {counts.removed} removed, {counts.changed} changed
        </Text>
      </Group>
      <div className={classes.flow}>
        {heads.map((head) => (
          <ChangedHead key={head.label} {...head} />
        ))}
        {runsOf(changes).map(({ at, run }) =>
          run[0]!.kind === 'same' && run.length > CONTEXT * 2 + 1 && !opened.has(at) ? (
            <Folded
              key={at}
              run={run}
              numbers={numbers}
              onOpen={() => setOpened(new Set([...opened, at]))}
              first={at === 0}
            />
          ) : (
            run.map((change) => <ChangedBlock key={keyOf(change)} change={change} numbers={numbers} />)
          ),
        )}
      </div>
    </div>
  )
}

const keyOf = (change: BlockChange) => `${change.kind}-${change.flat.block.id}`

/** Groups neighbours of the same kind, so that long unchanged runs can be folded. */
function runsOf(changes: BlockChange[]): { at: number; run: BlockChange[] }[] {
  const runs: { at: number; run: BlockChange[] }[] = []
  changes.forEach((change, at) => {
    const last = runs.at(-1)
    if (last && (last.run[0]!.kind === 'same') === (change.kind === 'same')) last.run.push(change)
    else runs.push({ at, run: [change] })
  })
  return runs
}

function Folded({
  run,
  numbers,
  onOpen,
  first,
}: {
  run: BlockChange[]
  numbers: Numbers
  onOpen: () => void
  first: boolean
}) {
  const head = first ? [] : run.slice(0, CONTEXT)
  const tail = run.slice(-CONTEXT)
  const hidden = run.length - head.length - tail.length
  return (
    <>
      {head.map((change) => (
        <ChangedBlock key={keyOf(change)} change={change} numbers={numbers} />
      ))}
      <UnstyledButton className={classes.fold} onClick={onOpen}>
        Show {hidden} unchanged blocks
      </UnstyledButton>
      {tail.map((change) => (
        <ChangedBlock key={keyOf(change)} change={change} numbers={numbers} />
      ))}
    </>
  )
}

function headsOf(before: DiffSide, after: DiffSide): HeadChange[] {
  const heads = [
    { label: 'Title', before: before.title, after: after.title },
    { label: 'Summary', before: before.summary ?? '', after: after.summary ?? '' },
    ...Object.entries(after.settings ?? {}).map(([label, value]) => ({
      label,
      before: before.settings?.[label] ?? '',
      after: value,
    })),
  ]
  return heads.filter((head) => head.before !== head.after)
}
