// The pipeline's JSON contract. The text limits bound what one job can cost: notes and instructions of 20,000 characters,
// twenty materials of 200,000.

import { type Static, Type } from 'typebox'
import { FATES, type Outcome, STATEMENT_KINDS } from '#drafting/contract.ts'
import { JOB_STATUSES } from '#engine/db/vocabulary.ts'
import { MaybePerson } from '#features/accounts/schemas.ts'
import { StatusOut } from '#features/documents/job-status-schemas.ts'
import { BUCKETS, ProposalRefOut } from '#features/documents/schemas.ts'
import { closed, FreeForm, Id, Nullable, named, PathId, Timestamp } from '#http/atoms.ts'
import { MAX_SUMMARY, MAX_TITLE } from '#limits.ts'
import { EVENT_KINDS } from './events.ts'

const NOTES_LENGTH = 20_000
const Notes = Type.String({
  maxLength: NOTES_LENGTH,
  description: 'Facts, steps and rules for readers, in Markdown.',
  examples: ['- The plant runs at most 9 pumps.\n- Start: feedctl start --line 2'],
})
const Instructions = Type.String({
  maxLength: NOTES_LENGTH,
  description: 'Instructions for the writer, one per line. They never appear in a draft.',
  examples: ['Leave out: prices\nSections: Before you start, Steps\nKeep it short.'],
})
export const DEFAULT_PRIORITY = 5
const Priority = Type.Integer({ minimum: 0, maximum: 9, default: DEFAULT_PRIORITY, description: '9 is first.' })

export const Material = named('Material', {
  title: Type.String({ maxLength: 300, trim: true }),
  text: Type.String({ maxLength: 200_000, description: 'Markdown.' }),
  url: Type.Optional(Nullable(Type.String({ maxLength: 2_000, trim: true }))),
})

/** Ids have no upper bound: an unknown one is a 404, not a 422. */
export const EnqueueIn = named('EnqueueIn', {
  document_id: Type.Integer(),
  notes: Type.Optional(Nullable(Notes)),
  instructions: Type.Optional(Nullable(Instructions)),
  material: Type.Optional(Nullable(Type.Array(Material, { maxItems: 20 }))),
  priority: Type.Optional(Priority),
})
export type EnqueueIn = Static<typeof EnqueueIn>

export const EnqueueOut = named('EnqueueOut', {
  job_id: Id,
  iteration_id: Id,
  document_id: Id,
  status: closed(JOB_STATUSES),
  bucket: closed(BUCKETS),
})
export type EnqueueOut = Static<typeof EnqueueOut>

export const EnqueueManyIn = named('EnqueueManyIn', {
  document_ids: Type.Optional(Nullable(Type.Array(Type.Integer(), { minItems: 1, maxItems: 1_000 }))),
  category_id: Type.Optional(Nullable(Type.Integer({ description: "Takes the backlog of this category's subtree." }))),
  notes: Type.Optional(Nullable(Notes)),
  instructions: Type.Optional(Nullable(Instructions)),
  priority: Type.Optional(Priority),
})
export type EnqueueManyIn = Static<typeof EnqueueManyIn>

const SKIP_REASONS = ['not_found', 'active_job', 'duplicate'] as const
export const EnqueueManyOut = named('EnqueueManyOut', {
  enqueued: Type.Array(EnqueueOut),
  skipped: Type.Array(Type.Object({ document_id: Type.Integer(), reason: closed(SKIP_REASONS) })),
})
export type EnqueueManyOut = Static<typeof EnqueueManyOut>

const OUTCOMES = ['applied', 'asked_again', 'not_applied', 'dismissed'] as const satisfies Outcome[]
const outcome = {
  outcome: Nullable(closed(OUTCOMES, { description: 'What the next draft made of the reply; null until then.' })),
  outcome_note: Nullable(Type.String()),
}

const assignment = {
  assignee: MaybePerson,
}

export const AssignIn = named('AssignIn', {
  assignee_id: Nullable(Id),
})
export type AssignIn = Static<typeof AssignIn>

export const QuestionOut = named('QuestionOut', {
  id: Id,
  section: Nullable(Type.String()),
  body: Type.String(),
  answer: Nullable(Type.String()),
  answered_at: Nullable(Timestamp),
  ...assignment,
  earlier_answer: Nullable(
    Type.String({ description: 'What was answered when the same was asked before; null once it is answered.' }),
  ),
  ...outcome,
})
export type QuestionOut = Static<typeof QuestionOut>

