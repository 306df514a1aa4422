// The JSON columns of an iteration (planning, extracted, findings, usage): types and parsing.

import type {
  AnsweredQuestion,
  Draft,
  EarlierAction,
  Extracted,
  LedgerEntry,
  Material,
  Plan,
  Rewording,
  StatementPick,
  Usage,
} from '#drafting/contract.ts'

/**
 * What people provided to this iteration. A redraft carries over what earlier iterations gathered, so that nothing is lost:
 * notes, changes of the draft, answers, decisions.
 */
export type Inputs = {
  notes: string
  earlier_notes: string[]
  instructions: string
  earlier_instructions: string[]
  previous_iteration_id: number | null
  edited_block_ids: string[]
  deleted_texts: string[]
  summary_edited: boolean
  /** How many notes an approval has published; absent when none. */
  published_notes?: number
  /** The first iteration of the chain; absent in the first one itself. */
  first_iteration_id?: number
  picks?: StatementPick[]
  /** Who picked them; null is a program without a token. */
  sorted_by?: (number | null)[]
  /** New text of sources that blocks quote, to be proposed as edits. */
  rewordings?: Rewording[]
  /** Of all iterations of the chain: a redraft starts over from all replies. */
  answers: AnsweredQuestion[]
  open_questions: { section: string | null; body: string }[]
  actions: EarlierAction[]
}

export type RelatedRef = { id: number; slug: string; title: string }
export type Planning = { inputs: Inputs } & Partial<Plan>
/** Rows saved before statements and the ledger existed have neither. */
export type ExtractedJson = {
  related: RelatedRef[]
  ledger?: LedgerEntry[]
  sorted_by?: (number | null)[]
} & Partial<Extracted>

export const firstInputs = (notes: string, instructions: string): Inputs => ({
  notes,
  earlier_notes: [],
  instructions,
  earlier_instructions: [],
  previous_iteration_id: null,
  edited_block_ids: [],
  deleted_texts: [],
  summary_edited: false,
  answers: [],
  open_questions: [],
  actions: [],
})

export type JsonObject = Record<string, unknown>

/** The JSON of a draft besides its text. */
export type Findings = Pick<Draft, 'provenance' | 'edits'>

export const readPlanning = (row: { planning: string | null; notes: string; instructions: string }): Planning =>
  row.planning === null ? { inputs: firstInputs(row.notes, row.instructions) } : (JSON.parse(row.planning) as Planning)
export const readExtracted = (row: { extracted: string | null }): ExtractedJson =>
  row.extracted === null ? { related: [] } : (JSON.parse(row.extracted) as ExtractedJson)
export const readFindings = (json: string | null): Findings => JSON.parse(json ?? '{"provenance":{}}') as Findings
export const readMaterial = (json: string): Material[] => JSON.parse(json) as Material[]
export const readUsage = (json: string | null): Usage | null => (json === null ? null : (JSON.parse(json) as Usage))

export function addUsage(sum: Usage | null, more: Usage): Usage {
  if (sum === null) return more
  return {
    provider: more.provider,
    model: more.model,
    input_tokens: sum.input_tokens + more.input_tokens,
    output_tokens: sum.output_tokens + more.output_tokens,
    ...(sum.cached_tokens === undefined && more.cached_tokens === undefined
      ? {}
      : { cached_tokens: (sum.cached_tokens ?? 0) + (more.cached_tokens ?? 0) }),
    calls: sum.calls + more.calls,
    seconds: Math.round((sum.seconds + more.seconds) * 1000) / 1000,
    cost: addCost(sum.cost, more.cost),
  }
}

function addCost(sum: Usage['cost'], more: Usage['cost']): Usage['cost'] {
  if (!sum || !more) return sum ?? more ?? null
  return { amount: sum.amount + more.amount, currency: more.currency }
}

/** The documents that a draft cites; a redraft checks again whether they are open. */
export function citedIn(draft: Findings | null): number[] {
  const sources = Object.values(draft?.provenance ?? {}).flatMap((entry) => entry.sources)
  return [...new Set(sources.flatMap(({ kind, id }) => (kind === 'document' && id !== null ? [id] : [])))]
}
