// Experiment: SIGKILL to the service while clients save, draft, publish, restore and delete documents, again and again over
// one database. Passes when every text that was acknowledged is among the revisions of its document, and every document is as
// its last acknowledged request left it.

import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE } from '../../src/time.ts'
import { random } from '../random.ts'
import { until } from '../until.ts'
import { conclude, databaseOf, readOptions } from './experiment.ts'
import { firstToken, NO_LIMITS, newFolder, startService, stopService } from './service.ts'

type DocumentState = { published: string; draft: string | null; isDeleted: boolean }

/** A RevisedDocument has one state, or two when nobody knows whether the last request got through. */
type RevisedDocument = {
  id: number
  /** first is the revision with its first text. */
  first: number | undefined
  states: DocumentState[]
  /** texts were acknowledged: published, or saved and not published. */
  texts: string[]
  /** begunOver is what was published when the draft was begun. */
  begunOver: string
}
type RevisingRequest = { method: string; path: string; body?: object; after: DocumentState; text?: string }
type RevisingResponse = { status: number; body: { id: number; title: string } }

/** Then a client goes on with a new document. */
const REQUESTS_EACH = 12

class Revisers {
  acknowledged = 0
  readonly documents: RevisedDocument[] = []
  readonly #origin: () => string
  readonly #headers: Record<string, string>
  readonly #next: () => number
  #running: Promise<void>[] = []
  #isStopped = false
  #made = 0

  constructor(origin: () => string, token: string, next: () => number) {
    this.#origin = origin
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    this.#next = next
  }

  start(clients: number): void {
    this.#running = Array.from({ length: clients }, () => this.#run())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#running)
  }

