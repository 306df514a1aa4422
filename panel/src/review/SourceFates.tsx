// Source texts line by line, coloured and labelled by their fate. A click goes to the block, edit, held sentence or question.

import { Text, Title, UnstyledButton } from '@mantine/core'
import type { LedgerOut } from 'galley-client/schema.ts'
import { Fragment, memo, useMemo } from 'react'
import { FATES, fateOf, type LedgerRow, type LineFate, rowsOf } from './fates.ts'
import { useLead } from './leads.ts'
import classes from './review.module.css'

type GivenSource = { key: string; title: string; text: string }

type Props = {
  sources: GivenSource[]
  ledger: LedgerOut[]
  /** The target of an entry; undefined if there is nothing to show. */
  leadOf: (entry: LedgerOut) => string | undefined
}

export function SourceFates({ sources, ledger, leadOf }: Props) {
  const bySource = useMemo(() => Map.groupBy(ledger, ({ source }) => source), [ledger])
  return (
    <>
      <Legend ledger={ledger} />
      {sources.map((source) => (
        <Source key={source.key} source={source} ledger={bySource.get(source.key) ?? []} leadOf={leadOf} />
      ))}
    </>
  )
}

function Legend({ ledger }: { ledger: LedgerOut[] }) {
  const counts = Map.groupBy(ledger, ({ fate }) => fate)
  if (ledger.length === 0) return null
  return (
    <ul className={classes.legend} aria-label="What became of it">
      {(Object.keys(FATES) as LineFate[])
        .filter((fate) => counts.has(fate))
        .map((fate) => (
          <li key={fate} data-fate={fate}>
            {FATES[fate]}{' '}
            <Text span inherit c="dimmed" className="tabular">
              {counts.get(fate)!.length}
            </Text>
          </li>
        ))}
    </ul>
  )
}

type SourceProps = { source: GivenSource; ledger: LedgerOut[]; leadOf: Props['leadOf'] }

function Source({ source, ledger, leadOf }: SourceProps) {
  const rows = useMemo(() => rowsOf(source.text, ledger), [source.text, ledger])
  return (
    <section className={classes.source} aria-label={source.title}>
      <Title order={2} fz="sm" mb={6}>
        {source.title}
      </Title>
      {rows.length === 0 && (
        <Text fz="sm" c="dimmed">
          None.
        </Text>
      )}
      {rows.map((row) => (
        <Line key={row.from} row={row} lead={row.entry && leadOf(row.entry)} />
      ))}
    </section>
  )
}

const Line = memo(function Line({
  row: { text, gap, entry },
  lead: name,
}: {
  row: LedgerRow
  lead: string | undefined
}) {
  const lead = useLead()
  // Printed lines are the normal case, so they have only a bar, and a label for screen readers.
  const label = entry && (
    <span className={entry.fate === 'printed' ? 'visually-hidden' : classes.fate}>{fateOf(entry)}</span>
  )
  const inside = (
    <Fragment>
      {text}
      {label}
    </Fragment>
  )
  const look = { className: classes.line, 'data-fate': entry?.fate, 'data-gap': gap || undefined }
  return name === undefined ? (
    <div {...look}>{inside}</div>
  ) : (
    <UnstyledButton {...look} onClick={() => lead(name)}>
      {inside}
    </UnstyledButton>
  )
})
