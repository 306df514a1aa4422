// The pipeline's tools: jobs, questions and edits of drafts. None approves; a person does.

import { type Static, Type } from 'typebox'
import { answerQuestion, editDraft } from '#features/pipeline/answers.ts'
import { enqueue } from '#features/pipeline/enqueue.ts'
import { getJob, getStatus } from '#features/pipeline/jobs.ts'
import { AnswerIn, EditOut, EnqueueIn, EnqueueOut, Material, QuestionOut } from '#features/pipeline/schemas.ts'
import { Nullable } from '#http/atoms.ts'
import { audited, type WritingDeps } from './audited.ts'
import { readPage } from './reading-tools.ts'
import { exact, Slug } from './shapes.ts'
import { type Tool, type ToolAccess, tool } from './tool.ts'

const piping: ToolAccess = { access: 'editor', scopes: ['pipeline'], bound: false }
const following: ToolAccess = { ...piping, scopes: ['read', 'pipeline'] }

const JobId = Type.Integer({ minimum: 1, description: 'The job_id that start_drafting gave.' })

const ListedEdit = exact({
  ...Type.Pick(EditOut, ['id', 'op', 'before', 'after', 'certainty', 'state']).properties,
  source: Type.String(),
  quote: Type.String(),
})

const listedEdit = ({ id, op, before, after, certainty, state, source }: Static<typeof EditOut>) => ({
  id,
  op,
  before,
  after,
  certainty,
  state,
  source: String(source.title ?? ''),
  quote: String(source.quote ?? ''),
})

export function draftingTools(deps: WritingDeps): Tool[] {
  return [
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
        const within = audited(
          deps,
          'start_drafting',
          call,
          (enqueued: EnqueueOut) => `document:${enqueued.document_id}`,
        )
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
      run: async (call, { job_id }) => {
        const { document_id, iteration_id, status, step, progress, open_questions, error } = await getStatus(
          deps,
          call.actor,
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
      run: async (call, { job_id }) => {
        const newest = (await getJob(deps, call.actor, job_id)).iterations.at(-1)
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

    tool({
      ...following,
      name: 'list_edits',
      title: 'List the changes that a draft makes',
      description:
        'Where the document has text, the draft is that text with edits. `exact` ones are applied, `likely` ones are proposed and wait for a decision; `quote` is what each rests on.',
      input: exact({ job_id: JobId }),
      output: exact({ iteration_id: Nullable(Type.Integer()), edits: Type.Array(ListedEdit) }),
      run: async (call, { job_id }) => {
        const newest = (await getJob(deps, call.actor, job_id)).iterations.at(-1)
        return { iteration_id: newest?.id ?? null, edits: (newest?.draft?.edits ?? []).map(listedEdit) }
      },
    }),

    tool({
      ...piping,
      name: 'accept_edit',
      title: 'Accept or reject a change of a draft',
      description:
        'Acts on the draft at once, and can be taken back until a person approves the draft. Decide only what the person you work for has decided.',
      input: exact({
        iteration_id: Type.Integer({ minimum: 1 }),
        edit_id: Type.String({ minLength: 1, maxLength: 100, description: 'As list_edits gives it.' }),
        accept: Type.Boolean({ default: true, description: 'False rejects it.' }),
      }),
      output: ListedEdit,
      run: async (call, { iteration_id, edit_id: id, accept }) => {
        const within = audited(deps, 'accept_edit', call, () => `iteration:${iteration_id}`)
        const edits = [{ id, state: accept ? ('applied' as const) : ('rejected' as const) }]
        const { draft } = await editDraft(within, call.actor, iteration_id, { edits })
        return listedEdit(draft.edits.find((edit) => edit.id === id)!)
      },
    }),
  ]
}
