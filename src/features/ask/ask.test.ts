// Asking the documentation, on both engines: the sentence that answers, an honest no, and nothing of what one may not read.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { build, onEngines } from '../../../test/build.ts'
import { suiteCleaner } from '../../../test/cleaner.ts'
import { stepsOf } from '../../../test/count-work.ts'
import { evidenceOn } from '../../../test/evidence.ts'
import { pluck } from '../../../test/pluck.ts'
import { addAll, type SearchSample, searchSite } from '../../../test/search-site.ts'
import type { AskOut } from './schemas.ts'

const text = (...paragraphs: string[]) => paragraphs.join('\n\n')

const PAGES: SearchSample[] = [
  {
    title: 'Backups',
    markdown: text(
      'How copies of the data are made.',
      '## Retention',
      'Backups are written every night. They are kept for 30 days, then the oldest is deleted.',
      '## Restoring',
      '1. Stop the service.\n2. Run `galley restore`.\n3. Start the service again.',
    ),
  },
  { title: 'Users', markdown: 'An admin invites people by email. Passwords need twelve characters.' },
  { title: 'Webhooks', markdown: 'A webhook tells another system what happened. Deliveries are repeated for one day.' },
  { title: 'Images', markdown: 'Images are scaled down when they are wider than 2,000 pixels.' },
  { title: 'Themes', markdown: 'Colours and logo are set by an admin. The dark theme follows the system.' },
  {
    title: 'Sicherung',
    lang: 'de',
    markdown: 'Sicherungen werden jede Nacht geschrieben. Sie werden vierzig Tage lang aufbewahrt.',
  },
  {
    title: 'Sauvegarde',
    lang: 'fr',
    markdown: 'Les sauvegardes sont écrites chaque nuit. Elles sont conservées pendant cinquante jours.',
  },
  {
    title: 'Copias',
    lang: 'es',
    markdown: 'Las copias se escriben cada noche. Se conservan durante sesenta días en el servidor.',
  },
  {
    title: 'Резервные копии',
    lang: 'ru',
    markdown: 'Копии создаются каждую ночь. Они хранятся семьдесят дней на сервере.',
  },
  { title: 'バックアップ', lang: 'ja', markdown: 'バックアップは毎晩作成されます。八十日間保存されます。' },
]

const ANSWERS: [q: string, sentence: RegExp, title: string][] = [
  ['how long are backups kept?', /kept for 30 days/, 'Backups'],
  ['How many characters do passwords need?', /twelve characters/, 'Users'],
  ['Is a picture that is very wide scaled down?', /Images are scaled down/, 'Images'],
  ['How do I restore a backup?', /galley restore/, 'Backups'],
  ['Wie lange werden Sicherungen aufbewahrt?', /vierzig Tage/, 'Sicherung'],
  ['Combien de jours les sauvegardes sont-elles conservées ?', /cinquante jours/, 'Sauvegarde'],
  ['¿Cuánto tiempo se conservan las copias en el servidor?', /sesenta días/, 'Copias'],
  ['Сколько дней хранятся копии на сервере?', /семьдесят дней/, 'Резервные копии'],
  ['何日間保存されますか', /八十日間保存/, 'バックアップ'],
]

