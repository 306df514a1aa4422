// No word that is not published, or no longer, is on any channel: random histories of saves, drafts, proposals, merges, restores
// and the trash, on two nodes. Every text is made of words of its own, so whatever a response shows can be held against the
// model; a failure names the step, the channel and the word.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { buildApp } from '#app.ts'
import { openDb } from '#engine/db/open.ts'
import { type Built, build, OUTSIDE, onEngines, type TestPerson } from './build.ts'
import { suiteCleaner } from './cleaner.ts'
import { connect, use } from './mcp.ts'
import { paragraph } from './pipeline.ts'

const MOST_MS = 1_000
const HISTORIES = 3
const STEPS = 10
type ToldPlace = 'site' | 'trash' | 'trash with its category' | 'nowhere'

/** KINDS are the steps that a document can take where it is. */
const KINDS = {
  site: [
    ...['save', 'draft', 'autosave', 'publish', 'discard', 'propose', 'merge a proposal', 'save under review'],
    ...['restore', 'restore into the draft', 'unpublish', 'restrict', 'name a guest', 'open', 'delete'],
    ...['delete the category'],
  ],
  trash: ['bring back', 'bring back', 'purge'],
  'trash with its category': ['bring the category back'],
  nowhere: [],
} as const satisfies Record<ToldPlace, string[]>
type StepKind = (typeof KINDS)[ToldPlace][number]
const histories = fc.array(fc.record({ pick: fc.nat(), part: fc.constantFrom(0, 1, 2) }), {
  minLength: STEPS,
  maxLength: STEPS,
})

/** ToldWords are the title's, and those of two paragraphs: parts that can be changed and merged by themselves. */
type ToldWords = [title: string, first: string, second: string]
type ToldDocument = {
  id: number
  slug: string
  said: ToldWords
  draft: { words: ToldWords; base: ToldWords } | undefined
  proposed: { id: number; words: ToldWords; base: ToldWords }[]
  visibility: string
  /** namesGuest: a restricted document names one person who may read it. */
  namesGuest: boolean
  published: boolean
  place: ToldPlace
}

const OURS = /quux[a-z0-9]+zyx/g
const wordsIn = (text: string): string[] => [...new Set(text.match(OURS) ?? [])]
let serial = 0
/** nextWord is like no other: a search forgives a letter or two. */
const nextWord = () => `quux${hash('sha1', String(serial++)).slice(0, 12)}zyx`

const textOf = ([title, first, second]: ToldWords) => ({
  title: `About ${title}`,
  summary: title,
  blocks: [paragraph('first', `wibble ${first}`), paragraph('second', `wibble ${second}`)],
})

/** merged is what publishing makes of a draft: of each part the change that only one side made; undefined: both did. */
function merged({ words, base }: NonNullable<ToldDocument['draft']>, published: ToldWords): ToldWords | undefined {
  const parts = published.map((theirs, part) => {
    const [mine, before] = [words[part]!, base[part]!]
    if (mine === before || mine === theirs) return theirs
    return theirs === before ? mine : undefined
  })
  return parts.includes(undefined) ? undefined : (parts as ToldWords)
}

type Reader = 'visitor' | 'member' | 'guest'
const readableBy = ({ said, visibility, namesGuest, published, place }: ToldDocument, reader: Reader): string[] => {
  const isOpen = visibility === 'public' || (reader !== 'visitor' && visibility === 'members')
  return place === 'site' && published && (isOpen || (reader === 'guest' && namesGuest)) ? said : []
}

