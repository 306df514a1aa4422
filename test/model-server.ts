// A language model for tests: a loopback server that speaks the chat API and answers as the test says.

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach } from 'node:test'
import type { ModelConfig } from '#drafting/model/call.ts'

type ModelRequest = { model: string; messages: unknown; response_format: { json_schema: { name: string } } }

export const MODEL_CONFIG: Omit<ModelConfig, 'llmBaseUrl'> = {
  llmProvider: 'openai-compatible',
  llmApiKey: 'x',
  llmModel: 'm',
  llmTimeout: 5,
  llmMaxTokens: 1000,
  llmFallbackModel: '',
  llmVerify: 'on',
  llmVerifyModel: '',
  llmPriceIn: 0,
  llmPriceOut: 0,
  llmBudget: 0,
}

/** serveModel runs from before the first test of a file to after its last; `asked` are the requests of one test. */
export function serveModel() {
  const fake: {
    reply: (asked: ModelRequest, response: ServerResponse) => void
    asked: ModelRequest[]
    url: string
    chat: (response: ServerResponse, content: string) => void
  } = { reply: (_, response) => response.end(), asked: [], url: '', chat }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const asked = JSON.parse(body) as ModelRequest
      fake.asked.push(asked)
      fake.reply(asked, response)
    })
  })
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    fake.asked = []
  })
  return fake
}

function chat(response: ServerResponse, content: string): void {
  const message = { role: 'assistant', content }
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
  response.setHeader('content-type', 'application/json')
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices, usage }))
}
