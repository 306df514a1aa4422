// A text under review: blocks with their sources, changes as insertions and deletions, and edits below their blocks.

import { Text, Title } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import type { Provenance } from 'galley-client/open.ts'
import { type ReactNode, useMemo } from 'react'
import classes from '../blocks/blocks.module.css'
import { ChangedBlock, Words } from '../blocks/DiffBlock.tsx'
import { type BlockChange, diffBlocks } from '../blocks/diff.ts'
import { flatten, numbersOf, textOf } from '../blocks/text.ts'
import { diffWords } from '../blocks/words.ts'
import { at } from './leads.ts'
import { Traced } from './Traced.tsx'

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
  const changes = useMemo(
    (): BlockChange[] =>
      standing
        ? diffBlocks(standing.blocks, text.blocks)
        : flatten(text.blocks).map((flat) => ({ kind: 'same', flat })),
    [standing, text.blocks],
  )
  const numbers = numbersOf(changes.map(({ flat }) => flat))
  const edited = useMemo(() => editsByBlock(edits, changes), [edits, changes])
  const summary = text.summary ?? ''
  const before = standing && { title: standing.title, summary: standing.summary ?? '' }
  return (
    <article className={classes.flow}>
      <Title order={2} fz={26} mb={4} px={10}>
        <Marked before={before?.title} after={text.title} />
      </Title>
      {(summary || before?.summary) && (
        <Text c="dimmed" mb="md" px={10}>
          <Text span inherit fw={600}>
            Summary:
          </Text>{' '}
          <Marked before={before?.summary} after={summary} />
        </Text>
      )}
      {edited.get(null)?.map(renderEdit)}
      {changes.map((change) => {
        const { block } = change.flat
        const entry = change.kind === 'removed' ? undefined : provenance[block.id]
        const view = <ChangedBlock change={change} numbers={numbers} />
        return (
          <div key={`${change.kind} ${block.id}`}>
            <div {...at('block', block.id)} className={classes.place}>
              {entry ? (
                <Traced entry={entry} slugs={slugs} label={textOf(block)}>
                  {view}
                </Traced>
              ) : (
                view
              )}
            </div>
            {edited.get(block.id)?.map(renderEdit)}
          </div>
        )
      })}
    </article>
  )
}

const Marked = ({ before, after }: { before: string | undefined; after: string }) =>
  before === undefined || before === after ? after : <Words pieces={diffWords(before, after)} />

/** An edit of a missing block goes below the block it would follow; null is the beginning. */
function editsByBlock<Change extends PlacedChange>(
  edits: Change[],
  changes: BlockChange[],
): Map<string | null, Change[]> {
  const shown = new Set(changes.map(({ flat }) => flat.block.id))
  return Map.groupBy(edits, ({ block_id, follows = null }) =>
    shown.has(block_id) ? block_id : follows !== null && shown.has(follows) ? follows : null,
  )
}
