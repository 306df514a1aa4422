// Words of documents that one may not read: a search for one costs what a search for an unknown word costs, counted in
// statements, in their rows and in the rows that they come across, and words leave the vocabulary with the last document that
// has them.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Built, build, onEngines, type TestPerson } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { stepsOf, workOf } from '../../../../test/count-work.ts'
import { pluck } from '../../../../test/pluck.ts'
import { pruneVocabulary, reindexOutdated } from './indexing/maintenance.ts'

/** What is typed of a hidden word, and the same of a word that nobody has; no word that may be found begins like either. */
const PAIRS: [what: string, hidden: string, unknown: string][] = [
  ['the word', 'quetzalcoatl', 'wirtzelgoatl'],
  ['its beginning', 'quetz', 'wirtz'],
  ['its first letters', 'qu', 'wi'],
  ['a slip in it', 'quetzalcotl', 'wirtzelgotl'],
  ['it beside a word that all may find', 'handbook quetzalcoatl', 'handbook wirtzelgoatl'],
  ['a word of a title that is not written', 'zanzibar', 'yonyibar'],
  ['a word of an unpublished document', 'kilimanjaro', 'jomimenjare'],
]

/** The same for words that stand in restricted and unpublished documents only. */
const CLOSED_PAIRS: [what: string, hidden: string, unknown: string][] = [
  ['the word', 'xochicalco', 'yuchigalgo'],
  ['its beginning', 'xochic', 'yuchig'],
  ['its first letters', 'xo', 'yu'],
  ['a slip in it', 'xochicaldo', 'yuchigaldo'],
  ['two slips in it', 'xochicabdo', 'yuchigabdo'],
  ['it beside a word that all may find', 'handbook xochicalco', 'handbook yuchigalgo'],
  ['a word of an unpublished document', 'kilimanjaro', 'jomimenjare'],
  ['two words that stand together in a hidden document only', 'handbook velda', 'manual velda'],
]

/** The same for words in titles and headings, which alone are suggested. */
const TITLE_PAIRS: [what: string, hidden: string, unknown: string][] = [
  ['a hidden title', 'xochimilco gardens', 'yuchimilgo gurdens'],
  ['a word of it', 'xochimilco', 'yuchimilgo'],
  ['its beginning', 'xochim', 'yuchim'],
  ['its first letters', 'xo', 'yu'],
  ['a slip in it', 'xochimilko', 'yuchimilho'],
  ['a heading', 'xochitl', 'yuchitk'],
  ['two words that stand together in a hidden title only', 'handbook velda', 'manual velda'],
  ['the first letters of a word that stands beside another in a hidden title only', 'handbook veld', 'manual veld'],
]

const VISITOR = 'a visitor'
const BOUND = 'a bound token'
const READERS = ['a reader', 'a reader with a grant', 'a reader to whom a category is open', BOUND]

