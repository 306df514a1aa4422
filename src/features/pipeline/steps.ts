// A claimed job's steps: plan → extract → question → draft. Each is a function of its inputs and writes its result, events
// and progress in one transaction that first proves the claim; an instant drafter's steps share one. A job that lost its
// worker resumes after its last written step.

import { validateBlocks } from '#blocks/validation/validate.ts'
import type { Deps } from '#deps.ts'
import {
  type Draft,
  type DraftedEntry,
  type Drafter,
  DrafterFailure,
  type DraftInputs,
  type Extracted,
  type LedgerEntry,
  type NewAction,
  type Plan,
  type ReplyOutcome,
  type Source,
  type StepContext,
  type Usage,
} from '#drafting/contract.ts'
import type { Tx } from '#engine/db/db.ts'
import { STEPS, type Step } from '#engine/db/vocabulary.ts'
import { type ClaimedJob, ClaimLost, holdClaim, noteProgress } from '#engine/queue/queue.ts'
import { type DocumentText, findNamed, findText } from '#features/documents/writing/drafts/drafts.ts'
import { Assignment } from './assignment.ts'
import * as content from './content.ts'
import { findPrevious, firstDraft } from './drafts.ts'
import { addEvents, type NewEvent } from './events.ts'
import { gatherInputs, linkChecker } from './inputs.ts'
import { insertActions, insertQuestions, writeOutcomes } from './points-store.ts'
import { findRelatedRefs, readRelated } from './related.ts'
import * as store from './store.ts'
import { transition } from './transitions.ts'

type StepDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log'> & { drafter: Drafter }

/** One worker's run of a claimed job. */
type JobRun = {
  job: ClaimedJob
  iteration: store.IterationRow
  document: DocumentText
  planning: content.Planning
  previous: Draft | null
  extracted: content.ExtractedJson
  inputs: Omit<DraftInputs, 'related' | 'linkExists'>
  usage: Usage | null
  /** The last step's link check; repeated when other documents are offered. */
  links: { offered: string; exists: DraftInputs['linkExists'] } | undefined
}

/** What a step wants written: iteration fields, and points it raised. */
type StepResult = {
  change: Parameters<typeof store.updateIteration>[2]
  questions?: { section: string; body: string }[]
  actions?: NewAction[]
  outcomes?: ReplyOutcome[]
  draft?: Draft
  ledger?: DraftedEntry[]
  events?: NewEvent[]
}

type FinishedStep = { step: Step; result: StepResult; seconds: number; at: number }

/** The longest that finished steps of an instant drafter wait to be written, unless one takes longer. */
const WRITE_EVERY_MS = 50

/** Runs the remaining steps; returns 'review', or 'stopped' if the signal came between two steps. */
export async function runJob(deps: StepDeps, job: ClaimedJob, signal: AbortSignal, stopping: AbortSignal) {
  const run = await openRun(deps, job)
  const finished: FinishedStep[] = []
  let writtenAt = performance.now()
  try {
    for (const step of STEPS.slice(finishedSteps(job.progress))) {
      if (stopping.aborted) return 'stopped'
      signal.throwIfAborted()
      finished.push(await runStep(deps, run, step, signal))
      if (deps.drafter.instant && performance.now() - writtenAt < WRITE_EVERY_MS) continue
      await writeSteps(deps, run, finished.splice(0))
      writtenAt = performance.now()
    }
    return 'review'
  } finally {
    // Whatever happens next, finished steps are kept.
    if (finished.length > 0) await writeSteps(deps, run, finished)
  }
}

/** A step in progress counts as not begun; quarters add up exactly in binary. */
const finishedSteps = (progress: number): number => Math.floor(progress * STEPS.length)

async function openRun(deps: StepDeps, job: ClaimedJob): Promise<JobRun> {
  const document = await findText(deps.db.read, job.documentId)
  if (!document) throw new ClaimLost(job)
  const iteration = await store.getIterationOf(deps.db.read, job.jobId)
  const planning = content.readPlanning(iteration)
  const previous = await findPrevious(deps.db.read, iteration)
  const inputs = await gatherInputs(deps, iteration, planning, previous, document)
  return {
    job,
    iteration,
    document,
    planning,
    previous,
    extracted: content.readExtracted(iteration),
    inputs,
    usage: content.readUsage(iteration.usage),
    links: undefined,
  }
}

async function runStep(deps: StepDeps, run: JobRun, step: Step, signal: AbortSignal): Promise<FinishedStep> {
  const started = performance.now()
  const context: StepContext = {
    signal,
    addUsage: (usage) => {
      run.usage = content.addUsage(run.usage, usage)
    },
    used: () => run.usage,
    report: (message, done) => reportPart(deps, run, step, message, done),
  }
  try {
    const result = await RUN_STEP[step](deps, run, context)
    const seconds = Math.round(performance.now() - started) / 1000
    return { step, result, seconds, at: deps.clock.now() }
  } catch (error) {
    throw new StepFailed(step, run.usage, error)
  }
}

