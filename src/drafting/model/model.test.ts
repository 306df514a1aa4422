// The model drafter against a loopback server that speaks the chat API: what of an answer may stand, what is reported, and
// what happens when the model or the wire fails.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { CONTEXT, inputsOf } from '../../../test/drafts.ts'
import { MODEL_CONFIG, serveModel } from '../../../test/model-server.ts'
import { pluck } from '../../../test/pluck.ts'
import { createDrafter } from '../choose.ts'
import { DrafterFailure, type DraftInputs, type Usage } from '../contract.ts'
import type { ModelConfig } from './call.ts'
import { parseRetryAfter } from './fetch.ts'

const KEY = 'sk-very-secret-key-4711'
const fake = serveModel()
const { chat } = fake

const FACTS =
  'Keys are rotated every 90 days.\n\nA rotation needs the editor role.\n\nThe vault is never opened by hand.'
const QUOTES = FACTS.split('\n\n')
type WrittenPart = { markdown: string; sources: { source: string; quote: string }[] }
const part = (markdown: string, quote: string): WrittenPart => ({ markdown, sources: [{ source: 'S1', quote }] })

/** answering gives each step its answer; a judge that is not set calls every claim supported. */
const answering = (
  blocks: WrittenPart[],
  verdict: (claims: string) => string = () => 'supported',
  summary = { text: '', sources: [] as WrittenPart['sources'] },
) => {
  fake.reply = ({ response_format, messages }, response) => {
    const { name } = response_format.json_schema
    const claims = [...JSON.stringify(messages).matchAll(/(C\d+): ([^\\]*)/g)]
    const answers: Record<string, unknown> = {
      plan: { kind: 'how-to', language: 'en', sections: [{ heading: 'Use', purpose: '', keywords: [] }], queries: [] },
      extract: { passages: [] },
      question: { questions: [] },
      draft: { summary, sections: [{ id: 's1', blocks }] },
      verify: { verdicts: claims.map(([, claim, text]) => ({ claim, verdict: verdict(text!) })) },
    }
    chat(response, JSON.stringify(answers[name]))
  }
}

const CONFIG: Omit<ModelConfig, 'llmBaseUrl'> = { ...MODEL_CONFIG, llmApiKey: KEY }
const inputs = (more: Partial<DraftInputs> = {}): DraftInputs =>
  inputsOf({ title: 'Keys', material: [{ title: 'Wiki', text: FACTS }], ...more })

async function run(more: Partial<DraftInputs> = {}, config: Partial<ModelConfig> = {}) {
  const usage: Usage[] = []
  const context = { signal: new AbortController().signal, addUsage: (one: Usage) => void usage.push(one) }
  const drafter = await createDrafter({ ...CONFIG, llmBaseUrl: fake.url, ...config })
  const given = inputs(more)
  const plan = await drafter.plan(given, context)
  const extracted = await drafter.extract(given, plan, context)
  const drafted = await drafter.draft(given, plan, extracted, context)
  return { ...drafted, usage, text: blocksToMarkdown(drafted.draft.blocks) }
}
const claimsIn = ({ actions }: Awaited<ReturnType<typeof run>>) =>
  actions.flatMap(({ meta }) => (meta.claims as { text: string; verdict: string }[] | undefined) ?? [])

describe('a sentence of a model', () => {
  test('stands when the words it quotes carry it, in other words too', async () => {
    answering([part('You rotate keys every 90 days.', QUOTES[0]!)])
    const drafted = await run()
    assert.match(drafted.text, /You rotate keys every 90 days\./)
    assert.deepEqual(claimsIn(drafted), [])
  })

  const LIES: Record<string, [string, string]> = {
    'another figure': ['Keys are rotated every 30 days.', QUOTES[0]!],
    'another unit': ['Keys are rotated every 90 hours.', QUOTES[0]!],
    'a lost negation': ['The vault is opened by hand.', QUOTES[2]!],
    'an added name': ['A rotation by Marta Ellery needs the editor role.', QUOTES[1]!],
    'made-up code': ['A rotation needs the editor role and `keys --force`.', QUOTES[1]!],
    'a quote that stands nowhere': ['Keys live for ever.', 'Keys live for ever.'],
    'a quote of something else': ['Backups are compressed with a modern algorithm.', QUOTES[1]!],
  }
  for (const [name, [text, quote]] of Object.entries(LIES))
    test(`is left out and reported: ${name}`, async () => {
      answering([part('A rotation needs the editor role.', QUOTES[1]!), part(text, quote)])
      const drafted = await run()
      assert.ok(!drafted.text.includes(text))
      assert.deepEqual(claimsIn(drafted), [
        { text, quotes: claimsIn(drafted)[0] && [quote].filter((one) => FACTS.includes(one)), verdict: 'unsupported' },
      ])
    })

  test('is left out of a block whose other sentences stand', async () => {
    answering([part('Keys are rotated every 90 days. They cost 5 euros.', QUOTES[0]!)])
    const drafted = await run()
    assert.match(drafted.text, /every 90 days\./)
    assert.doesNotMatch(drafted.text, /euros/)
  })

  test('is left out when the judge calls it unsupported, and stays with an action when it is carried in part', async () => {
    answering(
      [part('Keys are rotated every 90 days.', QUOTES[0]!), part('A rotation needs the editor role.', QUOTES[1]!)],
      (text) => (text.includes('90') ? 'unsupported' : 'partly'),
    )
    const drafted = await run()
    assert.doesNotMatch(drafted.text, /90 days/)
    assert.match(drafted.text, /editor role/)
    assert.deepEqual(pluck(claimsIn(drafted), 'verdict'), ['unsupported', 'partly'])
  })

  test('never holds a term that was to be left out', async () => {
    answering([
      part('A rotation needs the editor role.', QUOTES[1]!),
      part('Keys are rotated every 90 days.', QUOTES[0]!),
    ])
    const drafted = await run({ instructions: 'Leave out: rotation' })
    assert.doesNotMatch(drafted.text, /rotation/i)
  })
})