export const ActionOut = named('ActionOut', {
  id: Id,
  kind: Type.String(),
  title: Type.Optional(Nullable(Type.String())),
  body: Type.String(),
  meta: Type.Optional(FreeForm),
  answer: Type.Optional(Nullable(Type.String())),
  resolved: Type.Boolean(),
  resolved_at: Type.Optional(Nullable(Timestamp)),
  ...assignment,
  ...outcome,
})
export type ActionOut = Static<typeof ActionOut>

const EDIT_STATES = ['applied', 'proposed', 'rejected'] as const
export const EditOut = named(
  'EditOut',
  {
    id: Type.String(),
    op: closed(['replace', 'delete', 'insert']),
    block_id: Type.String(),
    before: Type.String({ description: 'Markdown.' }),
    after: Type.String({ description: 'Markdown.' }),
    source: FreeForm,
    certainty: closed(['exact', 'likely'], { description: 'Exact edits are applied, likely ones proposed.' }),
    state: closed(EDIT_STATES),
    context: Type.Optional(Type.String({ description: 'The text before a sentence that is inserted or deleted.' })),
    follows: Type.Optional(
      Nullable(
        Type.String({ description: 'The block before one that is inserted or deleted as a whole; null: none.' }),
      ),
    ),
  },
  { description: 'A change of the text that stands in the document.' },
)

const DraftOut = Type.Object({
  title: Type.String(),
  summary: Nullable(Type.String()),
  blocks: Type.Array(FreeForm),
  provenance: FreeForm,
  edits: Type.Array(EditOut),
})

const SourceKey = Type.String({ description: '`notes:1` (by iteration), `material:0` (by position).' })
export const StatementOut = named(
  'StatementOut',
  {
    id: Type.String(),
    source: SourceKey,
    at: Nullable(Type.String({ description: 'When it was said, as it is written.' })),
    speaker: Nullable(Type.String()),
    text: Type.String(),
    kind: closed(STATEMENT_KINDS),
    use: Nullable(Type.Boolean({ description: 'Whether the next draft prints it; null until someone decides.' })),
    section: Nullable(Type.String({ description: 'The heading to print it under.' })),
  },
  { description: 'What somebody said in a conversation among the notes or the material.' },
)
export type StatementOut = Static<typeof StatementOut>

const LedgerOut = named(
  'LedgerOut',
  {
    source: SourceKey,
    from: Type.Integer({ minimum: 0 }),
    to: Type.Integer({ minimum: 0 }),
    fate: closed(FATES),
    block_id: Type.Optional(Type.String()),
    action_id: Type.Optional(Id),
    question_id: Type.Optional(Id),
    reason: Type.Optional(Type.String()),
  },
  { description: 'What became of the characters `from` up to `to` of a source.' },
)

export const SourceOut = named(
  'SourceOut',
  {
    key: SourceKey,
    kind: closed(['notes', 'material']),
    title: Type.String(),
    text: Type.String({ description: 'As it was given; the offsets of the ledger count its UTF-16 code units.' }),
  },
  { description: 'Notes or material that a draft was made from.' },
)
export type SourceOut = Static<typeof SourceOut>

export const DrafterOut = named('DrafterOut', {
  kind: closed(['builtin', 'model']),
  model: Nullable(Type.String({ description: 'The name of the model that writes; null for the built-in drafter.' })),
})
export type DrafterOut = Static<typeof DrafterOut>

const ExtractedOut = Type.Object(
  {
    related: Type.Optional(Type.Array(FreeForm)),
    statements: Type.Optional(Type.Array(StatementOut)),
    ledger: Type.Optional(Type.Array(LedgerOut)),
  },
  { additionalProperties: true },
)

const UsageOut = Type.Object({
  provider: Type.String(),
  model: Type.String(),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  cached_tokens: Type.Optional(Type.Integer()),
  calls: Type.Integer(),
  seconds: Type.Number(),
  cost: Type.Optional(Nullable(Type.Object({ amount: Type.Number(), currency: Type.String() }))),
})

export const IterationOut = named('IterationOut', {
  id: Id,
  job_id: Id,
  number: Type.Integer({ minimum: 1 }),
  status: closed(JOB_STATUSES),
  notes: Type.String(),
  instructions: Type.String(),
  planning: Nullable(FreeForm),
  extracted: Nullable(ExtractedOut),
  draft: Nullable(DraftOut),
  usage: Nullable(UsageOut),
  questions: Type.Array(QuestionOut),
  actions: Type.Array(ActionOut),
  created_at: Timestamp,
  updated_at: Timestamp,
  approved_at: Nullable(Timestamp),
  approved_by: MaybePerson,
})
export type IterationOut = Static<typeof IterationOut>

