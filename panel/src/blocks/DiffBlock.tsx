// One changed block or field of a comparison: changed words are marked, other changes named.

import { Text } from '@mantine/core'
import { BlockView } from './BlockView.tsx'
import classes from './blocks.module.css'
import type { BlockChange } from './diff.ts'
import type { Note } from './diff-looks.ts'
import type { RowChange } from './diff-table.ts'
import { InlineView, withKeys } from './InlineView.tsx'
import type { numbersOf } from './text.ts'
import { diffWords, type WordChange } from './words.ts'

export type Numbers = ReturnType<typeof numbersOf>
export type HeadChange = { label: string; before: string; after: string }

export function ChangedBlock({ change, numbers }: { change: BlockChange; numbers: Numbers }) {
  const { block, depth, callout } = change.flat
  const look = change.kind === 'same' ? '' : classes[change.kind]
  const number = numbers.get(block) ?? 1
  return (
    <div
      className={`${classes.block} ${look}`}
      style={{ marginLeft: depth * 22 }}
      data-change={change.kind}
      data-callout={callout}
    >
      {change.kind === 'changed' && change.rows ? (
        <Rows rows={change.rows} />
      ) : (
        <BlockView block={block} number={number}>
          {change.kind === 'changed' && change.pieces && <Words pieces={change.pieces} />}
        </BlockView>
      )}
      {change.kind === 'changed' && <Notes notes={change.notes} />}
    </div>
  )
}

const Notes = ({ notes }: { notes: Note[] }) =>
  withKeys(notes).map(({ item: { label, pieces }, key }) => (
    <p key={key} className={classes.note}>
      {label}: <Words pieces={pieces} />
    </p>
  ))

function Rows({ rows }: { rows: RowChange[] }) {
  return (
    <div className={classes.tableBox}>
      <table className={classes.table}>
        <tbody>
          {rows.map(({ kind, cells }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows and cells have no ids, and a comparison never changes.
            <tr key={at} data-row={kind}>
              {cells.map((pieces, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                <td key={column}>
                  <Words pieces={pieces} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function Words({ pieces }: { pieces: WordChange[] }) {
  return pieces.map(({ kind, text, styles = {}, href }, index) => {
    const key = `${index}${kind}`
    const words = <InlineView pieces={[{ text, styles, ...(href !== undefined && { href }) }]} />
    if (kind === 'added') return <ins key={key}>{words}</ins>
    if (kind === 'removed') return <del key={key}>{words}</del>
    return <span key={key}>{words}</span>
  })
}

export function ChangedHead({ label, before, after }: HeadChange) {
  return (
    <div className={`${classes.block} ${classes.changed}`}>
      <Text fz="xs" c="dimmed">
        {label}
      </Text>
      <Words pieces={diffWords(before, after)} />
    </div>
  )
}