describe('a summary of a model', () => {
  const summary = { text: 'A rotation needs the editor role.', sources: [{ source: 'S1', quote: QUOTES[1]! }] }
  const blocks = [part('Keys are rotated every 90 days.', QUOTES[0]!)]

  test('holds no term that was to be left out', async () => {
    answering(blocks, undefined, summary)
    const drafted = await run({ instructions: 'Leave out: editor' })
    assert.doesNotMatch(drafted.draft.summary ?? '', /editor/)
  })

  test('that is carried in part stays, with an action', async () => {
    answering(blocks, (text) => (text.includes('editor') ? 'partly' : 'supported'), summary)
    const drafted = await run()
    assert.equal(drafted.draft.summary, summary.text)
    assert.deepEqual(pluck(claimsIn(drafted), 'verdict'), ['partly'])
  })
})

describe('unusable answers', () => {
  const BAD: Record<string, string> = {
    'plain prose': 'Certainly! Here is your document.',
    'another shape': '{"wrong": true}',
    'an empty message': '',
    'cut JSON': '{"summary": {"text": "x',
  }
  for (const [name, content] of Object.entries(BAD))
    test(`${name}: asked twice, then assembled from the sources, and the draft says so`, async () => {
      fake.reply = (_, response) => chat(response, content)
      const drafted = await run()
      assert.equal(drafted.actions[0]?.meta.reason, 'model_fallback')
      assert.match(drafted.text, /every 90 days/)
      assert.equal(fake.asked.filter(({ response_format }) => response_format.json_schema.name === 'draft').length, 2)
    })

  test('JSON in a code fence is read', async () => {
    answering([part('Keys are rotated every 90 days.', QUOTES[0]!)])
    const plain = fake.reply
    fake.reply = (asked, response) => {
      const end = response.end.bind(response)
      response.end = ((body: string) => {
        const whole = JSON.parse(body)
        whole.choices[0].message.content = `\`\`\`json\n${whole.choices[0].message.content}\n\`\`\``
        return end(JSON.stringify(whole))
      }) as typeof response.end
      plain(asked, response)
    }
    assert.match((await run()).text, /every 90 days/)
  })

  test('the fallback model is asked before the sources are assembled', async () => {
    answering([part('Keys are rotated every 90 days.', QUOTES[0]!)])
    const good = fake.reply
    fake.reply = (asked, response) => (asked.model === 'm' ? chat(response, 'no') : good(asked, response))
    const drafted = await run({}, { llmFallbackModel: 'second' })
    assert.ok(drafted.actions.every(({ meta }) => meta.reason !== 'model_fallback'))
  })
})

