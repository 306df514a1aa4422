// The tools that write. Nothing here publishes: what an assistant writes is a document that only editors know of, or goes
// into the pipeline, where a person approves it. Each transaction that a tool commits is in the audit trail, with the program's name.

import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import type { Db, Tx, TxOptions } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { updateDraft } from '#features/documents/editing/drafts.ts'
import { createDocument } from '#features/documents/editing/service.ts'
import { DocumentCreate, DocumentUpdate } from '#features/documents/schemas.ts'
import { answerQuestion } from '#features/pipeline/answers.ts'
import { enqueue } from '#features/pipeline/enqueue.ts'
import { getJob, getStatus } from '#features/pipeline/jobs.ts'
import { AnswerIn, EnqueueIn, EnqueueOut, Material, QuestionOut } from '#features/pipeline/schemas.ts'
import { Nullable } from '#http/atoms.ts'
import { type ReadingDeps, readPage } from './reading-tools.ts'
import { exact, Slug } from './shapes.ts'
import { type Tool, type ToolAccess, type ToolCall, tool } from './tool.ts'

type WritingDeps = ReadingDeps & Pick<Deps, 'clock' | 'writing'>

const writing: ToolAccess = { access: 'editor', scopes: ['write'], bound: true }
const piping: ToolAccess = { access: 'editor', scopes: ['pipeline'], bound: false }
const following: ToolAccess = { ...piping, scopes: ['read', 'pipeline'] }

const JobId = Type.Integer({ minimum: 1, description: 'The job_id that start_drafting gave.' })
const Markdown = Type.String({ minLength: 1, maxLength: 500_000, description: 'GitHub-flavoured Markdown.' })
const PANEL_DOCUMENT = '/panel/documents/'

/** audited adds an entry to each transaction of a tool; `target` names what it was about, from what the transaction returns. */
function audited<D extends WritingDeps>(
  deps: D,
  tool: string,
  { actor }: ToolCall,
  target: (result: never) => string,
): D {
  const { db, clock } = deps
  const inTransaction: Db['inTransaction'] = <T>(work: (tx: Tx) => Promise<T>, options?: TxOptions) =>
    db.inTransaction(async (tx) => {
      const result = await work(tx)
      await recordAudit(tx, actor, 'assistant.wrote', target(result as never), { tool }, clock.now())
      return result
    }, options)
  // The writer thread has transactions of its own.
  return { ...deps, db: { ...db, inTransaction }, writing: undefined }
}