onEngines('asking the documentation', (engine) => {
  describe('over one site', () => {
    const t = suiteCleaner()
    let site: Awaited<ReturnType<typeof searchSite>>
    const asked = (q: string, headers?: Record<string, string>) =>
      site.get<AskOut>('/api/ask', { q }, headers as typeof site.reader.headers)
    before(async () => {
      site = await searchSite(t, engine)
      await addAll(site, PAGES)
      await addAll(site, [
        { title: 'Vault', markdown: 'The xochicalco code is kept in the vault.', visibility: 'restricted' },
      ])
    })

    for (const [q, sentence, title] of ANSWERS)
      test(`answers: ${q}`, async () => {
        const { answer, passages, refused } = await asked(q)
        const [best] = passages
        assert.deepEqual({ refused, title: best?.document.title }, { refused: null, title })
        assert.match(best!.text.slice(best!.highlight.start, best!.highlight.end), sentence)
        if (answer) assert.match(answer.sentences[0]!.quote, sentence)
      })

    test('a sure answer is the sentence word for word, with its section and what it rests on', async () => {
      const { answer, question } = await asked('how long are backups kept?')
      assert.equal(question, 'how long are backups kept?')
      assert.equal(answer?.by, 'passage')
      const { text, quote, slug, section, evidence } = answer!.sentences[0]!
      assert.equal(text, 'They are kept for 30 days, then the oldest is deleted.')
      assert.deepEqual({ quote, slug }, { quote: text, slug: 'backups' })
      assert.deepEqual(section, { id: 'retention', heading: 'Retention' })
      assert.deepEqual(evidence, { origin: 'human', checked_at: null, stale: false })
    })

    test('what the documentation does not say is refused, with what is nearest', async () => {
      const { answer, passages, refused } = await asked('which cheese goes best with a webhook of port wine?')
      assert.deepEqual({ answer, refused }, { answer: null, refused: 'not_sure' })
      assert.equal(passages[0]!.document.title, 'Webhooks')
      assert.deepEqual(await asked('zebra crossing?'), {
        question: 'zebra crossing?',
        answer: null,
        passages: [],
        refused: 'nothing_found',
      })
    })

    test('an everyday word that no page has is not taken for a slip of another', async () => {
      assert.equal((await asked('is it gone?')).refused, 'nothing_found')
      assert.equal((await asked('what is a webhok?')).passages[0]!.document.title, 'Webhooks')
    })

    test('a page that one may not read answers nothing, and costs what an unknown word costs', async () => {
      const [hidden, unknown] = ['where is the xochicalco code kept?', 'where is the yuchigalgo code kept?']
      for (const q of [hidden, unknown]) await asked(q)
      const [one, other] = [await stepsOf(site.db, () => asked(hidden)), await stepsOf(site.db, () => asked(unknown))]
      assert.deepEqual(one, other)
      assert.deepEqual({ ...(await asked(hidden)), question: '' }, { ...(await asked(unknown)), question: '' })
      const { headers } = await site.person('editor')
      assert.equal((await asked(hidden, headers)).passages[0]!.document.title, 'Vault')
    })

    test('a question that was refused is counted with those that are alike', async () => {
      for (const q of ['how do I brew coffee with milk?', 'Brewing coffee with milk', 'how long are backups kept?'])
        await asked(q)
      await site.app.close()
      const rows = await site.db.read
        .selectFrom('missed_searches')
        .selectAll()
        .where('words', 'like', '%coffe%')
        .execute()
      assert.deepEqual(pluck(rows, 'question', 'searches'), [['how do I brew coffee with milk?', 2]])
    })
  })

  test('an answer from a block whose source has changed says so', async (t) => {
    const on = await evidenceOn(await build(t, { engine }))
    const source = await on.make({ title: 'Rules', markdown: 'Parcels are returned within 14 days.' })
    const id = await on.make({ title: 'Parcels', markdown: 'A parcel may be returned within 14 days of its delivery.' })
    for (const title of ['Letters', 'Stamps']) await on.make({ title, markdown: `All about ${title}.` })
    await on.quote(id, source, 'Parcels are returned within 14 days.')
    await on.call('PUT', `/api/docs/${source}`, { markdown: 'Nothing is taken back.' })
    const reader = (await on.person('reader')).headers
    const { body } = await on.call(
      'GET',
      '/api/ask?q=within%20how%20many%20days%20may%20a%20parcel%20be%20returned%3F',
      undefined,
      reader,
    )
    const [sentence] = (body as AskOut).answer!.sentences
    assert.deepEqual([sentence!.document_id, sentence!.evidence.stale], [id, true])
  })
})

test('GALLEY_ASK=off answers nobody, and counts nothing', async (t) => {
  const { app, person } = await build(t, { env: { GALLEY_ASK: 'off' } })
  const { headers } = await person('reader')
  const q = 'how long are backups kept?'
  const { body } = await app.inject({ url: '/api/ask', query: { q }, headers })
  assert.deepEqual(JSON.parse(body), { question: q, answer: null, passages: [], refused: 'not_allowed' })
  assert.equal((await app.inject({ url: '/read/ask', query: { q } })).body, '')
})

test('422 without a question', async (t) => {
  const { app, reader } = await searchSite(t, 'sqlite')
  for (const url of ['/api/ask', '/api/ask?q=', `/api/ask?q=${'a'.repeat(401)}`])
    assert.equal((await app.inject({ url, headers: reader.headers })).statusCode, 422)
})
