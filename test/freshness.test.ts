// Freshness, held against a model: after every write the node that wrote shows it in its next response, whatever is cached
// there; another node shows it in every response to a request that begins a second later. What a reader may no longer read
// counts like any other change. Histories are random and seeded; a failure names the step and the channel.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { buildApp } from '#app.ts'
import { openDb } from '#engine/db/open.ts'
import type { App } from '#http/kernel.ts'
import { type Built, build, OUTSIDE, onEngines, type TestPerson } from './build.ts'
import { suiteCleaner } from './cleaner.ts'

const MOST_MS = 1_000
const HISTORIES = 4
const STEPS = 8
const VISIBILITIES = ['public', 'members', 'restricted'] as const

type FreshStep =
  | { kind: 'text' | 'title' | 'publish' | 'delete' | 'move' }
  | { kind: 'visibility'; to: (typeof VISIBILITIES)[number] }

const steps = fc.array(
  fc.oneof(
    fc.constantFrom<FreshStep>({ kind: 'text' }, { kind: 'title' }, { kind: 'publish' }, { kind: 'move' }),
    fc.constantFrom<FreshStep>(...VISIBILITIES.map((to) => ({ kind: 'visibility', to }) as const)),
    fc.constant<FreshStep>({ kind: 'delete' }),
  ),
  { minLength: STEPS, maxLength: STEPS },
)

/** The one document of a history, as it should be shown. */
type Model = {
  id: number
  slug: string
  word: string
  visibility: string
  published: boolean
  exists: boolean
  category: number
}

const mayRead = ({ visibility, published, exists }: Model, reader: 'visitor' | 'member'): boolean =>
  exists && published && (visibility === 'public' || (reader === 'member' && visibility === 'members'))

/** CHANNELS are where a reader meets the document; each shows its present word, or nothing. `of` is the category whose documents alone it lists. */
const CHANNELS: { url: (model: Model) => string; reader: 'visitor' | 'member'; isFull?: true; of?: 0 | 1 }[] = [
  { url: ({ slug }) => `/read/${slug}`, reader: 'visitor', isFull: true },
  { url: ({ slug }) => `/read/${slug}.md`, reader: 'member', isFull: true },
  { url: ({ slug }) => `/api/docs/${slug}`, reader: 'member', isFull: true },
  { url: () => '/read/neighbour', reader: 'visitor' },
  { url: () => '/read/category/left', reader: 'visitor', of: 0 },
  { url: () => '/read/category/right', reader: 'member', of: 1 },
  { url: () => '/read/category/left/branch', reader: 'member', of: 0 },
  { url: () => '/', reader: 'visitor' },
  { url: () => '/api/docs/?limit=50', reader: 'visitor' },
  { url: () => '/api/docs/tree/me', reader: 'member' },
  { url: ({ word }) => `/api/docs/search?q=${word}`, reader: 'member' },
  { url: ({ word }) => `/read/search.json?q=${word}`, reader: 'visitor' },
  { url: () => '/api/docs/suggest?q=quux', reader: 'member' },
  { url: () => '/api/docs/suggest/full?q=about', reader: 'member' },
  { url: () => '/api/docs/suggest?q=wibble', reader: 'member' },
]

