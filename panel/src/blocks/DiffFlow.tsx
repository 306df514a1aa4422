// The blocks of a difference, drawn as readers see them. Unchanged stretches are folded.

import { UnstyledButton } from '@mantine/core'
import { type BlockDiff, isUnchanged } from 'galley-blocks/diff.ts'
import { diffToHtml } from 'galley-blocks/html/diff.ts'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { headingShiftOf } from 'galley-blocks/text.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { counted } from '../counted.ts'
import { ContentHtml } from './ContentHtml.tsx'
import { useDrawing } from './drawing.ts'
import { HeldPictures } from './HeldPictures.tsx'

type Props = {
  blocks: BlockDiff[]
  /** A block with what belongs to it. */
  around?: (one: BlockDiff, view: ReactNode) => ReactNode
  /** It is never folded. */
  isKept?: (one: BlockDiff) => boolean
  /** The block of this id is not folded, either. */
  target?: string | undefined
}

/** So many unchanged blocks stay visible beside a change, and fewer than these are not folded. */
const CONTEXT = 1
const FEWEST = 3

export function DiffFlow({ blocks, around = (_, view) => view, isKept, target }: Props) {
  const states = useMemo(() => blocks.flatMap(statesOf), [blocks])
  const drawing = useDrawing(states)
  const html = useMemo(() => {
    const headingShift = headingShiftOf(walkBlocks(states))
    return diffToHtml(blocks, { ...drawing, headingShift })
  }, [blocks, states, drawing])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const folds = useMemo(() => foldsIn(blocks, isKept), [blocks, isKept])
  const views: ReactNode[] = []
  for (let at = 0; at < blocks.length; at++) {
    const end = folds.get(at)
    const isTarget = target !== undefined && blocks.slice(at, end).some((one) => idsIn(one).includes(target))
    if (end !== undefined && !opened.has(at) && !isTarget) {
      const open = () => setOpened(new Set([...opened, at]))
      views.push(<Fold key={`fold ${at}`} count={end - at} onOpen={open} />)
      at = end - 1
      continue
    }
    const one = blocks[at]!
    views.push(
      <div key={`${one.op} ${one.block.id}`} className="diff-row" data-list={listOf(one.block)}>
        {around(one, <ContentHtml html={html[at]!} />)}
      </div>,
    )
  }
  return (
    <div className="diff-flow">
      <HeldPictures blocks={states} />
      {views}
    </div>
  )
}

const Fold = ({ count, onOpen }: { count: number; onOpen: () => void }) => (
  <UnstyledButton className="diff-fold" onClick={onOpen}>
    {counted(count, 'block')} unchanged
  </UnstyledButton>
)

/** Both states, for what has to be loaded to draw them. */
const statesOf = ({ block, before }: BlockDiff): Block[] => (before && before !== block ? [before, block] : [block])

const idsIn = ({ block, children }: BlockDiff): string[] => [block.id, ...children.flatMap(idsIn)]

/** Neighbouring items are one list. */
const listOf = ({ type }: Block): string | undefined =>
  ({ bulletListItem: 'ul', numberedListItem: 'ol', checkListItem: 'checks' })[type]

/** The first position and the end of each stretch that is folded. Without any change nothing is. */
function foldsIn(blocks: BlockDiff[], isKept: Props['isKept']): Map<number, number> {
  const folds = new Map<number, number>()
  const isQuiet = (one: BlockDiff | undefined) => one !== undefined && isUnchanged(one) && !isKept?.(one)
  if (blocks.every(isQuiet)) return folds
  for (let from = 0; from < blocks.length; from++) {
    let to = from
    while (isQuiet(blocks[to])) to++
    const [first, last] = [from === 0 ? 0 : from + CONTEXT, to === blocks.length ? to : to - CONTEXT]
    if (last - first >= FEWEST) folds.set(first, last)
    from = to
  }
  return folds
}
