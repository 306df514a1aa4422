// What the tests of evidence start from: documents by Markdown, approved drafts with a given provenance, and short requests.

import type { Deps } from '../src/deps.ts'
import type { Draft, Provenance } from '../src/drafting/contract.ts'
import type { Built } from './build.ts'
import { paragraph, pipelineOf, plainDrafter, work } from './pipeline.ts'

/** evidenceOn shortens the requests; `block` is the text of a block, by which the ids of saved ones are found. */
export async function evidenceOn(built: Built) {
  const editor = await built.person('editor')
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    headers = editor.headers,
  ) => {
    const response = await built.app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.body === '' ? null : response.json() }
  }
  const make = async (payload: object): Promise<number> => (await call('POST', '/api/docs/', payload)).body.id
  const blockIds = async (id: number): Promise<string[]> =>
    (await call('GET', `/api/docs/${id}/blocks`)).body.blocks.map((block: { id: string }) => block.id)
  /** quote attaches a quote of a document to the first block of another. */
  const quote = async (from: number, to: number, text: string, at = 0) => {
    const payload = { block_id: (await blockIds(from))[at], kind: 'document', id: to, quote: text }
    return call('POST', `/api/docs/${from}/evidence`, payload)
  }
  const evidence = async (id: number) => (await call('GET', `/api/docs/${id}/evidence`)).body.blocks
  /** staleOf is the reason of each source of a document, null where it is up to date. */
  const staleOf = async (id: number): Promise<(string | null)[]> =>
    (await evidence(id)).flatMap((block: { sources: { stale: { reason: string } | null }[] }) =>
      block.sources.map(({ stale }) => stale?.reason ?? null),
    )
  return { ...built, editor, call, make, blockIds, quote, evidence, staleOf }
}

/** approveWith drafts one paragraph, or heading, for each text and approves it, with what each rests on. */
export async function approveWith(
  built: Built & { editor: { headers: { authorization: string } } },
  documentId: number,
  paragraphs: {
    text: string
    type?: 'heading'
    origin: Provenance[string]['origin']
    sources: Provenance[string]['sources']
  }[],
): Promise<void> {
  const blocks = paragraphs.map(({ text, type = 'paragraph' }, index) => ({ ...paragraph(`p${index}`, text), type }))
  const provenance = Object.fromEntries(
    paragraphs.map(({ origin, sources }, index) => [`p${index}`, { origin, sources }]),
  )
  const draft: Draft = { title: 'Drafted', summary: null, blocks, provenance }
  const drafter = {
    ...plainDrafter(),
    question: async () => ({ questions: [], actions: [] }),
    draft: async () => ({ draft, questions: [], actions: [], outcomes: [], ledger: [] }),
  }
  const { enqueue, call } = pipelineOf(built, built.editor.headers)
  const { body } = await enqueue(documentId, { notes: 'Write.' })
  await work(built as Deps, { drafter })
  const approved = await call('POST', `/iterations/${body.iteration_id}/approve`)
  if (approved.status !== 200) throw new Error(JSON.stringify(approved.body))
}
