// Renders one block without the editor. Never sets HTML.

import { Checkbox } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import type { ReactNode } from 'react'
import classes from './blocks.module.css'
import { DiagramView } from './DiagramView.tsx'
import { InlineView, withKeys } from './InlineView.tsx'
import { PictureView } from './PictureView.tsx'
import { inlineOf, tableRows, textOf } from './text.ts'

type Props = { block: Block; number?: number; children?: ReactNode }

/** A block's own content; `children` replaces its text with a comparison's marks. */
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
        <>
          {block.type === 'mermaid' && !children && <DiagramView source={textOf(block)} />}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
          <pre className={classes.code} tabIndex={0}>
            {children || textOf(block)}
          </pre>
        </>
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
      return <PictureView url={String(props.url ?? '')} caption={String(props.caption || props.name || '')} />
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
