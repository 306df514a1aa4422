// Text with styles and links. A link with a forbidden scheme is shown as text.

import { Code } from '@mantine/core'
import type { ReactNode } from 'react'
import { type InlineSpan, SAFE_LINK } from './text.ts'

/** Pieces of a text have no ids, so their keys are positions. */
export function withKeys<T>(items: T[]): { item: T; key: string }[] {
  return items.map((item, index) => ({ item, key: `p${index}` }))
}

export function InlineView({ pieces }: { pieces: InlineSpan[] }) {
  return withKeys(pieces).map(({ item, key }) => <Piece key={key} piece={item} />)
}

function Piece({ piece: { text, styles, href } }: { piece: InlineSpan }) {
  let node: ReactNode = text
  if (styles.code || styles.math) node = <Code>{node}</Code>
  if (styles.keyboard) node = <kbd>{node}</kbd>
  if (styles.highlight) node = <mark>{node}</mark>
  if (styles.subscript) node = <sub>{node}</sub>
  if (styles.superscript) node = <sup>{node}</sup>
  if (styles.bold) node = <strong>{node}</strong>
  if (styles.italic) node = <em>{node}</em>
  if (styles.underline) node = <u>{node}</u>
  if (styles.strike) node = <s>{node}</s>
  if (href !== undefined && SAFE_LINK.test(href)) {
    node = (
      <a href={href} target="_blank" rel="noreferrer">
        {node}
      </a>
    )
  }
  return node
}
