// Which statements of a conversation the next draft prints: picked one by one, or by answering the action `sort`. Pure
// functions over an iteration's JSON.

import type { Statement, StatementPick } from '#drafting/contract.ts'
import { conflict, invalidValue } from '#errors.ts'

/** Applies picks to the statements; refuses unknown ids. */
export function pickStatements(
  statements: readonly Statement[],
  picks: readonly { id: string; use: boolean | null; section?: string | null }[],
): Statement[] {
  const statementIds = new Set(statements.map(({ id }) => id))
  const unknown = picks.findIndex(({ id }) => !statementIds.has(id))
  if (unknown >= 0) throw invalidValue(['body', unknown, 'id'], 'there is no such statement', picks[unknown]!.id)
  const wanted = new Map(picks.map((pick) => [pick.id, pick]))
  return statements.map((statement) => {
    const pick = wanted.get(statement.id)
    if (!pick) return statement
    return {
      ...statement,
      use: pick.use,
      section: pick.section === undefined ? statement.section : pick.section || null,
    }
  })
}

const NUMBERS = /^\s*\d+(?:\s*[-–]\s*\d+)?(?:\s*[,;]\s*\d+(?:\s*[-–]\s*\d+)?)*\s*$/

/** Parses an answer to `sort`: `all`, `none`, or numbers of the source's statements (`1-4, 7`). */
export function picksOf(answer: string, source: string, statements: readonly Statement[]): StatementPick[] {
  const own = statements.filter((statement) => statement.source === source)
  const word = answer.trim().toLowerCase()
  const isPicked = word === 'all' ? () => true : word === 'none' ? () => false : numbersIn(answer)
  return own.map(({ id, section }, at) => ({ id, section, use: isPicked(at + 1) }))
}

function numbersIn(answer: string): (number: number) => boolean {
  if (!NUMBERS.test(answer)) throw conflict('Answer “all”, “none” or the numbers of the statements (1-4, 7)')
  const ranges = answer.split(/[,;]/).map((part) => part.split(/[-–]/).map(Number))
  return (number) => ranges.some(([from = 0, to = from]) => number >= from && number <= to)
}
