// Search and suggestions over HTTP, the same queries and the same expected orders on both engines.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { ENGINES } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { pluck } from '../../../../test/pluck.ts'
import { addAll, type FoundHit, type SearchSample, searchSite } from '../../../../test/search-site.ts'
import { setPinned } from '../editing/service.ts'

const text = (...paragraphs: string[]) => paragraphs.join('\n\n')

/** The order of creation is the order of ids; among equals the newest comes first. */
const DOCUMENTS: Record<string, SearchSample> = {
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
  histograms: { title: 'Histograms and summaries', markdown: 'Quantiles.' },
  'front-matter': { title: 'Front matter', markdown: 'Pass --dry-run, then set `sidebar_position` where it is.' },
  'sidebar-position': { title: 'Sidebar position', markdown: 'Where it is set.' },
  vacuum: { title: 'Vacuum', markdown: 'What cleans.' },
  'cleaning-day': { title: 'Cleaning day', markdown: 'Pass --no-vacuum where it is clean.' },
  'dry-run': { title: 'Dry run', markdown: 'What would happen.' },
  'linux-notes': { title: 'Linux notes', markdown: 'How to install and to remove.' },
}

const SEARCHES: [what: string, q: string, slugs: string[]][] = [
  [
    'exact title, title, title by prefix, tags, summary, subject, mention',
    'backup',
    [
      ...['backup', 'backup-guide', 'backups-plural', 'restore-tagged', 'servers-subject', 'disaster-summary'],
      ...['checklist-mention'],
    ],
  ],
  [
    'the last word is a prefix',
    'backu',
    [
      ...['backup', 'backup-guide', 'backups-plural', 'restore-tagged', 'servers-subject', 'disaster-summary'],
      ...['checklist-mention'],
    ],
  ],
  ['a word before the last is no prefix', 'ba guide', ['backup-guide']],
  [
    'what has every word before what has some, however well',
    'backup plants',
    [
      ...['checklist-mention', 'backup', 'backup-guide', 'backups-plural', 'restore-tagged', 'servers-subject'],
      ...['disaster-summary'],
    ],
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
  ['a slip that is a word by itself', 'planes', ['checklist-mention']],
  ['in a sentence an everyday word is no slip', 'where are the planes of the xylophone?', ['long-read']],
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
  ['other forms of its words', 'histogram and summary', ['histograms']],
  ['a name as it is written before its words', 'sidebar_position', ['front-matter', 'sidebar-position']],
  ['an option as it is written before its words', '--dry-run', ['front-matter', 'dry-run', 'backup-guide']],
  ['an option with a word that says nothing', '--no-vacuum', ['cleaning-day', 'vacuum']],
  ['a quoted phrase before its words', '"it is set" sidebar', ['sidebar-position', 'front-matter', 'settings']],
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

const fill = async (deps: Pick<Deps, 'db' | 'clock'>): Promise<Map<string, number>> => {
  const documents = Object.entries(DOCUMENTS).map(([slug, document]) => ({ ...document, slug }))
  const ids = await addAll(deps, documents)
  return new Map(documents.map(({ slug }, index) => [slug, ids[index]!]))
}

for (const engine of ENGINES) {
  describe(`search [${engine}]`, () => {
    describe('over one collection', () => {
      const t = suiteCleaner()
      let get: Awaited<ReturnType<typeof searchSite>>['get']
      before(async () => {
        const site = await searchSite(t, engine)
        await fill(site)
        get = site.get
      })

      for (const [what, q, slugs] of SEARCHES) {
        test(`finds and orders: ${what}`, async () => {
          const hits = await get<FoundHit[]>('/api/docs/search', { q })
          assert.deepEqual(pluck(hits, 'slug'), slugs)
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
        assert.deepEqual(pluck(hits, 'slug'), ['backup', 'backup-guide', 'backups-plural'])
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
      const { app, reader, ...deps } = await searchSite(t, engine)
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
      const { db, clock, get } = await searchSite(t, engine)
      const ids = await fill({ db, clock })
      const order = async () => (await get<FoundHit[]>('/api/docs/search', { q: 'package' })).map(({ slug }) => slug)
      assert.deepEqual(await order(), ['install-macos', 'install-linux'])
      await db.inTransaction((tx) =>
        tx.updateTable('document_rows').set({ view_count: 5000 }).where('slug', '=', 'install-linux').execute(),
      )
      assert.deepEqual(await order(), ['install-linux', 'install-macos'])
      await setPinned({ db, clock }, COMMAND_LINE, ids.get('install-macos')!, true)
      assert.deepEqual(await order(), ['install-macos', 'install-linux'])
      await setPinned({ db, clock }, COMMAND_LINE, ids.get('checklist-mention')!, true)
      assert.equal((await get<FoundHit[]>('/api/docs/search', { q: 'backup' })).at(-1)!.slug, 'checklist-mention')
    })

    test('any text is a legal query', async (t) => {
      const { db, clock, get } = await searchSite(t, engine)
      await fill({ db, clock })
      const hostile = [
        ...[`'; drop table documents; --`, '%', '_', '\\', '""', '(((', 'a:*b', ':*', "':A", '{title}: x'],
        ...['NEAR(a b, 5)', '^a'],
        'a'.repeat(10_000),
        'word '.repeat(3_000),
        ...['😀', 'ﷺ', '\u202e\u200b', 'İ', 'ǅ', '½', "l'été"],
        '字'.repeat(300),
        'กขค',
        '한국어',
      ]
      for (const q of hostile) {
        for (const path of ['/api/docs/search', '/api/docs/suggest', '/api/docs/suggest/full']) await get(path, { q })
      }
    })
  })
}

describe('GET /api/docs/search', () => {
  test('422 for a bad query', async (t) => {
    const { app, reader } = await searchSite(t, 'sqlite')
    for (const path of ['/api/docs/search', '/api/docs/suggest', '/api/docs/suggest/full']) {
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