/** PAGES are asked for as they are; `q` of a search is a word that all texts have, so that its response shows what it finds. */
const PAGES: [reader: Reader, url: (model: ToldDocument) => string][] = [
  ['visitor', ({ slug }) => `/read/${slug}`],
  ['visitor', ({ slug }) => `/read/${slug}.md`],
  ['visitor', () => '/'],
  ['visitor', () => '/read/category/shelf'],
  ['visitor', () => '/read/category/shelf/print'],
  ['visitor', () => '/read/category/shelf/feed.xml'],
  ['visitor', ({ slug }) => `/read/${slug}/print`],
  ['visitor', () => '/read/neighbour'],
  ['visitor', () => '/read/search.json?q=wibble'],
  ['visitor', () => '/read/ask?q=what%20is%20wibble%3F'],
  ['visitor', () => '/read/search?q=what%20is%20wibble%3F'],
  ['visitor', () => '/feed.xml'],
  ['visitor', () => '/sitemap.xml'],
  ['visitor', () => '/sitemap-1.xml'],
  ['visitor', () => '/llms.txt'],
  ['visitor', () => '/llms-full.txt'],
  ['visitor', () => '/docs/dashboard'],
  ['visitor', () => '/api/docs/?limit=50'],
  ['visitor', () => '/api/docs/tree'],
  ['visitor', ({ id }) => `/api/docs/${id}/blocks`],
  ['member', ({ slug }) => `/api/docs/${slug}`],
  ['member', ({ id }) => `/api/docs/${id}/markdown`],
  ['member', ({ id }) => `/api/docs/${id}/evidence`],
  ['member', ({ id }) => `/api/docs/${id}/revisions?all=true`],
  ['member', () => '/api/docs/private?limit=50'],
  ['member', () => '/api/admin/proposals?state=all'],
  ['member', ({ proposed }) => `/api/admin/proposals/${proposed.at(-1)?.id ?? 1}`],
  ['member', () => '/api/docs/tree/me'],
  ['member', () => '/api/docs/search?q=wibble'],
  ['member', () => '/api/ask?q=what%20is%20wibble%3F'],
  ['member', () => '/api/docs/suggest?q=quux'],
  ['member', () => '/api/docs/suggest/full?q=about'],
  ['guest', ({ slug }) => `/api/docs/${slug}`],
  ['guest', () => '/api/docs/private?limit=50'],
  ['guest', () => '/api/docs/tree/me'],
  ['guest', () => '/api/docs/search?q=wibble'],
  ['guest', () => '/api/docs/suggest?q=quux'],
  ['guest', () => '/read/search.json?q=wibble'],
]

/** TOOLS are what assistants use. */
const TOOLS: [name: string, args: (model: ToldDocument) => Record<string, unknown>][] = [
  ['search_docs', () => ({ query: 'wibble' })],
  ['ask_docs', () => ({ question: 'what is wibble?' })],
  ['get_page', ({ slug }) => ({ slug })],
  ['list_tree', () => ({})],
  ['list_recent', () => ({})],
  ['get_related', () => ({ slug: 'neighbour' })],
]

