// A loopback server that speaks the chat API, with the model drafter set up to ask it.

import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach } from 'node:test'
import { createDrafter } from '../../src/engine/drafter/choose.ts'
import {
  DrafterFailure,
  type DraftInputs,
  type Plan,
  type StepContext,
  type Usage,
} from '../../src/engine/drafter/drafter.ts'
import { job } from './sample-jobs.ts'

export const KEY = 'sk-very-secret-key-4711'
type ChatRequest = {
  model: string
  messages: { role: string; content: string }[]
  response_format?: { type: string; json_schema: { name: string; schema: unknown } }
}
export type Reply = (request: ChatRequest, response: ServerResponse, raw: IncomingMessage) => void

/** fake is the server's state: how it replies, what it was asked, where it listens. */
export const fake: { reply: Reply; requests: ChatRequest[]; baseUrl: string } = {
  reply: (_, response) => response.writeHead(500).end(),
  requests: [],
  baseUrl: '',
}

const server = createServer((raw, response) => {
  let body = ''
  raw.on('data', (part) => {
    body += part
  })
  raw.on('end', () => {
    const request = JSON.parse(body) as ChatRequest
    fake.requests.push(request)
    fake.reply(request, response, raw)
  })
})
/** useFakeModel starts the server for the tests of a file. */
export function useFakeModel(): void {
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    fake.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    fake.requests = []
  })
}

/** chat answers as a chat completion whose content is the text. */
export function chat(response: ServerResponse, content: string): void {
  const message = { role: 'assistant', content }
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage,
    }),
  )
}
export const answering = (...answers: unknown[]): Reply => {
  let nth = 0
  return (_, response) => chat(response, JSON.stringify(answers[Math.min(nth++, answers.length - 1)]))
}

export function setup(overrides: { llmTimeout?: number; llmBaseUrl?: string } = {}) {
  const usage: Usage[] = []
  const controller = new AbortController()
  const context: StepContext = { signal: controller.signal, addUsage: (entry) => usage.push(entry) }
  const drafter = createDrafter({
    llmProvider: 'openai-compatible',
    llmBaseUrl: fake.baseUrl,
    llmApiKey: KEY,
    llmModel: 'm',
    llmTimeout: 5,
    llmMaxTokens: 1000,
    ...overrides,
  })
  return { drafter, context, usage, controller }
}

export async function failure(promise: Promise<unknown>): Promise<DrafterFailure> {
  const error = await promise.then(
    () => assert.fail('the step should have failed'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof DrafterFailure, `not a DrafterFailure: ${error}`)
  assert.ok(!JSON.stringify([error.message, error.stack, String(error.cause)]).includes(KEY))
  return error
}

export const PLAN: Plan = {
  kind: 'how-to',
  language: 'en',
  outline: ['Overview', 'Prerequisites', 'Steps'].map((heading, index) => ({
    id: `s${index + 1}`,
    heading,
    purpose: '',
    keywords: [],
    role: null,
    source: null,
  })),
  queries: [],
}
export const FACTS =
  'Keys are rotated every 90 days.\n\nA rotation needs the editor role.\n\nRun `galley keys rotate` and read [the guide](https://docs.example.org/keys).'
export const inputs = (more: Partial<DraftInputs> = {}): DraftInputs =>
  job({ material: [{ title: 'Wiki', text: FACTS }], ...more })
export const NOTHING = { passages: [], conflicts: [] }
export const cite = (quote: string, source = 'S1') => [{ source, quote }]
export const block = (markdown: string, quote: string, source = 'S1') => ({ markdown, sources: cite(quote, source) })
export const draftOf = (...blocks: unknown[]) => ({
  summary: { text: '', sources: [] },
  sections: [{ id: 's1', blocks }],
})
