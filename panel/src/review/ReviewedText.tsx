// A text under review: blocks with their sources, changes as insertions and deletions, and edits below their blocks.

import { Text, Title } from '@mantine/core'
import { type BlockDiff, diff } from 'galley-blocks/diff.ts'
import { diffText } from 'galley-blocks/diff-words.ts'
import type { Block } from 'galley-blocks/model.ts'
import { blockText } from 'galley-blocks/text.ts'
import type { Provenance } from 'galley-client/open.ts'
import { type ReactNode, use, useCallback, useMemo } from 'react'
import { Words } from '../blocks/Words.tsx'
import { lazily } from '../ui/lazily.tsx'
import { at, TargetContext } from './leads.ts'
import classes from './review.module.css'
import { Traced } from './Traced.tsx'

const DiffFlow = lazily(() => import('../blocks/DiffFlow.tsx'), 'DiffFlow')

type ReviewedVersion = { title: string; summary: string | null; blocks: Block[] }
/** Shown below its block, or below the one that it would follow. */
type PlacedChange = { id: string; block_id: string; follows?: string | null }
type Props<Change> = {
  text: ReviewedVersion
  /** The existing text, to mark changes against. */
  standing: ReviewedVersion | undefined
  provenance: Provenance
  slugs: ReadonlyMap<number, string>
  edits: Change[]
  renderEdit: (edit: Change) => ReactNode
}

export function ReviewedText<Change extends PlacedChange>(props: Props<Change>) {
  const { text, standing, provenance, slugs, edits, renderEdit } = props
  const before = standing?.blocks ?? text.blocks
  const blocks = useMemo(() => diff(before, text.blocks), [before, text.blocks])
  const edited = useMemo(() => editsByBlock(edits, blocks), [edits, blocks])
  const isKept = useCallback((one: BlockDiff) => edited.has(one), [edited])
  const target = use(TargetContext)?.replace(/^\w+:/, '')
  const summary = text.summary ?? ''
  return (
    <article>
      <Title order={2} fz={26} mb={4}>
        <Marked before={standing?.title} after={text.title} />
      </Title>
      {(summary || standing?.summary) && (
        <Text c="dimmed" mb="md">
          <Text span inherit fw={600}>
            Summary:
          </Text>{' '}
          <Marked before={standing && (standing.summary ?? '')} after={summary} />
        </Text>
      )}
      {edited.get(null)?.map(renderEdit)}
      <DiffFlow
        blocks={blocks}
        isKept={isKept}
        target={target}
        around={(one, view) => (
          <>
            <div {...at('block', one.block.id)} className={classes.place}>
              <Sourced one={one} provenance={provenance} slugs={slugs}>
                {view}
              </Sourced>
            </div>
            {edited.get(one)?.map(renderEdit)}
          </>
        )}
      />
    </article>
  )
}

type SourcedProps = Pick<Props<never>, 'provenance' | 'slugs'> & { one: BlockDiff; children: ReactNode }

/** A block with the sources of itself and of what is inside; each of these can be led to. */
function Sourced({ one: { op, block, children: nested }, provenance, slugs, children }: SourcedProps) {
  const inside = nested.flatMap(all).map(({ block }) => block)
  const entry = op === 'removed' ? undefined : [block, ...inside].map(({ id }) => provenance[id]).find(Boolean)
  const view = (
    <>
      {inside.map(({ id }) => (
        <span key={id} {...at('block', id)} />
      ))}
      {children}
    </>
  )
  if (!entry) return view
  return (
    <Traced entry={entry} slugs={slugs} label={blockText(block)}>
      {view}
    </Traced>
  )
}

const all = (one: BlockDiff): BlockDiff[] => [one, ...one.children.flatMap(all)]

const Marked = ({ before, after }: { before: string | undefined; after: string }) =>
  before === undefined || before === after ? after : <Words pieces={diffText(before, after)} />

/** An edit of a missing block goes below the block it would follow; null is the beginning. */
function editsByBlock<Change extends PlacedChange>(
  edits: Change[],
  blocks: BlockDiff[],
): Map<BlockDiff | null, Change[]> {
  const shown = new Map<string | null, BlockDiff>()
  for (const one of blocks)
    for (const { op, block } of all(one)) if (op !== 'removed' || !shown.has(block.id)) shown.set(block.id, one)
  return Map.groupBy(edits, ({ block_id, follows = null }) => shown.get(block_id) ?? shown.get(follows) ?? null)
}
