// Sorts a conversation: keep or drop statements by button or key, optionally under a section; then starts the next draft.

import { Button } from '@mantine/core'
import { walkBlocks } from 'galley-blocks/model.ts'
import { blockText } from 'galley-blocks/text.ts'
import type { IterationOut } from 'galley-client/schema.ts'
import { type KeyboardEvent, use, useId, useRef, useState } from 'react'
import { counted } from '../../counted.ts'
import { TargetContext } from '../../review/leads.ts'
import { SortingBar } from './SortingBar.tsx'
import { type StatementActs, StatementRow } from './StatementRow.tsx'
import { useSorting } from './sorting.ts'
import classes from './statements.module.css'

/** Further rows are rendered on demand: a chat may have thousands. */
const SHOWN = 200

type Props = { iteration: IterationOut; model: string | undefined; locked: boolean; onDraft: () => Promise<unknown> }

export function Statements({ iteration, model, locked, onDraft }: Props) {
  const { statements, pick, saved } = useSorting(iteration)
  const target = use(TargetContext)
  const [most, setMost] = useState(SHOWN)
  const [current, setCurrent] = useState(0)
  const body = useRef<HTMLTableSectionElement>(null)
  const sections = useId()
  const focusRow = (row: number) =>
    body.current?.rows[Math.max(0, Math.min(row, statements.length - 1))]?.querySelector('button')?.focus()
  const led = statements.findIndex(({ id }) => target === `statement:${id}`)
  const shown = Math.max(most, led + 1)
  const onKeyDown = (event: KeyboardEvent, row: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return
    const key = event.key.toLowerCase()
    const step = { arrowdown: 1, arrowup: -1, k: 1, d: 1 }[key]
    if (step === undefined) return
    event.preventDefault()
    if (!locked && (key === 'k' || key === 'd')) pick([{ id: statements[row]!.id, use: key === 'k' }])
    focusRow(row + step)
  }
  // A stable object for all rows, so that a key renders only the rows it changes.
  const acts = useRef<StatementActs>(undefined)
  acts.current = { onFocus: setCurrent, onKeyDown, onPick: (one) => pick([one]) }
  return (
    <>
      <SortingBar
        statements={statements}
        model={model}
        locked={locked}
        onUse={(some, wanted) => pick(some.map(({ id }) => ({ id, use: wanted })))}
        onDraft={async () => {
          await saved()
          await onDraft()
        }}
      />
      <datalist id={sections}>
        {headingsOf(iteration).map((heading) => (
          <option key={heading} value={heading} />
        ))}
      </datalist>
      {/* Plain elements: the library's rows are all rendered again whenever one is. */}
      <table className={classes.table}>
        <thead>
          <tr>
            <th className={classes.wide}>Time</th>
            <th className={classes.wide}>Who</th>
            <th>Statement</th>
            <th>Use</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {statements.slice(0, shown).map((statement, row) => (
            <StatementRow
              key={statement.id}
              statement={statement}
              locked={locked}
              sections={sections}
              isCurrent={row === current}
              row={row}
              acts={acts}
            />
          ))}
        </tbody>
      </table>
      {statements.length > shown && (
        <Button mt="sm" variant="default" size="compact-sm" onClick={() => setMost(shown + SHOWN)}>
          Show {counted(Math.min(SHOWN, statements.length - shown), 'more statement')}
        </Button>
      )}
    </>
  )
}

/** Sections to choose from: the draft's headings and those already used. */
function headingsOf({ draft, extracted }: IterationOut): string[] {
  const headings = [...walkBlocks(draft?.blocks ?? [])].filter(({ type }) => type === 'heading')
  const given = (extracted?.statements ?? []).flatMap(({ section }) => section ?? [])
  return [...new Set([...headings.map(blockText), ...given])]
}
