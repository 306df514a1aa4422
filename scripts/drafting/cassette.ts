// A cassette holds what a language model answered, so that its drafts can be made again without a network. An answer is
// found by its job, its step and how many of that step came before; the prompt may have changed since, and that is counted.
// It holds no key: of a request only the hash of its body is kept.

import { hash } from 'node:crypto'
import type { Config } from '../../src/config.ts'

/** A JobTally is what became of one job. */
export type JobTally = { facts: string; blocks: number; refused: number; tokens: number; calls: number }
type RecordedCall = { step: string; asked: string; status: number; body: string }
export type Cassette = {
  provider: Config['llmProvider']
  model: string
  jobs: Record<string, { answers: RecordedCall[]; tally?: JobTally }>
}

export class Recorder {
  readonly cassette: Cassette
  readonly #network = globalThis.fetch
  #job = ''

  constructor({ llmProvider, llmModel }: Pick<Config, 'llmProvider' | 'llmModel'>) {
    this.cassette = { provider: llmProvider, model: llmModel, jobs: {} }
  }

  open(job: string): void {
    this.#job = job
    this.cassette.jobs[job] = { answers: [] }
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const response = await this.#network(input, init)
    const body = await response.text()
    const { status } = response
    this.cassette.jobs[this.#job]!.answers.push({ ...asked(init), status, body })
    return new Response(body, { status, headers: { 'content-type': 'application/json' } })
  }
}

export class Player {
  readonly #cassette: Cassette
  #left: RecordedCall[] = []
  /** How many calls asked in other words than when they were recorded. */
  changed = 0

  constructor(cassette: Cassette) {
    this.#cassette = cassette
  }

  open(job: string): void {
    this.#left = [...(this.#cassette.jobs[job]?.answers ?? [])]
    this.changed = 0
  }

  /** Nothing here reaches a network: a call that was never recorded is an answer without content. */
  readonly fetch: typeof fetch = async (_, init) => {
    const call = asked(init)
    const at = this.#left.findIndex(({ step }) => step === call.step)
    const [answer] = at < 0 ? [] : this.#left.splice(at, 1)
    if (answer?.asked !== call.asked) this.changed++
    const headers = { 'content-type': 'application/json' }
    return answer
      ? new Response(answer.body, { status: answer.status, headers })
      : new Response('{"error": "not on the cassette"}', { status: 410, headers })
  }
}

/** asked names the step by its schema, which both kinds of provider are sent. */
function asked(init: RequestInit | undefined): Pick<RecordedCall, 'step' | 'asked'> {
  const body = String(init?.body ?? '')
  const step = /"name":"(plan|extract|question|draft|verify)"/.exec(body)?.[1] ?? stepBySchema(body)
  return { step, asked: hash('sha256', body) }
}

/** A provider that gives schemas no name is sent their fields. */
function stepBySchema(body: string): string {
  const fields = { verify: 'verdicts', extract: 'passages', question: 'questions', plan: 'queries', draft: 'summary' }
  return Object.entries(fields).find(([, field]) => body.includes(`"${field}":{`))?.[0] ?? ''
}
