// One block as it reads, drawn from its value without the editor. Text is always text: nothing is set as HTML, and a
// link with a scheme other than the allowed ones is drawn as words.

import { Button, Checkbox, Code } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import type { ReactNode } from 'react'
import classes from './blocks.module.css'
import { allowHosts, remoteHostOf, useAllowedHosts } from './remote.ts'
import { type InlineSpan, inlineOf, SAFE_LINK, tableRows, textOf } from './text.ts'

function withKeys<T>(items: T[]): { item: T; key: string }[] {
  return items.map((item, index) => ({ item, key: `p${index}` }))
}

function InlineView({ pieces }: { pieces: InlineSpan[] }) {
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

type Props = { block: Block; number?: number; children?: ReactNode }

/** BlockView draws a block's own content; `children` replaces its text, for the marks of a comparison. */
export function BlockView({ block, number, children }: Props) {
  const props = (block.props ?? {}) as Record<string, unknown>
  const inside = children || <InlineView pieces={inlineOf(block.content)} />
  switch (block.type) {
    case 'heading':
      return (
        <p className={classes.heading} data-level={Number(props.level ?? 1)}>
          {inside}
        </p>
      )
    case 'bulletListItem':
    case 'toggleListItem':
      return <Marked mark="•">{inside}</Marked>
    case 'numberedListItem':
      return <Marked mark={`${number ?? 1}.`}>{inside}</Marked>
    case 'checkListItem':
      return (
        <Marked mark={<Checkbox size="xs" checked={props.checked === true} readOnly tabIndex={-1} aria-label="Done" />}>
          {inside}
        </Marked>
      )
    case 'quote':
      return <blockquote className={classes.quote}>{inside}</blockquote>
    case 'codeBlock':
    case 'math':
    case 'mermaid':
    case 'unknown':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard.
        <pre className={classes.code} tabIndex={0}>
          {children || textOf(block)}
        </pre>
      )
    case 'callout':
    case 'details':
    case 'tab':
      return (
        <p className={classes.paragraph}>
          <strong>{children || textOf(block) || String(props.kind ?? block.type)}</strong>
        </p>
      )
    case 'tabs':
      return null
    case 'divider':
      return <hr className={classes.divider} />
    case 'table':
      return <TableView block={block} />
    case 'image':
      return <ImageView url={String(props.url ?? '')} caption={String(props.caption || props.name || '')} />
    default:
      return (
        <p className={classes.paragraph}>{children || (inlineOf(block.content).length > 0 ? inside : textOf(block))}</p>
      )
  }
}

function Marked({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.item}>
      <span className={classes.mark}>{mark}</span>
      <span>{children}</span>
    </div>
  )
}

function TableView({ block }: { block: Block }) {
  const headerRows = Number((block.content as { headerRows?: number } | null)?.headerRows ?? 0)
  return (
    <div className={classes.tableBox}>
      <table className={classes.table}>
        <tbody>
          {withKeys(tableRows(block.content)).map(({ item: row, key }, index) => (
            <tr key={key}>
              {withKeys(row).map(({ item: cell, key: cellKey }) =>
                index < headerRows ? (
                  <th key={cellKey}>
                    <InlineView pieces={cell} />
                  </th>
                ) : (
                  <td key={cellKey}>
                    <InlineView pieces={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ImageView({ url, caption }: { url: string; caption: string }) {
  const host = remoteHostOf(url)
  const isHeld = !useAllowedHosts().has(host ?? '') && host !== undefined
  if (!/^(https?:|\/(?!\/))/i.test(url)) return <p className={classes.paragraph}>{caption || url}</p>
  if (isHeld)
    return (
      <figure className={classes.figure}>
        <Button variant="default" size="xs" onClick={() => allowHosts([host])}>
          Load pictures from {host}
        </Button>
        {caption && <figcaption>{caption}</figcaption>}
      </figure>
    )
  return (
    <figure className={classes.figure}>
      <img src={url} alt={caption} loading="lazy" />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

/** numbersOf gives an item its number in its run of numbered items. */
export function numbersOf(flats: { block: Block; depth: number }[]): Map<Block, number> {
  const numbers = new Map<Block, number>()
  const counts: number[] = []
  for (const { block, depth } of flats) {
    counts.length = depth + 1
    counts[depth] = block.type === 'numberedListItem' ? (counts[depth] ?? 0) + 1 : 0
    numbers.set(block, counts[depth])
  }
  return numbers
}