export const JobDetailOut = named('JobDetailOut', {
  ...StatusOut.properties,
  document: Type.Object({
    id: Id,
    slug: Type.String(),
    title: Type.String(),
    published: Type.Boolean({ description: 'Approving leaves this as it is.' }),
  }),
  parent_job_id: Nullable(Id),
  priority: Type.Integer({ minimum: 0, maximum: 9 }),
  created_by: MaybePerson,
  iterations: Type.Array(IterationOut),
})
export type JobDetailOut = Static<typeof JobDetailOut>

export const EventOut = named('EventOut', {
  id: Id,
  job_id: Id,
  iteration_id: Nullable(Id),
  kind: closed(EVENT_KINDS),
  message: Type.String(),
  data: FreeForm,
  created_at: Timestamp,
})
export type EventOut = Static<typeof EventOut>

export const BacklogDocOut = named('BacklogDocOut', {
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  category_id: Nullable(Id),
  category: Nullable(Type.String()),
  bucket: closed(['empty', 'failed']),
  last_job_id: Nullable(Id),
  last_error: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type BacklogDocOut = Static<typeof BacklogDocOut>

export const RedraftIn = named('RedraftIn', {
  notes: Type.Optional(Nullable(Notes)),
  instructions: Type.Optional(Nullable(Instructions)),
  priority: Type.Optional(Priority),
})
export type RedraftIn = Static<typeof RedraftIn>

export const RedraftOut = named('RedraftOut', {
  job_id: Id,
  iteration_id: Id,
  document_id: Id,
  previous_job_id: Id,
  previous_iteration_id: Id,
  status: closed(JOB_STATUSES),
})
export type RedraftOut = Static<typeof RedraftOut>

export const ApproveOut = named('ApproveOut', {
  iteration_id: Id,
  job_id: Id,
  document_id: Id,
  status: closed(JOB_STATUSES),
  bucket: closed(BUCKETS),
  version: Type.Integer({ minimum: 1 }),
  open_questions: Type.Integer({ minimum: 0, description: 'Questions that were never answered.' }),
  open_actions: Type.Integer({ minimum: 0, description: 'Actions that were never answered or resolved.' }),
  approved_at: Timestamp,
  proposal: ProposalRefOut,
})
export type ApproveOut = Static<typeof ApproveOut>

const Blocker = named('Blocker', { kind: Type.String(), id: Id, message: Type.String() })
export type Blocker = Static<typeof Blocker>
export const BlockedOut = named(
  'BlockedOut',
  { detail: Type.String(), blockers: Type.Optional(Type.Array(Blocker)) },
  { description: 'The current state does not allow it; `blockers` are open actions and questions' },
)

const Answer = Type.String({ minLength: 1, trim: true })
export const AnswerIn = named('AnswerIn', { answer: Answer })
export const ActionAnswerIn = named('ActionAnswerIn', { answer: Answer })
export const ActionResolveIn = named('ActionResolveIn', { resolved: Type.Optional(Type.Boolean({ default: true })) })

export const StatementsIn = Type.Array(
  Type.Object({
    id: Type.String({ maxLength: 100 }),
    use: Nullable(Type.Boolean()),
    section: Type.Optional(Nullable(Type.String({ maxLength: 300, trim: true }))),
  }),
  { maxItems: 20_000 },
)
export type StatementsIn = Static<typeof StatementsIn>

export const DraftSetPayload = named('DraftSetPayload', {
  blocks: Type.Optional(Type.Array(Type.Unknown(), { description: 'Blocks as the editor writes them.' })),
  edits: Type.Optional(
    Type.Array(Type.Object({ id: Type.String({ maxLength: 100 }), state: closed(EDIT_STATES) }), {
      maxItems: 1_000,
      description: 'Decisions about edits of the draft. They act at once.',
    }),
  ),
  title: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: MAX_TITLE, trim: true }))),
  summary: Type.Optional(Nullable(Type.String({ maxLength: MAX_SUMMARY, trim: true }))),
})
export type DraftSetPayload = Static<typeof DraftSetPayload>

export const DraftSetOut = Type.Object({
  iteration_id: Id,
  status: closed(JOB_STATUSES),
  draft: DraftOut,
  updated_at: Timestamp,
})
export type DraftSetOut = Static<typeof DraftSetOut>

export const JobPath = Type.Object({ job_id: PathId('The job.') })
export const IterationPath = Type.Object({ iteration_id: PathId('The iteration.') })
export const QuestionPath = Type.Object({
  iteration_id: PathId('The iteration.'),
  question_id: PathId('A question of this iteration.'),
})
export const ActionPath = Type.Object({
  iteration_id: PathId('The iteration.'),
  action_id: PathId('An action of this iteration.'),
})
export const BacklogQuery = Type.Object({
  category_id: Type.Optional(Type.Integer({ description: 'Only documents of this category and those below it.' })),
})
