// Runs jobs through a drafter without a service and without a database, and counts what became of them.

import { readFileSync } from 'node:fs'
import { blocksToText } from 'galley-blocks/text.ts'
import type { Drafter, DraftInputs, NewAction, StepContext, Usage } from '../../src/drafting/contract.ts'
import { DrafterFailure, MODEL_FALLBACK } from '../../src/drafting/contract.ts'
import { addUsage } from '../../src/features/pipeline/content.ts'
import type { JobTally } from './cassette.ts'

/** `facts` are texts that a good draft contains. */
export type SampleJob = {
  name: string
  title: string
  notes: string
  instructions?: string
  material?: { title: string; text: string }[]
  facts: string[]
}

export const readJobs = (file: string | URL): SampleJob[] => JSON.parse(readFileSync(file, 'utf8')) as SampleJob[]

/** Drafts one job; a failing model becomes a row of the result. */
export async function runOne(drafter: Drafter, job: SampleJob): Promise<JobTally> {
  try {
    return await draftOne(drafter, job)
  } catch (error) {
    if (!(error instanceof DrafterFailure)) throw error
    return { facts: `failed: ${error.message}`, blocks: 0, refused: 0, tokens: 0, calls: 0 }
  }
}

/** draftJob makes one draft, of a document that may have text. */
export async function draftJob(drafter: Drafter, job: SampleJob, blocks: DraftInputs['document']['blocks'] = []) {
  let usage = null as Usage | null
  const context: StepContext = {
    signal: new AbortController().signal,
    addUsage: (more) => {
      usage = addUsage(usage, more)
    },
    used: () => usage,
  }
  const inputs = inputsOf(job, blocks)
  const plan = await drafter.plan(inputs, context)
  const extracted = await drafter.extract(inputs, plan, context)
  const asked = await drafter.question(inputs, plan, extracted, context)
  return { asked, drafted: await drafter.draft(inputs, plan, extracted, context), usage }
}

async function draftOne(drafter: Drafter, job: SampleJob): Promise<JobTally> {
  const { asked, drafted, usage } = await draftJob(drafter, job)
  const { draft, actions } = drafted
  const text = blocksToText(draft.blocks).toLowerCase()
  const found = job.facts.filter((fact) => text.includes(fact.toLowerCase())).length
  const isFallback = actions.some(({ meta }) => meta.reason === MODEL_FALLBACK)
  return {
    facts: `${found}/${job.facts.length}${isFallback ? ' (built-in)' : ''}`,
    blocks: draft.blocks.length,
    refused: [...asked.actions, ...actions].reduce((sum, action) => sum + refusedIn(action), 0),
    tokens: tokensOf(usage),
    calls: usage?.calls ?? 0,
  }
}

export const tokensOf = (usage: Usage | null): number => (usage ? usage.input_tokens + usage.output_tokens : 0)

const refusedIn = ({ meta }: NewAction): number =>
  meta.reason === 'left_out' && Array.isArray(meta.claims) ? meta.claims.length : 0

const inputsOf = (job: SampleJob, blocks: DraftInputs['document']['blocks']): DraftInputs => ({
  document: { id: 1, title: job.title, summary: null, blocks, categoryPath: [] },
  notes: job.notes,
  earlierNotes: [],
  instructions: job.instructions ?? '',
  earlierInstructions: [],
  material: job.material ?? [],
  related: [],
  previous: null,
  answers: [],
  openQuestions: [],
  actions: [],
  linkExists: () => true,
})
