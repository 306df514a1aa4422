// Headings and word count while typing. Computed when typing pauses; cached per block object.

import { useDebouncedCallback } from '@mantine/hooks'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blockText, contentText } from 'galley-blocks/text.ts'
import { useEffect, useState } from 'react'
import type { DocumentEdit } from '../saving/useDocumentEdit.ts'

const PAUSE_MS = 300

/** The text as of the last pause. */
export function usePausedText(edit: DocumentEdit) {
  const [paused, setPaused] = useState(edit.blocks.current)
  const later = useDebouncedCallback(() => setPaused(edit.blocks.current), PAUSE_MS)
  // A save may have merged someone else's text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the saved version changes then.
  useEffect(() => later(), [edit.stand, later])
  return { paused, later }
}

type HeadingLine = { id: string; text: string; depth: number }

/** Depths are relative to the highest level in the text. */
export function headingsOf(blocks: Block[]): HeadingLine[] {
  const headings = [...walkBlocks(blocks)].filter(({ type }) => type === 'heading')
  const levelOf = ({ props }: Block) => Number(props.level ?? 1)
  const top = Math.min(...headings.map(levelOf))
  return headings.map((block) => ({ id: block.id, text: blockText(block).trim(), depth: levelOf(block) - top }))
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const counts = new WeakMap<Block, number>()

/** Counts visible words: of an image its caption, not its address. */
export function wordsIn(blocks: Block[]): number {
  let sum = 0
  for (const block of walkBlocks(blocks)) {
    let count = counts.get(block)
    if (count === undefined) {
      count = 0
      for (const { isWordLike } of segmenter.segment(readingOf(block))) if (isWordLike) count++
      counts.set(block, count)
    }
    sum += count
  }
  return sum
}

function readingOf(block: Block): string {
  if (block.content !== undefined) return contentText(block.content)
  const { title, label, summary, caption } = block.props as Record<string, string>
  return [title, label, summary, caption].filter(Boolean).join(' ')
}
