// A draft's notes, material and instructions, with what became of them.

import { Skeleton } from '@mantine/core'
import type { IterationOut, LedgerOut, StatementOut } from 'galley-client/schema.ts'
import { useMemo } from 'react'
import { SourceFates } from '../../review/SourceFates.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { useSources } from '../queries.ts'

export function DraftSources({ iteration }: { iteration: IterationOut }) {
  const sources = useSources(iteration.id)
  const { ledger = [], statements = [] } = iteration.extracted ?? {}
  const quoted = useMemo(() => saidIn(ledger, statements), [ledger, statements])
  if (sources.error) return <ErrorNote error={sources.error} onRetry={() => void sources.refetch()} />
  if (!sources.data) return <Skeleton h={160} />
  const instructions = { key: 'instructions', title: 'Instructions', text: iteration.instructions }
  const given = iteration.instructions.trim() === '' ? sources.data : [...sources.data, instructions]
  return <SourceFates sources={given} ledger={ledger} leadOf={(entry) => leadOf(entry) ?? quoted.get(entry)} />
}

const leadOf = ({ action_id, question_id, block_id }: LedgerOut): string | undefined =>
  (action_id && `action:${action_id}`) ||
  (question_id && `question:${question_id}`) ||
  (block_id && `block:${block_id}`) ||
  undefined

/** Statements of a conversation by ledger entry. */
function saidIn(ledger: LedgerOut[], statements: StatementOut[]): Map<LedgerOut, string> {
  const ids = Map.groupBy(statements, ({ source }) => source)
  const bySource = Map.groupBy(ledger, ({ source }) => source)
  return new Map(
    [...ids].flatMap(([source, own]) =>
      (bySource.get(source) ?? []).flatMap((entry, nth): [LedgerOut, string][] =>
        own[nth] ? [[entry, `statement:${own[nth].id}`]] : [],
      ),
    ),
  )
}
