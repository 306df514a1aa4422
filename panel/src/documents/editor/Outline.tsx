// The document's headings beside it, as links; the section being read is marked.

import { Text, UnstyledButton } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import { useEffect, useMemo, useState } from 'react'
import { showBlock } from '../../evidence/in-editor.ts'
import classes from './outline.module.css'
import { headingsOf } from './textFacts.ts'

export function Outline({ blocks }: { blocks: Block[] }) {
  const headings = useMemo(() => headingsOf(blocks), [blocks])
  const current = useHeadingInView(blocks)
  return (
    <nav aria-label="Outline" className={classes.outline}>
      {headings.length === 0 && (
        <Text fz="sm" c="dimmed">
          Headings of this document appear here.
        </Text>
      )}
      <ul>
        {headings.map(({ id, text, depth }) => (
          <li key={id} style={{ paddingInlineStart: depth * 14 }}>
            <UnstyledButton
              className={classes.heading}
              aria-current={id === current ? 'location' : undefined}
              onClick={() => showBlock(id)}
            >
              {text || 'Untitled section'}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A heading above this position counts as being read; the page's bars are above. */
const READING_LINE = 160

function headingInView(): string | undefined {
  let found: string | undefined
  for (const heading of document.querySelectorAll('.galley-editor [data-content-type="heading"]')) {
    const { top, height } = heading.getBoundingClientRect()
    // Headings in closed tabs have no height.
    if (height === 0) continue
    if (found !== undefined && top > READING_LINE) break
    found = heading.closest('[data-id]')?.getAttribute('data-id') ?? undefined
  }
  return found
}

/** Tracks scrolling, and changes of the text. */
function useHeadingInView(blocks: Block[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other headings.
  useEffect(() => {
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setCurrent(headingInView()))
    }
    look()
    // Captures scrolling of any element.
    window.addEventListener('scroll', look, { passive: true, capture: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', look, { capture: true })
    }
  }, [blocks])
  return current
}