onEngines('freshness', (engine) => {
  const t = suiteCleaner()
  let first: Built
  let second: App
  let editor: TestPerson
  let member: TestPerson
  let categories: number[]
  let serial = 0

  before(async () => {
    first = await build(t, { engine })
    const db = await openDb(first.config)
    t.after(() => db.close())
    second = buildApp({ ...first, db })
    t.after(() => second.close())
    await second.ready()
    ;[editor, member] = [await first.person('editor'), await first.person('reader')]
    const add = async (name: string) => (await write('POST', '/api/admin/categories/', { name })).json().id as number
    categories = [await add('Left'), await add('Right')]
    for (const category_id of categories)
      await write('POST', '/api/docs/', { title: `Neighbour`, markdown: 'Beside.', category_id })
  })

  const write = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    first.app.inject({ method, url, headers: editor.headers, ...(payload && { payload }) })

  const ask = (app: App, channel: (typeof CHANNELS)[number], model: Model) =>
    app.inject({ url: channel.url(model), headers: { ...(channel.reader === 'member' && member.headers), ...OUTSIDE } })

  /** askAll asks often enough that what is cached is sent from the cache. */
  async function askAll(app: App, model: Model): Promise<void> {
    for (let times = 0; times < 3; times++) for (const channel of CHANNELS) await ask(app, channel, model)
  }

  /** faultOf is how a response differs from the model, or undefined. */
  async function faultOf(app: App, channel: (typeof CHANNELS)[number], model: Model): Promise<string | undefined> {
    const { statusCode, body } = await ask(app, channel, model)
    const isListed = channel.of === undefined || model.category === categories[channel.of]
    const shows = isListed && mayRead(model, channel.reader)
    if (channel.isFull && statusCode !== (shows ? 200 : 404)) return `${channel.url(model)}: ${statusCode}`
    // The sidebar of a small site has every document.
    const own = channel.of === undefined ? body : body.slice(Math.max(0, body.indexOf('<main')))
    if (own.includes(model.word) === shows) return undefined
    return `${channel.url(model)} ${shows ? 'does not show' : 'still shows'} ${model.word}`
  }

  const nextWord = () => `quux${(serial++).toString(36)}zyx`

  async function take(step: FreshStep, model: Model): Promise<void> {
    if (!model.exists) return
    const url = `/api/docs/${model.id}`
    if (step.kind === 'visibility') {
      model.visibility = step.to
      await write('PUT', url, { visibility: step.to })
    } else if (step.kind === 'publish') {
      model.published = !model.published
      await write('POST', `${url}/${model.published ? 'publish' : 'unpublish'}`)
    } else if (step.kind === 'move') {
      model.category = categories.find((id) => id !== model.category)!
      await write('PUT', url, { category_id: model.category })
    } else if (step.kind === 'delete') {
      model.exists = false
      await write('DELETE', url)
    } else {
      // The word is in title, heading and text, so that every channel shows which version it has.
      model.word = nextWord()
      const text = step.kind === 'text' ? `${model.word} in the text.` : 'A text.'
      const change = {
        title: `About ${model.word}`,
        summary: model.word,
        markdown: `${text}\n\n## Wibble ${model.word}`,
      }
      await write('PUT', url, change)
    }
  }

  async function begin(): Promise<Model> {
    const word = nextWord()
    const [category] = categories as [number, number]
    const payload = {
      title: `About ${word}`,
      slug: `history-${serial}`,
      summary: word,
      markdown: `## Wibble ${word}`,
      category_id: category,
    }
    const { id, slug } = (await write('POST', '/api/docs/', payload)).json()
    return { id, slug, word, visibility: 'public', published: true, exists: true, category }
  }

  test('a write shows in the next response of its node', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const model = await begin()
        for (const step of history) {
          await askAll(first.app, model)
          await take(step, model)
          for (const channel of CHANNELS) assert.equal(await faultOf(first.app, channel, model), undefined, step.kind)
        }
        await take({ kind: 'delete' }, model)
      }),
      { numRuns: HISTORIES, includeErrorInReport: true },
    )
  })

  test('another node shows it in every response to a request that begins a second later', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const model = await begin()
        for (const step of history) {
          await askAll(second, model)
          await take(step, model)
          const written = performance.now()
          for (const channel of CHANNELS)
            for (;;) {
              const asked = performance.now() - written
              const fault = await faultOf(second, channel, model)
              if (fault === undefined) break
              assert.ok(asked < MOST_MS, `${fault}, ${Math.round(asked)} ms after: ${step.kind}`)
              await sleep(20)
            }
        }
        await take({ kind: 'delete' }, model)
      }),
      { numRuns: HISTORIES, includeErrorInReport: true },
    )
  })
})