onEngines('words that are not published', (engine) => {
  const t = suiteCleaner()
  let site: Built
  let nodes: { app: Built['app']; assistant: Awaited<ReturnType<typeof connect>> }[]
  let admin: TestPerson
  let people: Record<Exclude<Reader, 'visitor'>, TestPerson>
  let shelf: number

  before(async () => {
    site = await build(t, { engine, env: { GALLEY_WEBHOOK_NETWORKS: 'loopback' } })
    const db = await openDb(site.config)
    t.after(() => db.close())
    const second = buildApp({ ...site, db })
    t.after(() => second.close())
    await second.ready()
    nodes = []
    for (const app of [site.app, second]) nodes.push({ app, assistant: await connect(t, { app }) })
    admin = await site.person('admin')
    people = { member: await site.person('reader'), guest: await site.person('reader') }
    const hook = { name: 'All', url: 'http://127.0.0.1:9/', kinds: [], visibility: 'public' }
    await must('POST', '/api/admin/webhooks', hook)
    shelf = (await write('POST', '/api/admin/categories/', { name: 'Shelf' })).body.id
    await write('POST', '/api/docs/', { title: 'Neighbour', markdown: 'wibble beside.' })
  })

  const write = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const response = await site.app.inject({ method, url, headers: admin.headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.body === '' ? null : response.json() }
  }

  const must = async (...request: Parameters<typeof write>): Promise<void> => {
    const { status, body } = await write(...request)
    assert.ok(status < 300, `${request.slice(0, 2).join(' ')}: ${status} ${JSON.stringify(body)}`)
  }

  async function begin(): Promise<ToldDocument> {
    const words: ToldWords = [nextWord(), nextWord(), nextWord()]
    const slug = `told-${serial}`
    const { body } = await write('POST', '/api/docs/', { ...textOf(words), slug, category_id: shelf })
    const page = await site.app.inject({ url: `/read/${slug}`, headers: OUTSIDE })
    assert.deepEqual(wordsIn(page.body).sort(), [...words].sort(), 'a page shows all words of its text')
    const shown = { visibility: 'public', namesGuest: false, published: true, place: 'site' } as const
    return { id: body.id, slug, said: words, draft: undefined, proposed: [], ...shown }
  }

  const changed = (words: ToldWords, part: number): ToldWords =>
    words.map((word, at) => (at === part ? nextWord() : word)) as ToldWords

  /** ON_SITE are the steps of a document that is there. */
  const ON_SITE: Partial<Record<StepKind, (model: ToldDocument, part: number) => Promise<void>>> = {
    save: async (model, part) => {
      model.said = changed(model.said, part)
      await must('PUT', `/api/docs/${model.id}`, textOf(model.said))
    },
    draft: async (model, part) => {
      const { words, base } = model.draft ?? { words: model.said, base: model.said }
      model.draft = { words: changed(words, part), base }
      await must('PUT', `/api/docs/${model.id}?publish=false`, textOf(model.draft.words))
    },
    autosave: async (model, part) => {
      const { body } = await write('GET', `/api/docs/${model.id}/revisions?all=true`)
      const typed = textOf(changed(model.said, part))
      await write('POST', `/api/docs/${model.id}/autosave`, { parent: body[0].id, tags: [], ...typed })
    },
    publish: async (model) => {
      const after = model.draft ? merged(model.draft, model.said) : model.said
      const { status } = await write('POST', `/api/docs/${model.id}/publish`)
      assert.equal(status, after ? 200 : 409)
      if (after) Object.assign(model, { said: after, draft: undefined, published: true })
    },
    discard: async (model) => {
      model.draft = undefined
      await write('DELETE', `/api/docs/${model.id}/working-copy`)
    },
    propose: async (model, part) => {
      const words = changed(model.said, part)
      const { body } = await write('POST', '/api/admin/proposals', { document_id: model.id, change: textOf(words) })
      model.proposed.push({ id: body.id, words, base: model.said })
    },
    'merge a proposal': async (model) => {
      const proposal = model.proposed.shift()
      if (!proposal) return
      const after = merged(proposal, model.said)
      const { status } = await write('POST', `/api/admin/proposals/${proposal.id}/merge`)
      assert.equal(status, after ? 200 : 409)
      if (after) model.said = after
    },
    'save under review': async (model, part) => {
      await must('PUT', `/api/docs/${model.id}/publishing`, { publishing: 'review' })
      const { body } = await write('PUT', `/api/docs/${model.id}`, textOf(changed(model.said, part)))
      assert.equal(body.proposal.state, 'open')
      await must('PUT', `/api/docs/${model.id}/publishing`, { publishing: null })
    },
    restore: async (model, part) => {
      const revision = await findRevision(model, part)
      model.said = revision.words
      await must('POST', `/api/docs/${model.id}/revisions/${revision.id}/restore`)
    },
    'restore into the draft': async (model, part) => {
      const revision = await findRevision(model, part)
      model.draft = { words: revision.words, base: model.draft?.base ?? model.said }
      await must('POST', `/api/docs/${model.id}/revisions/${revision.id}/restore?publish=false`)
    },
    unpublish: async (model) => {
      model.published = false
      await must('POST', `/api/docs/${model.id}/unpublish`)
    },
    restrict: async (model, part) => {
      Object.assign(model, { visibility: part === 0 ? 'members' : 'restricted', namesGuest: false })
      const { visibility } = model
      await must('PUT', `/api/docs/${model.id}`, { visibility, access: { roles: [], users: [] } })
    },
    'name a guest': async (model) => {
      Object.assign(model, { visibility: 'restricted', namesGuest: true })
      const access = { roles: [], users: [people.guest.id] }
      await must('PUT', `/api/docs/${model.id}`, { visibility: 'restricted', access })
    },
    open: async (model) => {
      model.visibility = 'public'
      await must('PUT', `/api/docs/${model.id}`, { visibility: 'public' })
    },
    delete: async (model) => {
      model.place = 'trash'
      await must('DELETE', `/api/docs/${model.id}`)
    },
    'delete the category': async (model) => {
      model.place = 'trash with its category'
      await must('DELETE', `/api/admin/categories/${shelf}?content=trash`)
    },
  }

  /** findRevision picks one of all texts that the document ever had. */
  async function findRevision({ id }: ToldDocument, nth: number): Promise<{ id: number; words: ToldWords }> {
    const { body: all } = await write('GET', `/api/docs/${id}/revisions?all=true`)
    const picked = all[nth % all.length]
    const { body } = await write('GET', `/api/docs/${id}/revisions/${picked.id}`)
    const [first, second] = wordsIn(JSON.stringify(body.blocks))
    return { id: picked.id, words: [wordsIn(body.title)[0]!, first!, second ?? first!] }
  }

  async function take(kind: StepKind, part: number, model: ToldDocument): Promise<void> {
    if (model.place === 'site') return ON_SITE[kind]?.(model, part)
    if (model.place === 'trash' && kind === 'bring back') {
      await must('POST', `/api/admin/docs/trash/${model.id}/restore`)
      model.place = 'site'
    } else if (model.place === 'trash' && kind === 'purge') {
      await must('DELETE', `/api/admin/docs/trash/${model.id}`)
      model.place = 'nowhere'
    } else if (model.place === 'trash with its category' && kind === 'bring the category back') {
      await must('POST', `/api/admin/categories/trash/${shelf}/restore`)
      model.place = 'site'
    }
  }

  /** leave ends a history: the next one finds its category, and nothing of this one. */
  async function leave(model: ToldDocument): Promise<void> {
    if (model.place === 'trash with its category') await take('bring the category back', 0, model)
    if (model.place === 'site') await take('delete', 0, model)
    if (model.place === 'trash') await take('purge', 0, model)
  }

  /** findLeak is the first channel of a node that shows what its reader may not read. */
  async function findLeak(
    { app, assistant }: (typeof nodes)[number],
    model: ToldDocument,
  ): Promise<string | undefined> {
    const leaked = (text: string, reader: Reader) =>
      wordsIn(text).find((word) => !readableBy(model, reader).includes(word))
    for (const [reader, url] of PAGES) {
      const headers = { ...(reader !== 'visitor' && people[reader].headers), ...OUTSIDE }
      const word = leaked((await app.inject({ url: url(model), headers })).body, reader)
      if (word !== undefined) return `${url(model)} shows ${word} to the ${reader}`
    }
    for (const [name, args] of TOOLS) {
      const { text, value } = await use(assistant, name, args(model))
      const word = leaked(text + JSON.stringify(value ?? ''), 'visitor')
      if (word !== undefined) return `${name} shows ${word}`
    }
    return undefined
  }

  /** findForeseen: no search finds the document by a word that only its draft or its past has. */
  async function findForeseen(
    { app }: (typeof nodes)[number],
    model: ToldDocument,
    words: string[],
  ): Promise<string | undefined> {
    for (const word of words) {
      const { body } = await app.inject({
        url: `/api/docs/search?q=${word}`,
        headers: { ...people.member.headers, ...OUTSIDE },
      })
      if (body.includes(model.slug)) return `a search for ${word} finds it`
    }
    return undefined
  }

  let lastDelivery = 0

  /** findSent: a message says what was readable before or after its step, and nothing else. */
  async function findSent(readable: string[]): Promise<string | undefined> {
    const rows = await site.db.read
      .selectFrom('webhook_deliveries')
      .select(['id', 'kind', 'body'])
      .where('id', '>', lastDelivery)
      .orderBy('id')
      .execute()
    lastDelivery = rows.at(-1)?.id ?? lastDelivery
    for (const { kind, body } of rows) {
      const word = wordsIn(body).find((one) => !readable.includes(one))
      if (word !== undefined) return `the webhook ${kind} says ${word}`
    }
    return undefined
  }

  async function checkAll(kind: string, model: ToldDocument, former: string[]): Promise<void> {
    assert.equal(await findSent([...former, ...readableBy(model, 'visitor')]), undefined, kind)
    const readable = readableBy(model, 'member')
    const hidden = [...former, ...model.said, ...(model.draft?.words ?? [])].filter((word) => !readable.includes(word))
    const granted = await site.app.inject({
      url: `/api/docs/${model.slug}`,
      headers: { ...people.guest.headers, ...OUTSIDE },
    })
    assert.equal(granted.statusCode, readableBy(model, 'guest').length > 0 ? 200 : 404, kind)
    const [first, second] = nodes as [(typeof nodes)[number], (typeof nodes)[number]]
    const written = performance.now()
    assert.equal(await findLeak(first, model), undefined, kind)
    assert.equal(await findForeseen(first, model, hidden), undefined, kind)
    for (;;) {
      const asked = performance.now() - written
      const fault = (await findLeak(second, model)) ?? (await findForeseen(second, model, hidden))
      if (fault === undefined) return
      assert.ok(asked < MOST_MS, `${fault} on the other node, ${Math.round(asked)} ms after: ${kind}`)
      await sleep(20)
    }
  }

  test('are on no channel of any node, whatever happens to a document', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const model = await begin()
        await findSent([])
        try {
          for (const { pick, part } of history) {
            const kinds = KINDS[model.place]
            const kind = kinds[pick % kinds.length]
            if (kind === undefined) break
            const former = readableBy(model, 'visitor')
            await take(kind, part, model)
            await checkAll(`${kind} (${part})`, model, former)
          }
        } finally {
          await leave(model)
        }
      }),
      { numRuns: HISTORIES, includeErrorInReport: true, endOnFailure: true },
    )
  })
})
