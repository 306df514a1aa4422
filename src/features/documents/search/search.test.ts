// Search and suggestions over HTTP, the same queries and the same expected orders on both engines.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Actor } from '#actor.ts'
import { blocksFromMarkdown } from '#blocks/from-markdown.ts'
import type { Deps } from '#deps.ts'
import { build, ENGINES, type Engine } from '../../../../test/build.ts'
import { type Cleaner, suiteCleaner } from '../../../../test/cleaner.ts'
import { relatedDocuments } from '../reading/related.ts'
import type { DocumentCreate } from '../schemas.ts'
import { prepareContent } from '../writing/prepare.ts'
import { createDocument, setPinned, updateDocument } from '../writing/service.ts'
import { addDocument } from '../writing/write.ts'

const EDITOR: Actor = { userId: null, role: 'editor', label: 'test', member: true }
const text = (...paragraphs: string[]) => paragraphs.join('\n\n')

/** The order of creation is the order of ids; among equals the newest comes first. */
const DOCUMENTS: Record<string, Given> = {
  'backup-guide': { title: 'Backup guide', summary: 'How to keep copies.', markdown: 'Run the copy every night.' },
  backup: { title: 'Backup', markdown: 'All about copies.' },
  'restore-tagged': { title: 'Restoring a copy', tags: ['backup'], markdown: 'Bring it back.' },
  'disaster-summary': { title: 'Disaster plan', summary: 'Needs a backup at hand.', markdown: 'Keep calm.' },
  'servers-subject': { title: 'Servers', markdown: 'A backup here, a backup there, one more backup.' },
  'checklist-mention': { title: 'Checklist', markdown: 'Water the plants. Make a backup. Lock the door.' },
  'backups-plural': { title: 'Backups of yesterday', markdown: 'Old.' },
  'cafe-etiquette': { title: 'Café étiquette', markdown: 'Ordering crème brûlée politely.' },
  'moscow-metro': { title: 'Московское метро', markdown: 'Ёлка стоит у станции. Новый поезд.' },
  'tokyo-guide': { title: '東京都ガイド', markdown: '地下鉄の乗り方と美術館の案内。' },
  'beijing-food': { title: '北京小吃', markdown: '中文搜索引擎 也能找到 豆汁。' },
  'scripts-in-text': {
    title: 'Markup <script>',
    markdown: 'Beware of `<img src=x onerror=alert(1)>` near the ampersand & the zebra "quoted".',
  },
  'long-read': {
    title: 'Long read',
    markdown: text(
      ...Array.from({ length: 60 }, (_, index) => `Filler sentence number ${index}.`),
      'The xylophone ends it.',
    ),
  },
  'install-linux': { title: 'Install on Linux', markdown: 'Use the package. Works on macOS as well.' },
  'install-macos': { title: 'Install on macOS', markdown: 'Use the package.' },
  settings: {
    title: 'Settings',
    markdown: text(
      'All of them.',
      '## Calling useFetch',
      'Set `max_connections` first.',
      '## Tuning the pool',
      'The auth2proxy checks the sha256sum.',
    ),
  },
  'linux-notes': { title: 'Linux notes', markdown: 'How to install and to remove.' },
}

