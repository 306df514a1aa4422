// What the pipeline's tests start from: documents, a drafter that does what the test says, and a worker that runs until done.

import { beforeEach } from 'node:test'
import type { Deps } from '../src/deps.ts'
import type { Drafter, DraftInputs } from '../src/drafting/contract.ts'
import type { Clock } from '../src/time.ts'
import { runWorker, type WorkerOptions } from '../src/worker/run.ts'
import { type Built, buildOnce, type Engine, emptyDocuments } from './build.ts'
import { insertTexts } from './texts.ts'
import { until } from './until.ts'

let serial = 0

/** sharedSite builds one site for a whole suite and empties it before every test: making a database is the expensive part. */
export function sharedSite(engine: Engine, clock?: Clock): () => Built {
  const site = buildOnce({ engine, clock })
  beforeEach(() => emptyDocuments(site()))
  return site
}

export type TestDocument = { title?: string; text?: string; categoryId?: number; audience?: 'public' | 'members' }

/** makeDocument writes a document straight into the database, with one paragraph when there is a text. */
export async function makeDocument(deps: Pick<Deps, 'db' | 'clock'>, document: TestDocument = {}): Promise<number> {
  const now = deps.clock.now()
  const { title = 'Backups', text, categoryId = null, audience = 'public' } = document
  return deps.db.inTransaction(async (tx) => {
    const { id } = await tx
      .insertInto('document_rows')
      .values({
        slug: `doc-${++serial}`,
        title,
        category_id: categoryId,
        visibility: audience,
        audience,
        has_content: text ? 1 : 0,
        bucket: text ? 'approved' : 'empty',
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const blocks = JSON.stringify(text ? [paragraph('p1', text)] : [])
    await insertTexts(tx, [{ document_id: id, blocks, text: text ?? '' }])
    return id
  })
}

export const paragraph = (id: string, text: string) => ({
  id,
  type: 'paragraph',
  props: {},
  content: [{ type: 'text' as const, text, styles: {} }],
  children: [],
})

export const bucketOf = async (deps: Deps, id: number): Promise<string> =>
  (await deps.db.read.selectFrom('documents').select('bucket').where('id', '=', id).executeTakeFirstOrThrow()).bucket

/** plainDrafter writes one block for each line of the notes, a question and an action; `faults` are thrown first. */
export function plainDrafter(
  options: { faults?: (step: string) => Promise<void> | void; seen?: DraftInputs[]; blocking?: boolean } = {},
): Drafter {
  const meet = async (step: string) => options.faults?.(step)
  return {
    name: 'plain',
    plan: async (inputs) => {
      await meet('plan')
      options.seen?.push(inputs)
      return {
        kind: 'reference',
        language: 'en',
        outline: [{ id: 's1', heading: 'Facts', purpose: '', keywords: [], source: null }],
        queries: [inputs.document.title],
        directives: { sections: [], leaveOut: [], mention: [], use: [], rest: [] },
      }
    },
    extract: async () => {
      await meet('extract')
      return { statements: [] }
    },
    question: async (inputs) => {
      await meet('question')
      const answered = inputs.answers.length > 0
      return {
        questions: answered ? [] : [{ section: 'Facts', body: 'How often?' }],
        actions: [
          {
            kind: 'verify',
            title: 'Check the figure',
            body: 'It stands once.',
            meta: { blocking: options.blocking === true },
          },
        ],
      }
    },
    draft: async (inputs) => {
      await meet('draft')
      const edited =
        inputs.previous?.draft.blocks.filter((block) => inputs.previous!.editedBlockIds.includes(block.id)) ?? []
      const notes = [...inputs.earlierNotes, inputs.notes].join('\n')
      const lines = [...notes.split('\n').filter(Boolean), ...inputs.answers.map(({ answer }) => answer)]
      const blocks = [...lines.map((line, index) => paragraph(`b${inputs.document.id}-${index}`, line))]
      const ids = new Set(edited.map(({ id }) => id))
      const all = [...blocks.filter(({ id }) => !ids.has(id)), ...edited]
      return {
        draft: {
          title: inputs.document.title,
          summary: null,
          blocks: all,
          provenance: Object.fromEntries(all.map(({ id }) => [id, { origin: 'notes' as const, sources: [] }])),
        },
        questions: [],
        actions: [],
        ledger: [],
        outcomes: inputs.answers.map(({ id }) => ({
          to: 'question' as const,
          id,
          outcome: 'applied' as const,
          note: '',
        })),
      }
    },
  }
}

/** pipelineOf shortens the requests that nearly every test makes. */
export function pipelineOf({ app }: Pick<Built, 'app'>, headers: Record<string, string> = {}) {
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: unknown) => {
    const url = path.startsWith('/api') ? path : `/api/pipeline/docs${path}`
    const response = await app.inject({
      method,
      url,
      headers: { ...headers, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    })
    return { status: response.statusCode, body: response.body === '' ? undefined : JSON.parse(response.body), response }
  }
  return {
    call,
    enqueue: (documentId: number, more: object = {}) => call('POST', '/enqueue', { document_id: documentId, ...more }),
    job: async (id: number) => (await call('GET', `/job/${id}`)).body,
    events: async (id: number): Promise<string[]> =>
      (await call('GET', `/job/${id}/events`)).body.map((event: { kind: string }) => event.kind),
  }
}

/** work runs a worker in this process until no job is queued or processing, then stops it in good order. */
export async function work(deps: Deps, options: Partial<WorkerOptions> = {}): Promise<void> {
  const stop = new AbortController()
  const running = runWorker(deps, { name: 'w', signal: stop.signal, drafter: plainDrafter(), ...options })
  await until('no job is queued or processing', async () => (await countBusy(deps)) === 0)
  stop.abort()
  await running
}

export async function countBusy({ db }: Deps): Promise<number> {
  const rows = await db.read.selectFrom('jobs').select('id').where('status', 'in', ['queued', 'processing']).execute()
  return rows.length
}