/** Reports a long step's progress to followers of the job. */
async function reportPart(deps: StepDeps, run: JobRun, step: Step, message: string, done: number): Promise<void> {
  const progress = (STEPS.indexOf(step) + done) / STEPS.length
  await deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now()
    const event: NewEvent = { kind: 'step.started', message, data: { step, seconds: 0, done } }
    // A lost claim is noticed by the write that ends the step.
    if (await noteProgress(tx, run.job, progress, now)) await addEvents(tx, run.iteration, [event], now)
  })
}

/** Names the step that failed, and keeps the usage so far. */
export class StepFailed extends Error {
  readonly step: Step
  readonly usage: Usage | null
  constructor(step: Step, usage: Usage | null, cause: unknown) {
    super(`The ${step} step failed`, { cause })
    this.name = 'StepFailed'
    this.step = step
    this.usage = usage
  }
}

/** The fenced transaction of one step, or of several quick ones. */
async function writeSteps(deps: StepDeps, run: JobRun, finished: FinishedStep[]): Promise<void> {
  const last = STEPS.indexOf(finished.at(-1)!.step)
  const next = STEPS[last + 1]
  const change = Object.assign({}, ...finished.map(({ result }) => result.change)) as StepResult['change']
  const usage = JSON.stringify(run.usage ?? zeroUsage(deps.drafter))
  const fields = { ...change, usage }
  const progress = (last + 1) / STEPS.length
  const raiseAll = (tx: Tx) => raiseOf(tx, run, finished, deps.clock.now())
  await deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now()
    if (!next) {
      const over = run.iteration.base_id ?? run.document.published_id
      const draft = finished.at(-1)!.result.draft!
      const withDraft = async () => ({ ...fields, ...(await firstDraft(tx, run.iteration, over, draft, now)) })
      const drafted = { claim: run.job, progress, step: 'draft' as const, fields: withDraft, raise: raiseAll }
      await transition(deps, tx, 'drafted', drafted, now)
      return
    }
    await holdClaim(tx, run.job, { progress, step: next }, now)
    await store.updateIteration(tx, run.iteration.id, fields, now)
    await addEvents(tx, run.iteration, await raiseAll(tx), now)
  })
  run.job.failures = 0
  for (const { step, seconds } of finished) deps.log.info({ job: run.job.jobId, step, seconds }, 'step finished')
}

/** Writes what the steps raised and returns their events, each at the time its step ended. */
async function raiseOf(tx: Tx, run: JobRun, finished: FinishedStep[], now: number): Promise<NewEvent[]> {
  const events: NewEvent[] = []
  for (const { step, result, seconds, at } of finished) {
    const raised = await raise(tx, run, result, now)
    events.push(...eventsOf(step, seconds, raised, result).map((event) => ({ ...event, at })))
  }
  return events
}

function eventsOf(step: Step, seconds: number, raised: NewEvent[], result: StepResult): NewEvent[] {
  const next = STEPS[STEPS.indexOf(step) + 1]
  return [
    { kind: 'step.finished', message: `Finished: ${step}`, data: { step, seconds } },
    ...raised,
    ...(result.events ?? []),
    ...(next ? [{ kind: 'step.started' as const, message: `Started: ${next}`, data: { step: next, seconds: 0 } }] : []),
  ]
}

async function raise(tx: Tx, run: JobRun, result: StepResult, now: number): Promise<NewEvent[]> {
  const { questions = [], actions = [], outcomes = [], ledger } = result
  const iterationId = run.iteration.id
  await writeOutcomes(tx, outcomes)
  const [asked, wanted] = await assignAll(tx, run, questions, actions, now)
  if (ledger) {
    const extracted = JSON.stringify({ ...run.extracted, ledger: ledger.map((entry) => withId(entry, asked, wanted)) })
    await store.updateIteration(tx, iterationId, { extracted }, now)
  }
  return [
    ...asked.map((row) => ({
      kind: 'question.raised' as const,
      message: row.body,
      data: { question_id: row.id, section: row.section },
    })),
    ...wanted.map((row) => ({
      kind: 'action.raised' as const,
      message: row.title ?? row.body,
      data: { action_id: row.id, kind: row.kind, blocking: row.blocking === 1 },
    })),
  ]
}

/** Writes questions and actions with their assignees, and notifies of new ones. */
async function assignAll(
  tx: Tx,
  { job, iteration, extracted }: JobRun,
  questions: NonNullable<StepResult['questions']>,
  actions: NewAction[],
  now: number,
) {
  if (questions.length + actions.length === 0) return [[], []] as const
  const assignment = await Assignment.of(tx, { ...job, nearest: extracted.related[0]?.id }, now)
  const asking = await Promise.all(
    questions.map(async (question) => ({ ...question, ...(await assignment.question(question.body)) })),
  )
  const asked = await insertQuestions(
    tx,
    asking.map(({ isNew: _, ...question }) => ({ iteration_id: iteration.id, ...question })),
  )
  const wanted = await insertActions(
    tx,
    actions.map(({ kind, title, body, meta }) => ({
      iteration_id: iteration.id,
      ...{ kind, title, body, meta: JSON.stringify(meta), blocking: meta.blocking === true ? 1 : 0 },
      ...assignment.action(),
    })),
  )
  await assignment.tell(asked.filter((_, at) => asking[at]!.isNew).map(({ id }) => id))
  return [asked, wanted] as const
}