onEngines('hidden words', (engine) => {
  const t = suiteCleaner()
  let site: Built
  let editor: TestPerson
  const send = (url: string, payload: object) =>
    site.app.inject({ method: 'POST', url, headers: editor.headers, payload })
  const post = async (url: string, payload: object): Promise<number> => {
    const response = await send(url, payload)
    assert.equal(response.statusCode, 201, response.body)
    return response.json().id
  }
  const make = (payload: object): Promise<number> => post('/api/docs/', payload)
  const restrictedTo = ({ id }: TestPerson) => ({ visibility: 'restricted', access: { roles: [], users: [id] } })
  const change = (id: number, payload: object) =>
    site.app.inject({ method: 'PUT', url: `/api/docs/${id}`, headers: editor.headers, payload })
  let readers: Record<string, Record<string, string>>
  /** search is the site's for visitors, the API's for all others. */
  const search = (q: string, headers?: Record<string, string>) =>
    site.app.inject({
      url: headers ? '/api/docs/search' : '/read/search.json',
      query: { q },
      ...(headers && { headers }),
    })
  /** suggest is for who is signed in. */
  const suggest = (q: string, headers: Record<string, string>) =>
    site.app.inject({ url: '/api/docs/suggest', query: { q }, headers })
  const found = async (q: string, headers?: Record<string, string>): Promise<string[]> =>
    (await search(q, headers)).json().map(({ title }: { title: string }) => title)
  const words = async (beginning: string) => {
    const rows = await site.db.read
      .selectFrom('search_words')
      .selectAll()
      .where('word', 'like', `${beginning}%`)
      .execute()
    return rows.map(({ word, reach }) => `${'('.repeat(2 - reach)}${word}${')'.repeat(2 - reach)}`)
  }

  before(async () => {
    // What is missed is written by itself every few seconds, perhaps amid a count.
    site = await build(t, { engine, env: { GALLEY_KEEP_MISSED_SEARCHES_DAYS: '0', GALLEY_EDITORS_SEE: 'everything' } })
    editor = await site.person('editor')
    await make({ title: 'Handbook', markdown: 'Open to all.' })
    const secret = 'Quetzalcoatl, quetzal and quetzals.'
    for (const visibility of ['members', 'restricted']) await make({ title: 'Plan', markdown: secret, visibility })
    await make({ title: 'Vault', markdown: 'Xochicalco, xochical and xochicals.', visibility: 'restricted' })
    await make({ title: 'Xochimilco gardens', markdown: '# Xochitl', visibility: 'restricted' })
    await make({ title: 'Zanzibar' })
    await make({ title: 'Later', markdown: 'Kilimanjaro.', published: false })
    for (const title of ['Velda', 'Manual']) await make({ title, markdown: 'Open to all.' })
    await make({ title: 'Handbook velda', markdown: 'Handbook, velda.', visibility: 'restricted' })
    const [granted, entering] = [await site.person('reader'), await site.person('reader')]
    const categoryId = await post('/api/admin/categories/', { name: 'Den', ...restrictedTo(entering) })
    await make({ title: 'Lair', markdown: 'Ocelotl.', ...restrictedTo(granted) })
    await make({ title: 'Burrow', markdown: 'Axolotl.', category_id: categoryId })
    const { token } = (await send('/api/tokens', { name: 'bound', category_ids: [categoryId] })).json()
    readers = {
      'a reader': (await site.person('reader')).headers,
      'a reader with a grant': granted.headers,
      'a reader to whom a category is open': entering.headers,
      [BOUND]: { authorization: `Bearer ${token}` },
    }
    // What is kept of readers and of documents that may be found is not what is compared here.
    for (const headers of [undefined, ...Object.values(readers)])
      for (const q of ['warm', 'handbook', 'handbook warm', 'velda', 'manual']) {
        await search(q, headers)
        if (headers) await suggest(q, headers)
      }
  })

  const sameWork = async (run: (q: string) => Promise<unknown>, hidden: string, unknown: string) => {
    const [one, other] = [await stepsOf(site.db, () => run(hidden)), await stepsOf(site.db, () => run(unknown))]
    assert.deepEqual(one, other)
    assert.ok(one.length > 0)
  }

  for (const who of [VISITOR, BOUND])
    for (const [what, hidden, unknown] of PAIRS)
      test(`a search of ${who} for ${what} does as much as one for an unknown word`, async () => {
        await sameWork((q) => search(q, readers[who]), hidden, unknown)
        assert.deepEqual(await found(hidden, readers[who]), await found(unknown, readers[who]))
      })

  for (const who of [VISITOR, ...READERS])
    for (const [what, hidden, unknown] of CLOSED_PAIRS)
      test(`a search of ${who} for ${what} does as much as one for an unknown word, when it is closed`, () =>
        sameWork((q) => search(q, readers[who]), hidden, unknown))

  for (const who of READERS)
    for (const [what, hidden, unknown] of TITLE_PAIRS)
      test(`suggestions to ${who} for ${what} take as much as for an unknown word`, () =>
        sameWork((q) => suggest(q, readers[who]!), hidden, unknown))

  test('nothing is found of what is hidden, and nothing is suggested', async () => {
    const closed = (titles: string[]) =>
      titles.filter((title) => /vault|later|xochi|handbook velda|^plan$/i.test(title))
    for (const who of READERS) {
      for (const [, hidden] of CLOSED_PAIRS) assert.deepEqual(closed(await found(hidden, readers[who])), [], hidden)
      for (const [, hidden] of TITLE_PAIRS)
        assert.deepEqual(closed((await suggest(hidden, readers[who]!)).json()), [], hidden)
    }
  })

  test("the search compares work: an editor's search for the same words comes across their rows", async () => {
    for (const [, hidden, unknown] of [...PAIRS, ...CLOSED_PAIRS])
      await assert.rejects(
        sameWork((q) => search(q, editor.headers), hidden, unknown),
        hidden,
      )
    for (const [, hidden, unknown] of TITLE_PAIRS)
      await assert.rejects(
        sameWork((q) => suggest(q, editor.headers), hidden, unknown),
        hidden,
      )
  })

  test('which words there are is asked without looking at a document, for a reader without a grant', async () => {
    const headers = readers['a reader']!
    const work = [
      ...(await workOf(() => suggest('xochimilka', headers))),
      ...(await workOf(() => search('xochimilka', headers))),
    ]
    const vocabulary = work.filter(({ text }) => /\bsearch_words\b/.test(text))
    assert.ok(vocabulary.length > 5)
    for (const { text } of vocabulary) assert.doesNotMatch(text, /\bdocuments\b|search_bodies/)
  })

  test('a grant makes the words of its document findable, by their beginning and with a slip', async () => {
    const finds: [who: string, title: string, queries: string[]][] = [
      ['a reader with a grant', 'Lair', ['ocelotl', 'ocelo', 'ocelutl', 'lair', 'handbook ocelo']],
      ['a reader to whom a category is open', 'Burrow', ['axolotl', 'axolo', 'axelotl', 'burrow']],
      [BOUND, 'Burrow', ['axolotl', 'axolo', 'axelotl', 'burrow']],
    ]
    for (const [who, title, queries] of finds)
      for (const q of queries) {
        assert.ok((await found(q, readers[who])).includes(title), `${who}: ${q}`)
        assert.deepEqual(await found(q, readers['a reader']), q.startsWith('handbook') ? ['Handbook'] : [], q)
      }
    for (const [who, title] of finds)
      for (const q of [title.slice(0, 2), title, `${title.slice(0, 3)}x${title.slice(3)}`]) {
        assert.deepEqual((await suggest(q, readers[who]!)).json(), [title], `${who}: ${q}`)
        assert.doesNotMatch((await suggest(q, readers['a reader']!)).body, new RegExp(title), q)
      }
  })

  test('what a reader was granted is found as it is now, and no longer once it is closed', async () => {
    const reader = await site.person('reader')
    const id = await make({ title: 'Nest', markdown: 'Macuahuitl.', ...restrictedTo(reader) })
    assert.deepEqual(await found('macuahuitl', reader.headers), ['Nest'])
    await change(id, { markdown: 'Xiuhcoatl.' })
    assert.deepEqual(await found('xiuhc', reader.headers), ['Nest'])
    assert.deepEqual(await found('macuahuitl', reader.headers), [])
    await change(id, { access: { roles: [], users: [] } })
    await sameWork((q) => search(q, reader.headers), 'xiuhcoatl', 'yiuhcoatl')
    await change(id, { visibility: 'public' })
    assert.deepEqual(await found('xiuhc', reader.headers), ['Nest'])
    assert.deepEqual(await found('xiuhc'), ['Nest'])
  })

  test('they are found by who may read them, by their beginning and with a slip', async () => {
    for (const q of ['quetzalcoatl', 'quetzalc', 'quetzalcotl']) {
      const response = await site.app.inject({ url: '/api/docs/search', query: { q }, headers: editor.headers })
      assert.deepEqual(pluck(response.json(), 'title'), ['Plan', 'Plan'], q)
    }
  })

  test('a word is open while some document has it that every visitor may read', async () => {
    const id = await make({ title: 'Macaw', markdown: 'macawish' })
    assert.deepEqual(await words('macaw'), ['macaw', 'macawish'])
    await change(id, { visibility: 'members' })
    assert.deepEqual(await words('macaw'), ['(macaw)', '(macawish)'])
    assert.deepEqual(await found('macawish'), [])
    await change(id, { visibility: 'public' })
    assert.deepEqual(await words('macaw'), ['macaw', 'macawish'])
    assert.deepEqual(await found('macawi'), ['Macaw'])
  })

  test('a category that closes and opens takes the words of its documents with it', async () => {
    const { app, db } = site
    const asEditor = { headers: editor.headers }
    const response = await app.inject({
      method: 'POST',
      url: '/api/admin/categories/',
      ...asEditor,
      payload: { name: 'Aviary' },
    })
    await make({ title: 'Toucan', markdown: 'toucanet', category_id: response.json().id })
    const setVisibility = (visibility: string) =>
      app.inject({
        method: 'PUT',
        url: `/api/admin/categories/${response.json().id}`,
        ...asEditor,
        payload: { visibility },
      })
    await setVisibility('members')
    assert.deepEqual(await found('toucanet'), [])
    assert.equal(await reindexOutdated({ db }), 1)
    assert.deepEqual(await words('toucan'), ['(toucan)', '(toucanet)'])
    await setVisibility('public')
    assert.equal(await reindexOutdated({ db }), 1)
    assert.deepEqual(await found('toucanet'), ['Toucan'])
  })

  test('words leave with the last document that has them, and come back with it', async () => {
    const { app } = site
    const [id] = [await make({ title: 'Kakapo', markdown: 'kakapodes kakarot' }), await make({ title: 'Kakarot' })]
    await app.inject({ method: 'DELETE', url: `/api/docs/${id}`, headers: editor.headers })
    assert.deepEqual(await words('kaka'), ['(kakarot)'])
    await app.inject({ method: 'POST', url: `/api/admin/docs/trash/${id}/restore`, headers: editor.headers })
    assert.deepEqual((await words('kaka')).sort(), ['kakapo', 'kakapodes', 'kakarot'])
  })

  test('words that a document no longer has are swept', async () => {
    const id = await make({ title: 'Lory', markdown: 'lorikeet' })
    await change(id, { markdown: 'lorius' })
    assert.deepEqual((await words('lori')).sort(), ['lorikeet', 'lorius'])
    assert.ok((await pruneVocabulary(site)) >= 1)
    assert.deepEqual(await words('lori'), ['lorius'])
    await make({ title: 'Again', markdown: 'lorikeet' })
    assert.deepEqual((await words('lori')).sort(), ['lorikeet', 'lorius'])
  })
})