  /** send is undefined when nobody knows what became of a request. */
  async #send(method: string, path: string, payload?: object): Promise<RevisingResponse | undefined> {
    try {
      const body = payload && { body: JSON.stringify(payload) }
      const response = await fetch(this.#origin() + path, { method, headers: this.#headers, ...body })
      const text = await response.text()
      if (response.status >= 500) return undefined
      return { status: response.status, body: text === '' ? null : JSON.parse(text) }
    } catch {
      return undefined
    }
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const text = `Text ${++this.#made}`
      const response = await this.#send('POST', '/api/docs/', { title: text, markdown: text })
      if (response?.status !== 201) {
        await sleep(20)
        continue
      }
      this.acknowledged++
      const state = { published: text, draft: null, isDeleted: false }
      const { id } = response.body
      const [first] = await this.#revisions(id)
      const document = { id, first: first?.id, states: [state], texts: [text], begunOver: text }
      this.documents.push(document)
      for (let request = 0; request < REQUESTS_EACH && !this.#isStopped; request++)
        if (!(await this.#change(document))) break
    }
  }

  #choices({ id, first, states, texts, begunOver }: RevisedDocument): RevisingRequest[] {
    const [is] = states as [DocumentState]
    if (is.isDeleted)
      return [{ method: 'POST', path: `/api/admin/docs/trash/${id}/restore`, after: { ...is, isDeleted: false } }]
    const path = `/api/docs/${id}`
    const text = `Text ${++this.#made}`
    const body = { title: text, markdown: text }
    const publication = { method: 'POST', path: `${path}/publish`, after: { ...is, published: is.draft!, draft: null } }
    const restore = {
      method: 'POST',
      path: `${path}/revisions/${first}/restore`,
      after: { ...is, published: texts[0]! },
    }
    return [
      ...(first !== undefined && is.published !== texts[0] ? [restore] : []),
      { method: 'PUT', path, body, after: { ...is, published: text }, text },
      { method: 'PUT', path: `${path}?publish=false`, body, after: { ...is, draft: text }, text },
      { method: 'DELETE', path, after: { ...is, isDeleted: true } },
      // What both changed would have to be merged by a person.
      ...(is.draft !== null && begunOver === is.published ? [publication, publication] : []),
    ]
  }

  /** change makes one request and notes what it left; false when nobody knows. */
  async #change(document: RevisedDocument): Promise<boolean> {
    const choices = this.#choices(document)
    const { method, path, body, after, text } = choices[Math.floor(this.#next() * choices.length)]!
    const [before] = document.states as [DocumentState]
    document.states = [before, after]
    const response = await this.#send(method, path, body)
    if (response === undefined) return false
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status}`)
    this.acknowledged++
    document.states = [after]
    if (text !== undefined) document.texts.push(text)
    if (before.draft === null && after.draft !== null) document.begunOver = before.published
    return true
  }

  async #revisions(id: number): Promise<RevisingResponse['body'][]> {
    const listed = await this.#send('GET', `/api/docs/${id}/revisions?all=true`)
    return (listed?.body ?? []) as unknown as RevisingResponse['body'][]
  }

  /** faults are texts that are missing, and states that no request left. */
  async faults(): Promise<string[]> {
    const faults: string[] = []
    for (const document of this.documents) faults.push(...(await this.#faultsOf(document)))
    return faults
  }

  async #faultsOf({ id, states, texts }: RevisedDocument): Promise<string[]> {
    // Only what is deleted can be brought back.
    const isDeleted = (await this.#send('POST', `/api/admin/docs/trash/${id}/restore`))?.status === 201
    const view = await this.#send('GET', `/api/admin/docs/${id}`)
    if (view?.status !== 200) return [`document ${id} is gone (${view?.status})`]
    const copy = await this.#send('GET', `/api/docs/${id}/working-copy`)
    const draft = copy?.status === 200 ? copy.body.title : null
    const is = JSON.stringify({ published: view.body.title, draft, isDeleted })
    const titles = new Set((await this.#revisions(id)).map(({ title }) => title))
    const wrong = states.some((state) => JSON.stringify(state) === is) ? [] : [`document ${id} is ${is}`]
    return [...wrong, ...texts.filter((text) => !titles.has(text)).map((text) => `"${text}" of ${id} is lost`)]
  }
}

/** killUnderRevisers spreads the kills over the requests. */
export async function killUnderRevisers(
  env: Record<string, string>,
  { kills, requests, clients, seed }: { kills: number; requests: number; clients: number; seed: number },
) {
  const next = random(seed)
  let service = await startService({ ...NO_LIMITS, GALLEY_LOG_LEVEL: 'error', ...env })
  const revisers = new Revisers(() => service.origin, await firstToken(service.origin), next)
  revisers.start(clients)
  for (let kill = 1; kill <= kills; kill++) {
    const enough = (requests * kill) / kills
    await until(`${enough} requests are acknowledged`, () => revisers.acknowledged >= enough, 10 * MINUTE)
    await sleep(next() * 50)
    service.child.kill('SIGKILL')
    await service.ended
    service = await startService({ ...NO_LIMITS, GALLEY_LOG_LEVEL: 'error', ...env })
  }
  await revisers.stop()
  const faults = await revisers.faults()
  await stopService(service)
  const { acknowledged, documents } = revisers
  const texts = documents.reduce((sum, document) => sum + document.texts.length, 0)
  return { faults, acknowledged, documents: documents.length, texts }
}

if (import.meta.main) {
  const { engine, ...options } = readOptions(
    'SIGKILL to the service under saves, drafts, publications, deletions and restores.',
    { engine: 'sqlite', kills: 50, requests: 5_000, clients: 6, seed: 1 },
  )
  const server = await databaseOf(engine)
  const env = { GALLEY_DATA: newFolder(), DATABASE_URL: server.url }
  const { faults, acknowledged, documents, texts } = await killUnderRevisers(env, options)
  await server.stop()
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  conclude(
    `${engine}, seed ${options.seed}, ${options.kills} kills: ${faults.length} faults in ${acknowledged} acknowledged requests, ${texts} texts of ${documents} documents`,
    faults.length === 0,
  )
}
