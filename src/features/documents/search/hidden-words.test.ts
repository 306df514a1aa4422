// Words of documents that one may not read: a search for one costs what a search for an unknown word costs, counted in
// statements and rows, and words leave the vocabulary with the last document that has them.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Built, build, onEngines, type TestPerson } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { workOf } from '../../../../test/count-work.ts'
import { catchUp, sweepWords } from './indexing/upkeep.ts'

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
]

/** The same for words in titles and headings, which alone are suggested. */
const TITLE_PAIRS: [what: string, hidden: string, unknown: string][] = [
  ['a hidden title', 'xochimilco gardens', 'yuchimilgo gurdens'],
  ['a word of it', 'xochimilco', 'yuchimilgo'],
  ['its beginning', 'xochim', 'yuchim'],
  ['its first letters', 'xo', 'yu'],
  ['a slip in it', 'xochimilko', 'yuchimilho'],
  ['a heading', 'xochitl', 'yuchitk'],
]

const byText = (a: { text: string }, b: { text: string }): number => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)

onEngines('hidden words', (engine) => {
  const t = suiteCleaner()
  let site: Built
  let editor: TestPerson
  const make = async (payload: object): Promise<number> => {
    const response = await site.app.inject({ method: 'POST', url: '/api/docs/', headers: editor.headers, payload })
    assert.equal(response.statusCode, 201, response.body)
    return response.json().id
  }
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
  const found = async (q: string) => (await search(q)).json().map(({ title }: { title: string }) => title)
  const words = async (beginning: string) => {
    const rows = await site.db.read
      .selectFrom('search_words')
      .selectAll()
      .where('word', 'like', `${beginning}%`)
      .execute()
    return rows.map(({ word, reach }) => `${'('.repeat(2 - reach)}${word}${')'.repeat(2 - reach)}`)
  }

  before(async () => {
    site = await build(t, { engine })
    editor = await site.person('editor')
    await make({ title: 'Handbook', markdown: 'Open to all.' })
    const secret = 'Quetzalcoatl, quetzal and quetzals.'
    for (const visibility of ['members', 'restricted']) await make({ title: 'Plan', markdown: secret, visibility })
    await make({ title: 'Vault', markdown: 'Xochicalco, xochical and xochicals.', visibility: 'restricted' })
    await make({ title: 'Xochimilco gardens', markdown: '# Xochitl', visibility: 'restricted' })
    await make({ title: 'Zanzibar' })
    await make({ title: 'Later', markdown: 'Kilimanjaro.', published: false })
    const granted = await site.person('reader')
    readers = { 'a reader': (await site.person('reader')).headers, 'a reader with a grant': granted.headers }
    const access = { roles: [], users: [granted.id] }
    await make({ title: 'Lair', markdown: 'Ocelotl.', visibility: 'restricted', access })
    for (const headers of [undefined, ...Object.values(readers)])
      for (const q of ['warm', 'handbook', 'handbook warm']) {
        await search(q, headers)
        if (headers) await suggest(q, headers)
      }
  })

  for (const [what, hidden, unknown] of PAIRS)
    test(`a visitor's search for ${what} asks the database for as much as one for an unknown word`, async () => {
      const [one, other] = [await workOf(() => search(hidden)), await workOf(() => search(unknown))]
      // Statements that run at the same time end in any order.
      assert.deepEqual(one.sort(byText), other.sort(byText))
      assert.ok(one.length > 0)
      assert.deepEqual(await found(hidden), await found(unknown))
    })

  for (const reader of ['a reader', 'a reader with a grant'])
    for (const [what, hidden, unknown] of CLOSED_PAIRS)
      test(`${reader}'s search for ${what} asks the database for as much as one for an unknown word`, async () => {
        const headers = readers[reader]!
        const [one, other] = [await workOf(() => search(hidden, headers)), await workOf(() => search(unknown, headers))]
        assert.deepEqual(one.sort(byText), other.sort(byText))
        assert.ok(one.length > 0)
        assert.equal((await search(hidden, headers)).body, (await search(unknown, headers)).body)
      })

  for (const reader of ['a reader', 'a reader with a grant'])
    for (const [what, hidden, unknown] of TITLE_PAIRS)
      test(`suggestions to ${reader} for ${what} ask the database for as much as for an unknown word`, async () => {
        const headers = readers[reader]!
        const [one, other] = [
          await workOf(() => suggest(hidden, headers)),
          await workOf(() => suggest(unknown, headers)),
        ]
        assert.deepEqual(one.sort(byText), other.sort(byText))
        assert.ok(one.length > 0)
        assert.deepEqual((await suggest(hidden, headers)).json(), [])
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
    for (const [reader, titles] of [
      ['a reader', []],
      ['a reader with a grant', ['Lair']],
    ] as const)
      for (const q of ['ocelotl', 'ocelo', 'ocelutl']) {
        const found: { title: string }[] = (await search(q, readers[reader])).json()
        assert.deepEqual(
          found.map(({ title }) => title),
          titles,
          `${reader}: ${q}`,
        )
      }
  })

  test('they are found by who may read them, by their beginning and with a slip', async () => {
    for (const q of ['quetzalcoatl', 'quetzalc', 'quetzalcotl']) {
      const response = await site.app.inject({ url: '/api/docs/search', query: { q }, headers: editor.headers })
      assert.deepEqual(
        response.json().map(({ title }: { title: string }) => title),
        ['Plan', 'Plan'],
        q,
      )
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
    const made = await app.inject({
      method: 'POST',
      url: '/api/admin/categories/',
      ...asEditor,
      payload: { name: 'Aviary' },
    })
    await make({ title: 'Toucan', markdown: 'toucanet', category_id: made.json().id })
    const setVisibility = (visibility: string) =>
      app.inject({
        method: 'PUT',
        url: `/api/admin/categories/${made.json().id}`,
        ...asEditor,
        payload: { visibility },
      })
    await setVisibility('members')
    assert.deepEqual(await found('toucanet'), [])
    assert.equal(await catchUp({ db }), 1)
    assert.deepEqual(await words('toucan'), ['(toucan)', '(toucanet)'])
    await setVisibility('public')
    assert.equal(await catchUp({ db }), 1)
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
    assert.ok((await sweepWords(site)) >= 1)
    assert.deepEqual(await words('lori'), ['lorius'])
    await make({ title: 'Again', markdown: 'lorikeet' })
    assert.deepEqual((await words('lori')).sort(), ['lorikeet', 'lorius'])
  })
})
