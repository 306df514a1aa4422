// `npm run drafting -- --record` against a model, and `--replay` when there is none any more.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { serveModel } from '../../test/model-server.ts'

const fake = serveModel()
const folder = mkdtempSync(join(tmpdir(), 'galley-cassette-'))
after(() => rmSync(folder, { recursive: true }))
const [file, jobs] = [join(folder, 'c.json'), join(folder, 'jobs.json')]
const KEY = 'sk-not-on-the-cassette'
const model = () => ({
  GALLEY_LLM_PROVIDER: 'openai-compatible',
  GALLEY_LLM_BASE_URL: fake.url,
  GALLEY_LLM_API_KEY: KEY,
  GALLEY_LLM_MODEL: 'm',
})

const drafting = async (args: string[], env: Record<string, string> = {}): Promise<string> => {
  const run = [join(import.meta.dirname, 'run.ts'), '--file', file, '--jobs', jobs, ...args]
  const { stdout } = await promisify(execFile)(process.execPath, run, { env: { PATH: process.env.PATH, ...env } })
  return stdout
}

const facts = ['Keys are rotated every 90 days.', 'The vault is closed at night.']
const part = (markdown: string, quote = markdown) => ({ markdown, sources: [{ source: 'S2', quote }] })
const answers: Record<string, unknown> = {
  plan: { kind: 'reference', language: 'en', sections: [{ heading: 'Use', purpose: '', keywords: [] }], queries: [] },
  extract: { passages: [] },
  question: { questions: [] },
  draft: {
    summary: { text: '', sources: [] },
    sections: [{ id: 's1', blocks: [part(facts[0]!), part(facts[1]!), part('Keys cost 5 euros.', facts[0])] }],
  },
  verify: { verdicts: ['C1', 'C2'].map((claim) => ({ claim, verdict: 'supported' })) },
}

test('a cassette plays the drafts of a model again without it, and holds no key', async () => {
  const job = {
    name: 'keys',
    title: 'Keys',
    notes: 'A page on keys.',
    material: [{ title: 'Wiki', text: facts.join('\n') }],
  }
  writeFileSync(jobs, JSON.stringify([{ ...job, facts: ['90 days', 'at night', 'never said'] }]))
  fake.reply = (asked, response) => fake.chat(response, JSON.stringify(answers[asked.response_format.json_schema.name]))
  const recorded = await drafting(['--record'], model())
  assert.match(recorded, /^job +facts +blocks +refused +tokens +calls\nkeys +2\/3 +3 +1 +600 +5\n/)
  assert.ok(!readFileSync(file, 'utf8').includes(KEY))
  const calls = fake.asked.length
  const replayed = await drafting(['--replay'])
  assert.match(replayed, /^job.*asked otherwise\nkeys +2\/3 +3 +1 +600 +5 +0\n$/)
  assert.equal(fake.asked.length, calls, 'nothing was asked')
  writeFileSync(jobs, JSON.stringify([{ ...job, notes: 'A page on all keys.', facts: ['90 days'] }]))
  assert.match(await drafting(['--replay']), /keys +2\/3 → 1\/1 +3 +1 +600 +5 +[1-5]\n$/)
})

test('a job ends at its budget of tokens', async () => {
  writeFileSync(jobs, JSON.stringify([{ name: 'keys', title: 'Keys', notes: 'A page on keys.', facts: [] }]))
  fake.reply = (asked, response) => fake.chat(response, JSON.stringify(answers[asked.response_format.json_schema.name]))
  const recorded = await drafting(['--record'], { ...model(), GALLEY_LLM_BUDGET: '200' })
  assert.match(recorded, /^keys +failed: The job has used its budget of 200 tokens/m)
})

test('conversations become pages, from what a scripted model answered', async () => {
  const own = (name: string) => join(import.meta.dirname, name)
  const replayed = await drafting([
    '--replay',
    '--file',
    own('conversations.cassette.json'),
    '--jobs',
    own('conversations.json'),
  ])
  const rows = replayed.trim().split('\n').slice(1)
  assert.deepEqual(
    rows.map((row) => row.split(/ {2,}/).slice(0, 4)),
    [
      // A price that nobody named is refused.
      ['chat', '5/5', '7', '2'],
      ['mails', '3/3', '4', '0'],
      ['thread', '4/4', '6', '0'],
      ['german', '3/3', '4', '0'],
    ],
  )
})

test('recording without a model says which settings name one', async () => {
  await assert.rejects(drafting(['--record']), /GALLEY_LLM_PROVIDER/)
})