type RaisedQuestion = { id: number; body: string }
type RaisedAction = { id: number; title: string | null }

/** Replaces a ledger entry's `raised` by the id of the saved action or question. */
function withId(
  { raised, ...entry }: DraftedEntry,
  asked: readonly RaisedQuestion[],
  wanted: readonly RaisedAction[],
): LedgerEntry {
  const action = wanted.find(({ title }) => title === raised)
  const question = action ? undefined : asked.find(({ body }) => body === raised)
  return { ...entry, ...(action && { action_id: action.id }), ...(question && { question_id: question.id }) }
}

const zeroUsage = (drafter: Drafter): Usage => ({
  provider: drafter.name,
  model: '',
  input_tokens: 0,
  output_tokens: 0,
  calls: 0,
  seconds: 0,
})

type StepFunction = (deps: StepDeps, run: JobRun, context: StepContext) => Promise<StepResult>

const RUN_STEP: Record<Step, StepFunction> = {
  plan: async (deps, run, context) => {
    const plan = await deps.drafter.plan(await completeInputs(deps, run), context)
    run.planning = { inputs: run.planning.inputs, ...plan }
    // Approval compares with this version of the document.
    const base = run.previous === null ? { base_version: run.document.version, base_id: run.document.published_id } : {}
    run.iteration = { ...run.iteration, ...base }
    return { change: { planning: JSON.stringify(run.planning), ...base } }
  },

  extract: async (deps, run, context) => {
    const plan = planOf(run)
    const cited = content.citedIn(run.previous)
    const relatedIds = run.extracted.related.map(({ id }) => id)
    const queries = [run.document.title, ...plan.queries]
    const named = await findNamed(deps.db.read, plan.directives.use.map(nameIn))
    run.extracted = {
      related: await findRelatedRefs(deps, run.document.id, queries, [...named, ...cited, ...relatedIds]),
    }
    const { related } = run.extracted
    run.extracted = { related, ...(await deps.drafter.extract(await completeInputs(deps, run), plan, context)) }
    return { change: { extracted: JSON.stringify(run.extracted) } }
  },

  question: async (deps, run, context) => {
    const inputs = await completeInputs(deps, run)
    return { change: {}, ...(await deps.drafter.question(inputs, planOf(run), extractedOf(run, inputs), context)) }
  },

  draft: async (deps, run, context) => {
    const inputs = await completeInputs(deps, run)
    const { draft, questions, actions, outcomes, ledger } = await deps.drafter.draft(
      inputs,
      planOf(run),
      extractedOf(run, inputs),
      context,
    )
    const checked = validateBlocks(draft.blocks)
    if ('errors' in checked)
      throw new DrafterFailure('The drafter wrote blocks that the document model refuses.', { retryable: false })
    const ready: NewEvent = {
      kind: 'draft.ready',
      message: 'The draft is ready for review',
      data: { blocks: checked.blocks.length, replies: countOutcomes(outcomes) },
    }
    const finished = { ...draft, blocks: checked.blocks }
    return { change: {}, draft: finished, questions, actions, outcomes, ledger, events: [ready] }
  },
}

const nameIn = (use: string): string => use.split('#')[0]!.trim()

const countOutcomes = (outcomes: ReplyOutcome[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(outcomes, ({ outcome }) => outcome)].map(([key, list]) => [key, list.length]))

/** Adds the related documents that may be read now. */
async function completeInputs(deps: StepDeps, run: JobRun): Promise<DraftInputs> {
  const ids = run.extracted.related.map(({ id }) => id)
  const related = await readRelated(deps, run.document.id, ids)
  const offered = related.map(({ id }) => id).join()
  if (run.links?.offered !== offered) run.links = { offered, exists: await linkChecker(deps, run.inputs, related) }
  return { ...run.inputs, related, linkExists: run.links.exists }
}

/** Plans of earlier releases lack newer fields. */
const planOf = (run: JobRun): Plan => {
  const { inputs: _inputs, ...plan } = run.planning
  const directives = { sections: [], leaveOut: [], mention: [], use: [], rest: [], ...plan.directives }
  return { ...plan, directives } as Plan
}

/** Drops what was extracted from documents that have been closed since. */
function extractedOf({ extracted }: JobRun, { document, related }: DraftInputs): Extracted {
  const open = new Set<number | null>([document.id, ...related.map(({ id }) => id)])
  const isOpen = ({ kind, id }: Source) => kind !== 'document' || open.has(id)
  const { statements = [], passages = [] } = extracted
  return { statements, passages: passages.filter(({ source }) => isOpen(source)) }
}
