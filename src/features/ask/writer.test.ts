// Answers that a model writes, on both engines, against a loopback server that speaks the chat API: a model that lies is shown
// nowhere, one that fails costs nobody the passages, and nobody is told what was written for readers with other rights.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { build, onEngines, TestClock } from '../../../test/build.ts'
import { suiteCleaner } from '../../../test/cleaner.ts'
import { serveModel } from '../../../test/model-server.ts'
import { pluck } from '../../../test/pluck.ts'
import { addAll } from '../../../test/search-site.ts'
import type { AskOut } from './schemas.ts'

const fake = serveModel()
const RETENTION = 'Backups are kept for 30 days, then the oldest is deleted.'
const NEVER = 'Backups never leave the server.'
const PAGES = [
  { title: 'Backups', markdown: `## Retention\n\nBackups are written every night. ${RETENTION} ${NEVER}` },
  { title: 'Users', markdown: 'An admin invites people by email. Passwords need twelve characters.' },
  { title: 'Themes', markdown: 'Colours and logo are set by an admin. The dark theme follows the system.' },
]
const Q = 'how long are backups kept?'

type WrittenLine = { text: string; quote: string; source?: string }
/** writes has the model say these sentences, and an honest judge find out lies by the word. */
const writes = (lines: WrittenLine[], isLie = (_: string) => false) => {
  fake.reply = ({ response_format, messages }, response) => {
    const claims = [...JSON.stringify(messages).matchAll(/(C\d+): ([^\\]*)/g)]
    const verdicts = claims.map(([, claim, text]) => ({ claim, verdict: isLie(text!) ? 'unsupported' : 'supported' }))
    const sentences = lines.map((one) => ({ source: 'S1', ...one }))
    fake.chat(response, JSON.stringify(response_format.json_schema.name === 'verify' ? { verdicts } : { sentences }))
  }
}
const TRUTH = { text: 'Backups are deleted after 30 days.', quote: RETENTION }
const ENV = { GALLEY_ASK: 'model', GALLEY_LLM_PROVIDER: 'openai-compatible', GALLEY_LLM_MODEL: 'm' }

