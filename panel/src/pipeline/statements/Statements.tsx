// A conversation, to be sorted: who said what and when, kept or dropped by button or key, each under a section if wanted. Then the
// next draft is started from here.

import { Button, Table } from '@mantine/core'
import type { IterationOut } from 'galley-client/schema.ts'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flatten, textOf } from '../../blocks/text.ts'
import { counted } from '../../counted.ts'
import { usePickStatements } from '../queries.ts'
import { SortingBar } from './SortingBar.tsx'
import { StatementRow } from './StatementRow.tsx'
import classes from './statements.module.css'

/** Rows beyond these are drawn on demand: a chat of a year has thousands. */
const SHOWN = 200

type Props = { iteration: IterationOut; model: string | undefined; locked: boolean; onDraft: () => Promise<unknown> }

export function Statements({ iteration, model, locked, onDraft }: Props) {
  const statements = iteration.extracted?.statements ?? []
  const pick = usePickStatements(iteration.job_id, iteration.id)
  const [most, setMost] = useState(SHOWN)
  const [current, setCurrent] = useState(0)
  const body = useRef<HTMLTableSectionElement>(null)
  const sections = useId()
  const focusRow = (row: number) =>
    body.current?.rows[Math.max(0, Math.min(row, statements.length - 1))]?.querySelector('button')?.focus()
  const use = (row: number, wanted: boolean) => {
    const { id, use: now } = statements[row]!
    pick.mutate([{ id, use: now === wanted ? null : wanted }])
  }
  const onKeyDown = (event: KeyboardEvent, row: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return
    const key = event.key.toLowerCase()
    const step = { arrowdown: 1, arrowup: -1, k: 1, d: 1 }[key]
    if (step === undefined) return
    event.preventDefault()
    if (!locked && (key === 'k' || key === 'd')) pick.mutate([{ id: statements[row]!.id, use: key === 'k' }])
    focusRow(row + step)
  }
  return (
    <>
      <SortingBar
        statements={statements}
        model={model}
        locked={locked}
        onUse={(some, wanted) => pick.mutate(some.map(({ id }) => ({ id, use: wanted })))}
        onDraft={onDraft}
      />
      <datalist id={sections}>
        {headingsOf(iteration).map((heading) => (
          <option key={heading} value={heading} />
        ))}
      </datalist>
      <Table className={classes.table} verticalSpacing={6} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.wide}>Time</Table.Th>
            <Table.Th className={classes.wide}>Who</Table.Th>
            <Table.Th>Statement</Table.Th>
            <Table.Th>Use</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {statements.slice(0, most).map((statement, row) => (
            <StatementRow
              key={statement.id}
              statement={statement}
              locked={locked}
              sections={sections}
              isCurrent={row === current}
              onFocus={() => setCurrent(row)}
              onKeyDown={(event) => onKeyDown(event, row)}
              onUse={(wanted) => use(row, wanted)}
              onSection={(section) => pick.mutate([{ id: statement.id, use: statement.use ?? true, section }])}
            />
          ))}
        </Table.Tbody>
      </Table>
      {statements.length > most && (
        <Button mt="sm" variant="default" size="compact-sm" onClick={() => setMost(most + SHOWN)}>
          Show {counted(Math.min(SHOWN, statements.length - most), 'more statement')}
        </Button>
      )}
    </>
  )
}

/** headingsOf are the sections to choose from: those of the draft, and those that statements were put under. */
function headingsOf({ draft, extracted }: IterationOut): string[] {
  const headings = flatten((draft?.blocks ?? []) as never).filter(({ block }) => block.type === 'heading')
  const given = (extracted?.statements ?? []).flatMap(({ section }) => section ?? [])
  return [...new Set([...headings.map(({ block }) => textOf(block)), ...given])]
}
