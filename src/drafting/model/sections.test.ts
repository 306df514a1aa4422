// A draft is written section by section over one common beginning; a model that can't take all sources is shown less.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { CONTEXT, inputsOf } from '../../../test/drafts.ts'
import { MODEL_CONFIG, serveModel } from '../../../test/model-server.ts'
import { createDrafter } from '../choose.ts'
import { DrafterFailure } from '../contract.ts'
import type { ModelConfig } from './call.ts'

const fake = serveModel()
const FACTS = ['Keys are rotated every 90 days.', 'A rotation needs the editor role.', 'The vault is closed at night.']
const HEADINGS = ['Rotation', 'Roles', 'Vault']

/** answering writes the fact of each section, whichever section it is asked for. */
function answering(): void {
  fake.reply = ({ response_format, messages }, response) => {
    const { name } = response_format.json_schema
    const block = (fact: string) => ({ markdown: fact, sources: [{ source: 'S1', quote: fact }] })
    const answers: Record<string, unknown> = {
      plan: {
        kind: 'reference',
        language: 'en',
        sections: HEADINGS.map((heading) => ({ heading, purpose: '', keywords: [] })),
        queries: [],
      },
      extract: { passages: [] },
      draft: {
        summary: { text: '', sources: [] },
        sections: FACTS.map((fact, index) => ({ id: `s${index + 1}`, blocks: [block(fact)] })),
      },
      verify: {
        verdicts: [...JSON.stringify(messages).matchAll(/C\d+(?=:)/g)].map(([claim]) => ({
          claim,
          verdict: 'supported',
        })),
      },
    }
    fake.chat(response, JSON.stringify(answers[name]))
  }
}

async function run(text = FACTS.join('\n\n'), config: Partial<ModelConfig> = {}) {
  const inputs = inputsOf({ title: 'Keys', material: [{ title: 'Wiki', text }] })
  const told: [string, number][] = []
  const context = { ...CONTEXT, report: async (message: string, done: number) => void told.push([message, done]) }
  const drafter = await createDrafter({ ...MODEL_CONFIG, llmBaseUrl: fake.url, ...config })
  const plan = await drafter.plan(inputs, context)
  const extracted = await drafter.extract(inputs, plan, context)
  const { draft } = await drafter.draft(inputs, plan, extracted, context)
  return { told, text: blocksToMarkdown(draft.blocks) }
}

const promptsOf = (step: string): string[] =>
  fake.asked
    .filter(({ response_format }) => response_format.json_schema.name === step)
    .map(({ messages }) => (messages as { content: string }[]).map(({ content }) => content).join('\n'))

test('one call a section; each says its own, all begin alike, and each is reported before it is written', async () => {
  answering()
  const { told, text } = await run()
  assert.equal(text.match(/90 days/g)?.length, 1)
  const prompts = promptsOf('draft')
  assert.deepEqual(
    prompts.map((prompt) => /Write section (s\d)/.exec(prompt)?.[1]),
    ['s1', 's2', 's3'],
  )
  const heads = new Set(prompts.map((prompt) => prompt.slice(0, prompt.lastIndexOf('Write section'))))
  assert.equal(heads.size, 1)
  const [head] = [...heads]
  const common = promptsOf('plan')[0]!.split('Plan this document')[0]!.trimEnd()
  assert.ok(head!.startsWith(common), 'the sources come first, in the same words as in the other steps')
  assert.deepEqual(told, [
    ['Writing part 1 of 3: Rotation', 0],
    ['Writing part 2 of 3: Roles', 0.25],
    ['Writing part 3 of 3: Vault', 0.5],
    ['Checking every sentence against its quotes', 0.75],
  ])
})

test('the same job has the same prompts: nothing in them is random', async () => {
  answering()
  await run()
  const first = JSON.stringify(fake.asked)
  fake.asked = []
  await run()
  assert.equal(JSON.stringify(fake.asked), first)
})

test('what is too long for the model is asked again with less material, and in the end fails in words of its own', async () => {
  answering()
  const good = fake.reply
  let most = 50_000
  fake.reply = (asked, response) => {
    if (JSON.stringify(asked.messages).length < most) return good(asked, response)
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end('{"error": {"code": "context_length_exceeded", "message": "prompt is too long"}}')
  }
  const long = `${FACTS.join('\n\n')}\n\n${'The keys of the vault are rotated with care. '.repeat(1_500)}`
  assert.match((await run(long)).text, /90 days/)
  most = 0
  await assert.rejects(
    run(long),
    (error) => error instanceof DrafterFailure && /too long for the model/.test(error.message),
  )
})

test('Anthropic is told which part to keep between calls', async () => {
  fake.reply = (_, response) => void response.writeHead(401).end()
  await assert.rejects(run(undefined, { llmProvider: 'anthropic' }), /401/)
  const [{ content }] = fake.asked[0]!.messages as [{ content: { text: string; cache_control?: { type: string } }[] }]
  assert.deepEqual(
    content.map(({ cache_control }) => cache_control?.type),
    ['ephemeral', undefined],
  )
  assert.match(content[1]!.text, /Plan this document/)
})