describe('faults on the wire', () => {
  const ask = async (config: Partial<ModelConfig> = {}): Promise<DrafterFailure> => {
    const error = await run({}, config).then(
      () => assert.fail('it should have failed'),
      (reason: unknown) => reason,
    )
    assert.ok(error instanceof DrafterFailure, String(error))
    assert.ok(!JSON.stringify([error.message, error.stack, String(error.cause)]).includes(KEY))
    return error
  }
  const status = (code: number, headers: Record<string, string> = {}) => {
    fake.reply = (_, response) => void response.writeHead(code, headers).end(`{"error":{"message":"bad key ${KEY}"}}`)
  }

  test('429 can be retried, after the time it names', async () => {
    status(429, { 'retry-after': '17' })
    const error = await ask()
    assert.deepEqual([error.retryable, error.retryAfterSeconds], [true, 17])
  })
  for (const code of [408, 409, 500, 503])
    test(`${code} can be retried`, async () => {
      status(code)
      assert.equal((await ask()).retryable, true)
    })
  for (const code of [400, 401, 404, 422])
    test(`${code} cannot`, async () => {
      status(code)
      assert.equal((await ask()).retryable, false)
    })
  test('a redirect is not followed', async () => {
    status(302, { location: `${fake.url}/elsewhere` })
    assert.equal((await ask()).retryable, false)
  })
  test('a hang ends at the limit and can be retried', async () => {
    fake.reply = () => {}
    const error = await ask({ llmTimeout: 0.3 })
    assert.match(error.message, /did not answer within 0\.3 s/)
  })
  test('so can a refused connection', async () => {
    assert.match((await ask({ llmBaseUrl: 'http://127.0.0.1:1/v1' })).message, /could not be reached/)
  })
  test('a judge that fails leaves the sentences to our own checks, and asks someone to look', async () => {
    answering([part('Keys are rotated every 90 days.', QUOTES[0]!)])
    const good = fake.reply
    fake.reply = (asked, response) =>
      asked.response_format.json_schema.name === 'verify' ? void response.writeHead(500).end() : good(asked, response)
    const drafted = await run()
    assert.match(drafted.text, /every 90 days/)
    assert.deepEqual(pluck(claimsIn(drafted), 'verdict'), ['partly'])
  })
  test('Retry-After is read as seconds or as a date; nonsense counts as not given', () => {
    assert.equal(parseRetryAfter('5'), 5)
    assert.equal(parseRetryAfter(new Date(10_000).toUTCString(), 0), 10)
    assert.equal(parseRetryAfter('soon'), undefined)
  })
})

describe('what a job uses', () => {
  test('is counted with its price, failed calls too', async () => {
    answering([part('Keys are rotated every 90 days.', QUOTES[0]!)])
    const { usage } = await run({}, { llmPriceIn: 2, llmPriceOut: 10 })
    assert.equal(usage.length, 4)
    assert.deepEqual(usage[0]?.cost, { amount: (100 * 2 + 20 * 10) / 1e6, currency: 'USD' })
  })

  test('ends the job when it is over the budget', async () => {
    const spent = { provider: 'x', model: 'm', input_tokens: 900, output_tokens: 200, calls: 3, seconds: 1 }
    const drafter = await createDrafter({ ...CONFIG, llmBaseUrl: fake.url, llmBudget: 1_000 })
    const context = { ...CONTEXT, used: (): Usage => spent }
    await assert.rejects(drafter.plan(inputs(), context), /budget of 1,000 tokens/)
  })
})

describe('a document that has text', () => {
  const document = (markdown: string): DraftInputs['document'] => ({
    id: 1,
    title: 'Keys',
    summary: null,
    blocks: blocksFromMarkdown(markdown),
    categoryPath: [],
  })
  const STANDING = '# Use\n\nKeys are rotated every **60 days**. The vault is in hall 2.\n\nGuests may open the vault.'

  test('keeps its text; what the model says otherwise is an edit, exact or proposed, with what the model quoted', async () => {
    const text =
      'Keys are rotated every 90 days.\n\nGuests may no longer open the vault.\n\nA rotation needs the editor role.'
    const [days, guests, role] = text.split('\n\n')
    answering([part(days!, days!), part(guests!, guests!), part(role!, role!)])
    const drafted = await run({ document: document(STANDING), material: [{ title: 'Wiki', text }] })
    assert.match(drafted.text, /Keys are rotated every \*\*90 days\*\*\. The vault is in hall 2\./)
    assert.match(drafted.text, /Guests may open the vault\./)
    assert.match(drafted.text, /A rotation needs the editor role\./)
    assert.equal(drafted.text.match(/rotated/g)?.length, 1, 'never both values')
    const edits = drafted.draft.edits!.map(({ op, certainty, state, source }) => [op, certainty, state, source.kind])
    assert.deepEqual(edits.slice(0, 2), [
      ['replace', 'exact', 'applied', 'material'],
      ['replace', 'likely', 'proposed', 'material'],
    ])
    assert.equal(drafted.actions.filter(({ kind }) => kind === 'edit').length, 1)
    assert.deepEqual(edits.slice(2), [['insert', 'exact', 'applied', 'material']])
  })

  test('is not printed twice when the model repeats it', async () => {
    const text = 'The vault is in hall 2.'
    answering([part(text, text)])
    const drafted = await run({ document: document(STANDING), material: [{ title: 'Wiki', text }] })
    assert.equal(drafted.text.match(/hall 2/g)?.length, 1)
    assert.deepEqual(drafted.draft.edits, [])
  })
})