const SEARCHES: [what: string, q: string, slugs: string[]][] = [
  [
    'exact title, title, title by prefix, tags, summary, subject, mention',
    'backup',
    [
      'backup',
      'backup-guide',
      'backups-plural',
      'restore-tagged',
      'servers-subject',
      'disaster-summary',
      'checklist-mention',
    ],
  ],
  [
    'the last word is a prefix',
    'backu',
    [
      'backup',
      'backup-guide',
      'backups-plural',
      'restore-tagged',
      'servers-subject',
      'disaster-summary',
      'checklist-mention',
    ],
  ],
  ['a word before the last is no prefix', 'ba guide', ['backup-guide']],
  [
    'what has every word before what has some, however well',
    'backup plants',
    ['checklist-mention', 'backup', 'backup-guide', 'restore-tagged', 'servers-subject', 'disaster-summary'],
  ],
  ['a question is about its telling words', 'how do I use the xylophone in my house?', ['long-read']],
  ['a word that nothing has is left out', 'xylophone foobarium', ['long-read']],
  [
    'words may stand in different places, more of them in the title first',
    'install linux',
    ['install-linux', 'linux-notes', 'install-macos'],
  ],
  ['all in the title before some in the title', 'install macos', ['install-macos', 'install-linux', 'linux-notes']],
  ['case and accents are no obstacle', 'CAFE Etiquette', ['cafe-etiquette']],
  ['accents in the query are none either', 'crème brülée', ['cafe-etiquette']],
  ['Cyrillic, ё as е', 'елка', ['moscow-metro']],
  ['Cyrillic by prefix', 'московск', ['moscow-metro']],
  ['Japanese inside a longer word', '地下鉄', ['tokyo-guide']],
  ['one Chinese character', '北', ['beijing-food']],
  ['Chinese in the text', '搜索引擎', ['beijing-food']],
  ['katakana of a title', 'ガイド', ['tokyo-guide']],
  ['a slip of the finger', 'xylophome', ['long-read']],
  ['a missing letter', 'xylphone', ['long-read']],
  ['swapped letters', 'xlyophone', ['long-read']],
  ['two slips in a long word', 'xylofone', ['long-read']],
  ['a slip in the beginning of a word', 'etiqe', ['cafe-etiquette']],
  ['a slip beside a good word', 'instal macos', ['install-macos', 'install-linux', 'linux-notes']],
  ['a slip in Cyrillic', 'станцыи', ['moscow-metro']],
  ['nothing like it', 'qqqqqq', []],
  ['no word at all', '!?*', []],
  ['operators are plain text', '"zebra" AND (quoted OR x*) -plants', ['scripts-in-text', 'checklist-mention']],
  ['a heading brings its section', 'tuning the pool', ['settings']],
  ['a name by one of its parts', 'fetch', ['settings']],
  ['a name as it is typed', 'useFetch', ['settings']],
  ['a name by a part of it in a text', 'connections', ['settings']],
  ['a slip in a word with digits', 'auth2prxy', ['settings']],
  ['a wrong letter in a word with digits', 'sha256sun', ['settings']],
  ['quotes and stars around a word', '"zebra"*', ['scripts-in-text']],
]

const SUGGESTIONS: [what: string, q: string, titles: string[]][] = [
  ['titles that begin with it, by the alphabet', 'back', ['Backup', 'Backup guide', 'Backups of yesterday']],
  ['words inside a title, the short title first', 'linux', ['Linux notes', 'Install on Linux']],
  ['every word is a prefix, in any order', 'lin ins', ['Install on Linux']],
  ['accents are no obstacle', 'etiq', ['Café étiquette']],
  ['near spellings when there is nothing else', 'bakcup', ['Backup', 'Backup guide', 'Backups of yesterday']],
  ['one character of an unspaced script', '北', ['北京小吃']],
  ['texts are not suggested', 'xylophone', []],
  ['a heading in which every word begins one', 'tuning pool', ['Tuning the pool']],
  ['no word at all', '***', []],
]

type Given = Omit<DocumentCreate, 'markdown' | 'blocks'> & { markdown?: string }

/** addAll makes many documents in one transaction. */
async function addAll({ db, clock }: Pick<Deps, 'db' | 'clock'>, documents: Given[]): Promise<number[]> {
  const ready = await Promise.all(
    documents.map(async ({ markdown = '', ...fields }) => ({
      ...fields,
      prepared: await prepareContent(blocksFromMarkdown(markdown)),
    })),
  )
  return db.inTransaction(async (tx) => {
    const ids = []
    for (const document of ready) {
      ids.push(await addDocument({ db }, tx, document, { actor: EDITOR, origin: 'hand', at: clock.now() }))
    }
    return ids
  })
}

const fill = async (deps: Pick<Deps, 'db' | 'clock'>): Promise<Map<string, number>> => {
  const documents = Object.entries(DOCUMENTS).map(([slug, document]) => ({ ...document, slug }))
  const ids = await addAll(deps, documents)
  return new Map(documents.map(({ slug }, index) => [slug, ids[index]!]))
}

type FoundHit = { id: number; slug: string; title: string; snippet: string; score: number }

async function open(t: Cleaner, engine: Engine) {
  const built = await build(t, { engine })
  const reader = await built.person('reader')
  const get = async <T>(path: string, query: Record<string, string>, headers = reader.headers): Promise<T> => {
    const answer = await built.app.inject({ url: path, query, headers })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json()
  }
  return { ...built, reader, get }
}