onEngines('answers of a model', (engine) => {
  const t = suiteCleaner()
  const clock = new TestClock()
  let site: Awaited<ReturnType<typeof build>>
  let headers: Record<string, string>
  let nth = 0
  const ask = async (q: string, as = headers) =>
    (await site.app.inject({ url: '/api/ask', query: { q }, headers: as })).json() as AskOut
  /** fresh is the same question in other words for the cache. */
  const fresh = () => `${Q.slice(0, -1)}${' '.repeat(++nth)}?`
  before(async () => {
    // Loading them counts as waiting for the model, which ends.
    await Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])
    const env = { ...ENV, GALLEY_LLM_BASE_URL: fake.url, GALLEY_LLM_PRICE_IN: '10' }
    site = await build(t, {
      engine,
      clock,
      env: { ...env, GALLEY_ASK_BUDGET: '20000', GALLEY_EDITORS_SEE: 'everything' },
    })
    headers = (await site.person('reader')).headers
    await addAll(site, PAGES)
    await addAll(site, [
      { title: 'Vault', markdown: 'Backups of the vault are kept on xanadu.', visibility: 'restricted' },
    ])
  })

  test('are in its own words, with what they quote, where that stands and what it rests on', async () => {
    writes([TRUTH])
    const { answer, refused, passages } = await ask(Q)
    assert.deepEqual([refused, answer?.by, passages[0]!.document.title], [null, 'model', 'Backups'])
    const [{ text, quote, slug, section, evidence }] = answer!.sentences as [NonNullable<typeof answer>['sentences'][0]]
    assert.deepEqual([text, quote, slug, section?.id], [TRUTH.text, RETENTION, 'backups', 'retention'])
    assert.deepEqual(evidence, { origin: 'human', checked_at: null, stale: false })
  })

  const LIES: Record<string, WrittenLine> = {
    'another figure': { text: 'Backups are kept for 90 days.', quote: RETENTION },
    'another unit': { text: 'Backups are kept for 30 weeks.', quote: RETENTION },
    'a lost negation': { text: 'Backups leave the server.', quote: NEVER },
    'an added name': { text: 'Backups are kept for 30 days by Marta Ellery.', quote: RETENTION },
    'an added address': { text: 'Backups are kept for 30 days, see evil.example/backups.', quote: RETENTION },
    'a quote that stands nowhere': { text: 'Backups live for ever.', quote: 'Backups live for ever.' },
    'a quote of another source': { ...TRUTH, source: 'S2' },
    'a source that was not given': { ...TRUTH, source: 'S99' },
    'what the judge does not find in it': { text: 'The oldest backup is deleted first, safely.', quote: RETENTION },
  }
  for (const [name, lie] of Object.entries(LIES))
    test(`show nothing of ${name}, and where nothing is left refuse`, async () => {
      writes([lie], (text) => text.includes('safely'))
      const { answer, refused, passages } = await ask(fresh())
      assert.deepEqual({ answer, refused }, { answer: null, refused: 'not_sure' })
      assert.ok(passages.length > 0)
      writes([lie, TRUTH], (text) => text.includes('safely'))
      const mixed = await ask(fresh())
      assert.deepEqual(pluck(mixed.answer!.sentences, 'text'), [TRUTH.text])
    })

  test('are given the passages that the reader may read, and nothing else', async () => {
    writes([TRUTH])
    const q = fresh()
    await ask(q)
    assert.doesNotMatch(JSON.stringify(fake.asked), /xanadu/)
    assert.equal(fake.asked.length, 2)
    await ask(q)
    assert.equal(fake.asked.length, 2, 'the same reader is told what is written already')
    await ask(q, (await site.person('editor')).headers)
    assert.equal(fake.asked.length, 4, 'whoever may read more is not')
    assert.match(JSON.stringify(fake.asked), /xanadu/)
  })

  test('are written again when a page has changed', async () => {
    writes([TRUTH])
    const q = fresh()
    const editor = (await site.person('editor')).headers
    await ask(q, editor)
    const asked = fake.asked.length
    const id = (await ask(q, editor)).passages[0]!.document.id
    const payload = { markdown: `## Retention\n\nBackups are written daily. ${RETENTION}` }
    await site.app.inject({ method: 'PUT', url: `/api/docs/${id}`, headers: editor, payload })
    await ask(q, editor)
    assert.equal(fake.asked.length, asked + 2)
  })

  test('come as a stream: the passages, each sentence, everything', async () => {
    writes([TRUTH])
    const response = await site.app.inject({ method: 'POST', url: '/api/ask/stream', headers, payload: { q: fresh() } })
    const data = [...response.body.matchAll(/^data: (.*)$/gm)].map(
      ([, json]) => JSON.parse(json!) as Record<string, unknown>,
    )
    assert.deepEqual(
      data.map((one) => Object.keys(one)[0]),
      ['passages', 'sentence', 'done'],
    )
    assert.equal((data[2]!.done as AskOut).answer?.by, 'model')
  })

  describe('a model that does not answer', () => {
    const faults: Record<string, typeof fake.reply> = {
      'is down': (_, response) => void response.writeHead(500).end(),
      'talks nonsense': (_, response) => fake.chat(response, 'I would rather not.'),
    }
    for (const [name, reply] of Object.entries(faults))
      test(`and ${name} leaves it to the passages`, async () => {
        clock.advance(120_000)
        fake.reply = reply
        const { answer, refused } = await ask(fresh())
        assert.deepEqual({ by: answer?.by, refused }, { by: 'passage', refused: null })
      })

    test('and is slow leaves it to the passages', async () => {
      const env = { ...ENV, GALLEY_LLM_BASE_URL: fake.url, GALLEY_LLM_TIMEOUT: '1' }
      const hasty = await build(t, { engine, env })
      await addAll(hasty, PAGES)
      fake.reply = () => undefined
      const { headers: as } = await hasty.person('reader')
      const { answer } = (await hasty.app.inject({ url: '/api/ask', query: { q: Q }, headers: as })).json() as AskOut
      assert.equal(answer?.by, 'passage')
    })

    test('is left alone for a minute', async () => {
      clock.advance(120_000)
      fake.reply = faults['is down']!
      for (const q of [fresh(), fresh()]) await ask(q)
      assert.equal(fake.asked.length, 1)
      clock.advance(61_000)
      writes([TRUTH])
      assert.equal((await ask(fresh())).answer?.by, 'model')
    })
  })

  test('end with the budget of the day, and begin with the next; admins see what they used', async () => {
    writes([TRUTH])
    const admin = (await site.person('admin')).headers
    let answer: AskOut['answer'] = null
    for (let calls = 0; calls < 200 && answer?.by !== 'passage'; calls++) ({ answer } = await ask(fresh()))
    assert.equal(answer?.by, 'passage')
    const used = (await site.app.inject({ url: '/api/admin/ask', headers: admin })).json()
    const [{ input_tokens, output_tokens, cost }] = used.days
    assert.ok(input_tokens + output_tokens >= 20_000 && input_tokens + output_tokens < 20_400)
    assert.equal(cost, input_tokens / 100_000)
    clock.advance(86_400_000)
    assert.equal((await ask(fresh(), (await site.person('reader')).headers)).answer?.by, 'model')
  })
})

test('GALLEY_ASK=model without a provider does not start', async (t) => {
  await assert.rejects(build(t, { env: { GALLEY_ASK: 'model' } }), /GALLEY_LLM_PROVIDER must be set/)
})