export function writingTools(deps: WritingDeps): Tool[] {
  return [
    tool({
      ...writing,
      name: 'create_draft',
      title: 'Create an unpublished document',
      description: 'Creates a document that only editors can see. A person reviews and publishes it.',
      input: exact({
        title: DocumentCreate.properties.title,
        markdown: Markdown,
        summary: Type.Optional(Type.String({ maxLength: 1_000 })),
        category_id: Type.Optional(Type.Integer({ minimum: 1 })),
        tags: DocumentCreate.properties.tags,
      }),
      output: exact({
        id: Type.Integer(),
        slug: Type.String(),
        title: Type.String(),
        published: Type.Boolean(),
        edit_url: Type.String(),
      }),
      run: async (call, input) => {
        const within = audited(deps, 'create_draft', call, (id: number) => `document:${id}`)
        const { head } = await createDocument(within, call.actor, { ...input, published: false })
        const { id, slug, title, published } = head
        return { id, slug, title, published, edit_url: `${call.base}${PANEL_DOCUMENT}${id}` }
      },
    }),

    tool({
      ...writing,
      name: 'propose_edit',
      title: 'Propose a new text for a page',
      description:
        'Saves a new text as the working copy of a page, which stays as it is until an editor publishes the copy. Refused where a working copy exists, unless it is the one that you proposed: then give its draft_version.',
      input: exact({
        slug: Slug,
        version: Type.Integer({ minimum: 1, description: 'The version that get_page gave: the one you have read.' }),
        markdown: Type.Optional(Markdown),
        title: DocumentUpdate.properties.title,
        summary: Type.Optional(Type.String({ maxLength: 1_000 })),
        draft_version: Type.Optional(Type.Integer({ minimum: 1, description: 'What your last proposal returned.' })),
      }),
      output: exact({
        id: Type.Integer(),
        slug: Type.String(),
        draft_version: Type.Integer(),
        edit_url: Type.String(),
      }),
      run: async (call, { slug, version, draft_version, ...change }) => {
        const { id, slug: current, draft } = (await readPage(deps, call, slug)).head
        if (draft && draft.version !== draft_version)
          throw conflict(`Page ${current} has a working copy; publish or discard it first`)
        const within = audited(deps, 'propose_edit', call, () => `document:${id}`)
        // Whoever saves a copy, or the page, at the same moment is noticed by the version.
        const condition = { expected: draft_version ?? 0, document: version, base: version }
        const { head } = await updateDraft(within, call.actor, id, change, condition)
        const edit_url = `${call.base}${PANEL_DOCUMENT}${id}`
        return { id, slug: current, draft_version: head.draft?.version ?? 0, edit_url }
      },
    }),

    tool({
      ...piping,
      name: 'start_drafting',
      title: 'Generate a draft from notes',
      description:
        'Starts a job that drafts a document from notes and material. It asks questions where the notes leave something open; a person approves the result. Follow it with job_status.',
      input: exact({
        slug: Slug,
        notes: EnqueueIn.properties.notes,
        instructions: EnqueueIn.properties.instructions,
        material: Type.Optional(Type.Array(exact(Material.properties), { maxItems: 20 })),
      }),
      output: exact(EnqueueOut.properties),
      run: async (call, { slug, ...order }) => {
        const { head } = await readPage(deps, call, slug)
        const within = audited(deps, 'start_drafting', call, (made: EnqueueOut) => `document:${made.document_id}`)
        return enqueue(within, call.actor, { document_id: head.id, ...order })
      },
    }),

    tool({
      ...following,
      name: 'job_status',
      title: 'Get the status of a job',
      description:
        'Status, step, progress (0 to 1) and the number of open questions. `review` means that a person decides now.',
      input: exact({ job_id: JobId }),
      output: exact({
        job_id: Type.Integer(),
        document_id: Type.Integer(),
        iteration_id: Nullable(Type.Integer()),
        status: Type.String(),
        step: Nullable(Type.String()),
        progress: Type.Number(),
        open_questions: Type.Integer(),
        error: Nullable(Type.String()),
      }),
      run: async (_call, { job_id }) => {
        const { document_id, iteration_id, status, step, progress, open_questions, error } = await getStatus(
          deps,
          job_id,
        )
        return { job_id, document_id, iteration_id, status, step, progress, open_questions, error }
      },
    }),

    tool({
      ...following,
      name: 'list_questions',
      title: 'List the questions of a draft',
      description:
        'What the drafter could not find in the notes. Answer only what you know from the person you work for.',
      input: exact({ job_id: JobId }),
      output: exact({
        iteration_id: Nullable(Type.Integer()),
        questions: Type.Array(exact(QuestionOut.properties)),
      }),
      run: async (_call, { job_id }) => {
        const newest = (await getJob(deps, job_id)).iterations.at(-1)
        return { iteration_id: newest?.id ?? null, questions: newest?.questions ?? [] }
      },
    }),

    tool({
      ...piping,
      name: 'answer_question',
      title: 'Answer a question of a draft',
      description: 'The next draft uses the answer. It may be given again until the draft is approved.',
      input: exact({
        iteration_id: Type.Integer({ minimum: 1 }),
        question_id: Type.Integer({ minimum: 1 }),
        answer: AnswerIn.properties.answer,
      }),
      output: exact(QuestionOut.properties),
      run: async (call, { iteration_id, question_id, answer }) => {
        const within = audited(deps, 'answer_question', call, () => `question:${question_id}`)
        return answerQuestion(within, call.actor, iteration_id, question_id, answer)
      },
    }),
  ]
}