for (const engine of ENGINES) {
  describe(`search [${engine}]`, () => {
    describe('over one collection', () => {
      const t = suiteCleaner()
      let get: Awaited<ReturnType<typeof open>>['get']
      before(async () => {
        const site = await open(t, engine)
        await fill(site)
        get = site.get
      })

      for (const [what, q, slugs] of SEARCHES) {
        test(`finds and orders: ${what}`, async () => {
          const hits = await get<FoundHit[]>('/api/docs/search', { q })
          assert.deepEqual(
            hits.map(({ slug }) => slug),
            slugs,
          )
          const scores = hits.map(({ score }) => score)
          assert.deepEqual(
            scores,
            scores.toSorted((a, b) => b - a),
          )
        })
      }

      for (const [what, q, titles] of SUGGESTIONS) {
        test(`suggests: ${what}`, async () => {
          const suggested = await get<string[]>('/api/docs/suggest', { q })
          assert.deepEqual(suggested, titles)
        })
      }

      test('a limit cuts the order, not what is in it', async () => {
        const hits = await get<FoundHit[]>('/api/docs/search', { q: 'backup', limit: '3' })
        assert.deepEqual(
          hits.map(({ slug }) => slug),
          ['backup', 'backup-guide', 'backups-plural'],
        )
        assert.equal((await get<string[]>('/api/docs/suggest', { q: 'back', limit: '1' })).length, 1)
      })

      test('a snippet shows the match, marked, and escapes all else', async () => {
        const [zebra] = await get<FoundHit[]>('/api/docs/search', { q: 'zebra' })
        assert.match(
          zebra!.snippet,
          /&lt;img src=x onerror=alert\(1\)&gt; near the ampersand &amp; the <mark>zebra<\/mark>/,
        )
        const [long] = await get<FoundHit[]>('/api/docs/search', { q: 'xylo' })
        assert.match(long!.snippet, /^….*The <mark>xylophone<\/mark> ends it\.$/)
        const [accents] = await get<FoundHit[]>('/api/docs/search', { q: 'creme' })
        assert.match(accents!.snippet, /<mark>crème<\/mark> brûlée/)
        const [full] = await get<FoundHit[]>('/api/docs/suggest/full', { q: '<scr' })
        assert.equal(full!.snippet, 'Markup &lt;<mark>script</mark>&gt;')
        assert.deepEqual(Object.keys(full!).sort(), ['category', 'id', 'slug', 'snippet', 'title'])
      })
    })

    test('a result names its section, and a word that nothing has is named in a header', async (t) => {
      const { app, reader, ...deps } = await open(t, engine)
      await fill(deps)
      const response = await app.inject({
        url: '/api/docs/search',
        query: { q: 'tuning the pool grünspanx, 夢' },
        headers: reader.headers,
      })
      const [found] = response.json()
      assert.deepEqual(found.section, { id: 'tuning-the-pool', heading: 'Tuning the pool' })
      assert.match(found.snippet, /^<mark>Tuning<\/mark> the <mark>pool<\/mark>/)
      assert.equal(response.headers['x-search-dropped'], 'grunspanx,%E5%A4%A2')
      const plain = await app.inject({ url: '/api/docs/search?q=zebra', headers: reader.headers })
      assert.equal(plain.headers['x-search-dropped'], undefined)
      assert.equal(plain.json()[0].section, null)
    })

    test('pinned and often-read documents are slightly ahead, a better match still wins', async (t) => {
      const { db, clock, get } = await open(t, engine)
      const ids = await fill({ db, clock })
      const order = async () => (await get<FoundHit[]>('/api/docs/search', { q: 'package' })).map(({ slug }) => slug)
      assert.deepEqual(await order(), ['install-macos', 'install-linux'])
      await db.inTransaction((tx) =>
        tx.updateTable('documents').set({ view_count: 5000 }).where('slug', '=', 'install-linux').execute(),
      )
      assert.deepEqual(await order(), ['install-linux', 'install-macos'])
      await setPinned({ db, clock }, ids.get('install-macos')!, true)
      assert.deepEqual(await order(), ['install-macos', 'install-linux'])
      await setPinned({ db, clock }, ids.get('checklist-mention')!, true)
      assert.equal((await get<FoundHit[]>('/api/docs/search', { q: 'backup' })).at(-1)!.slug, 'checklist-mention')
    })

    test('every word in the tags is worth more than one there and one in the summary', async (t) => {
      const { get, ...deps } = await open(t, engine)
      const tagged = { title: 'First', tags: ['herons', 'storks'] }
      const half = { title: 'Second', tags: ['herons'], summary: 'Of storks as well.' }
      for (const given of [tagged, half]) await createDocument(deps, EDITOR, given)
      const hits = await get<FoundHit[]>('/api/docs/search', { q: 'herons storks' })
      assert.deepEqual(
        hits.map(({ title, score }) => [title, score]),
        [
          ['First', 23],
          ['Second', 22],
        ],
      )
    })

    test('follows every change of a document at once', async (t) => {
      const { app, person, get, ...deps } = await open(t, engine)
      const editor = await person('editor')
      const found = async (q: string) => (await get<FoundHit[]>('/api/docs/search', { q })).length
      const { head } = await createDocument(deps, EDITOR, { title: 'Heron', markdown: 'A bird.' })
      assert.deepEqual([await found('heron'), await found('bird')], [1, 1])
      await updateDocument(deps, EDITOR, head.id, {
        title: 'Stork',
        tags: ['nest'],
        markdown: 'A wader.',
      })
      assert.deepEqual([await found('heron'), await found('bird'), await found('wader nest stork')], [0, 0, 1])
      await app.inject({ method: 'DELETE', url: `/api/docs/${head.id}`, headers: editor.headers })
      assert.equal(await found('stork'), 0)
    })

    test('finds only what this reader may read, also among many that others may', async (t) => {
      const { db, clock, person, get } = await open(t, engine)
      const named = await person('reader')
      const editor = await person('editor')
      const falcon = (slug: string, more: Partial<Given>) => ({
        title: `Falcon ${slug}`,
        slug,
        markdown: 'falcon',
        ...more,
      })
      await addAll({ db, clock }, [
        falcon('open', { visibility: 'public' }),
        falcon('inside', { visibility: 'members' }),
        falcon('named', { visibility: 'restricted', access: { roles: [], users: [named.id] } }),
        ...Array.from({ length: 130 }, (_, index) => falcon(`closed-${index}`, { visibility: 'restricted' })),
      ])
      const seen = async (who: { headers: { authorization: string } }) => {
        const query = { q: 'falcon', limit: '20' }
        const hits = await get<FoundHit[]>('/api/docs/search', query, who.headers)
        const suggested = await get<FoundHit[]>('/api/docs/suggest/full', query, who.headers)
        const near = await get<FoundHit[]>('/api/docs/search', { q: 'falkon', limit: '20' }, who.headers)
        return [hits, suggested, near].map((list) =>
          list
            .map(({ slug }) => slug)
            .sort()
            .join(' '),
        )
      }
      const reader = await person('reader')
      assert.deepEqual(await seen(reader), Array(3).fill('inside open'))
      assert.deepEqual(await seen(named), Array(3).fill('inside named open'))
      assert.equal((await seen(editor))[0]!.split(' ').length, 20)
    })

    test('near spellings come from what this reader may read, whatever others have or had', async (t) => {
      const { db, clock, app, person, get } = await open(t, engine)
      const [editor, reader] = [await person('editor'), await person('reader')]
      const found = async () => {
        const [search, suggest] = ['/api/docs/search', '/api/docs/suggest/full'] as const
        const hits = [await get<FoundHit[]>(search, { q: 'zebracorm' }, reader.headers)]
        hits.push(await get<FoundHit[]>(suggest, { q: 'zebracorm' }, reader.headers))
        return hits.map((list) => list.map(({ title }) => title))
      }
      await addAll({ db, clock }, [{ title: 'Zebracard', markdown: 'x' }])
      assert.deepEqual(await found(), [['Zebracard'], ['Zebracard']])
      const nearer = Array.from({ length: 9 }, (_, nth) => `zebracor${'abcdefghn'[nth]}`)
      const secret = { title: `Secret ${nearer.join(' ')}`, visibility: 'restricted' as const, markdown: 'y' }
      const [id] = await addAll({ db, clock }, [secret])
      assert.deepEqual(await found(), [['Zebracard'], ['Zebracard']])
      await app.inject({ method: 'DELETE', url: `/api/docs/${id}`, headers: editor.headers })
      assert.deepEqual(await found(), [['Zebracard'], ['Zebracard']])
    })

    test('a word in more documents than are weighed still brings exact titles first', async (t) => {
      const { db, clock, get } = await open(t, engine)
      const logs = Array.from({ length: 120 }, (_, index) => ({ title: `Osprey log ${index}` }))
      await addAll({ db, clock }, [{ title: 'Osprey' }, ...logs])
      const hits = await get<FoundHit[]>('/api/docs/search', { q: 'osprey', limit: '50' })
      assert.equal(hits.length, 50)
      assert.equal(hits[0]!.title, 'Osprey')
      assert.equal((await get<string[]>('/api/docs/suggest', { q: 'osprey' }))[0], 'Osprey')
    })

    test('equal titles are suggested once', async (t) => {
      const { db, clock, get } = await open(t, engine)
      await addAll({ db, clock }, [{ title: 'Wren' }, { title: 'Wren' }, { title: 'Wren' }])
      assert.deepEqual(await get('/api/docs/suggest', { q: 'wre' }), ['Wren'])
      assert.equal((await get<FoundHit[]>('/api/docs/suggest/full', { q: 'wre' })).length, 3)
      const many = Array.from({ length: 40 }, () => ({ title: 'Wren note' }))
      await addAll({ db, clock }, [...many, { title: 'Wren, the other' }, { title: 'A wren' }])
      const all = ['Wren', 'Wren note', 'Wren, the other', 'A wren']
      assert.deepEqual(await get('/api/docs/suggest', { q: 'wre' }), all, 'however many share one')
    })

    test('any text is a legal query', async (t) => {
      const { db, clock, get } = await open(t, engine)
      await fill({ db, clock })
      const hostile = [
        `'; drop table documents; --`,
        '%',
        '_',
        '\\',
        '""',
        '(((',
        'a:*b',
        ':*',
        "':A",
        '{title}: x',
        'NEAR(a b, 5)',
        '^a',
        'a'.repeat(10_000),
        'word '.repeat(3_000),
        '😀',
        'ﷺ',
        '\u202e\u200b',
        'İ',
        'ǅ',
        '½',
        "l'été",
        '字'.repeat(300),
        'กขค',
        '한국어',
      ]
      for (const q of hostile) {
        for (const path of ['/api/docs/search', '/api/docs/suggest', '/api/docs/suggest/full']) await get(path, { q })
      }
    })

    test('related documents share telling words and are open to all who may read the target', async (t) => {
      const { db, clock } = await open(t, engine)
      const add = async (slug: string, more: Partial<Given>) =>
        (await addAll({ db, clock }, [{ title: slug, slug, ...more }]))[0]!
      const target = await add('target', { title: 'Printing invoices' })
      const inside = await add('inside', { title: 'Invoices for members', visibility: 'members' })
      const closed = await add('closed', { title: 'Invoices of the board', visibility: 'restricted' })
      const open1 = await add('open', { title: 'Invoices', summary: 'Printing and sending' })
      const far = await add('far', { title: 'Gardening' })
      const related = async (id: number) => relatedDocuments({ db }, id, ['Printing invoices', 'Notes on invoices'], 5)
      assert.deepEqual(await related(target), [open1])
      assert.deepEqual((await related(inside)).sort(), [target, open1].sort())
      assert.deepEqual((await related(closed)).sort(), [target, inside, open1].sort())
      assert.ok(!(await related(closed)).includes(far))
      assert.deepEqual(await relatedDocuments({ db }, 999_999, ['x'], 5), [])
    })
  })
}

describe('GET /api/docs/search', () => {
  test('401 without a token, 422 for a bad query', async (t) => {
    const { app, reader } = await open(t, 'sqlite')
    for (const path of ['/api/docs/search', '/api/docs/suggest', '/api/docs/suggest/full']) {
      assert.equal((await app.inject({ url: path, query: { q: 'a' } })).statusCode, 401)
      const most = path === '/api/docs/search' ? 50 : 20
      const bad: Record<string, string>[] = [{}, { q: '' }, { q: 'a', limit: '0' }, { q: 'a', limit: String(most + 1) }]
      for (const query of bad) {
        assert.equal((await app.inject({ url: path, query, headers: reader.headers })).statusCode, 422)
      }
      assert.equal(
        (await app.inject({ url: path, query: { q: 'a', limit: String(most) }, headers: reader.headers })).statusCode,
        200,
      )
    }
  })
})
