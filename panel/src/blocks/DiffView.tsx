// Compares two versions of a document: their blocks, title, summary and settings.

import { Text } from '@mantine/core'
import { IconEqual } from '@tabler/icons-react'
import { changesIn, diff } from 'galley-blocks/diff.ts'
import { diffText } from 'galley-blocks/diff-words.ts'
import type { Block } from 'galley-blocks/model.ts'
import { useMemo } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DiffFlow } from './DiffFlow.tsx'
import { Words } from './Words.tsx'

/** `settings` by name; changed ones are shown like title and summary. */
export type DiffSide = { title: string; summary?: string | null; blocks: Block[]; settings?: Record<string, string> }

export function DiffView({ before, after }: { before: DiffSide; after: DiffSide }) {
  const blocks = useMemo(() => diff(before.blocks, after.blocks), [before.blocks, after.blocks])
  const heads = headsOf(before, after)
  const changes = changesIn(blocks)
  if (changes.length + heads.length === 0) {
    return (
      <EmptyState icon={IconEqual} title="No differences">
        Both versions read the same.
      </EmptyState>
    )
  }
  const counts = (['added', 'removed', 'changed', 'moved'] as const).flatMap((op) => {
    const count = changes.filter((change) => change.op === op).length
    return count > 0 ? `${count} ${op}` : []
  })
  return (
    <>
      {counts.length > 0 && (
        <Text fz="sm" c="dimmed" mb="sm">
          {counts.join(', ')}
        </Text>
      )}
      {heads.map(({ label, before, after }) => (
        <div key={label} className="diff diff-head" data-op="changed">
          <Text fz="xs" c="dimmed">
            {label}
          </Text>
          <Words pieces={diffText(before, after)} />
        </div>
      ))}
      <DiffFlow blocks={blocks} />
    </>
  )
}

/** The changed blocks of a comparison alone. */
export function ChangedBlocks({ before, after }: { before: Block[]; after: Block[] }) {
  const blocks = useMemo(() => changesIn(diff(before, after)).map((one) => ({ ...one, children: [] })), [before, after])
  return <DiffFlow blocks={blocks} />
}

function headsOf(before: DiffSide, after: DiffSide) {
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
