// Lets a model write answers from passages that the reader may read: a daily budget, a cache by question, passages and
// rights, and a pause after failures. Its text is checked in drafting/model.

import { LRUCache } from 'lru-cache'
import type { Deps } from '#deps.ts'
import type { Usage } from '#drafting/contract.ts'
import { type WrittenSentence, writeAnswer } from '#drafting/model/answer.ts'
import { StillUnusable } from '#drafting/model/call.ts'
import type { Readable } from '#engine/db/search.ts'
import { fold } from '#folding.ts'
import { dayOf, MINUTE, SECOND } from '#time.ts'
import { addTokens, listTokens } from './store.ts'

const MOST_KEPT = 1_000
/** A reader waits this long for a model; after a failure nobody asks it for a minute. */
const LONGEST_WAIT_SECONDS = 20
const PAUSE_MS = MINUTE
const MOST_AT_ONCE = 4
type ToWrite = { q: string; lang: string; readable: Readable; pages: { key: string; title: string; text: string }[] }

export class AnswerWriter {
  readonly #deps: Deps
  readonly #written = new LRUCache<string, WrittenSentence[]>({ max: MOST_KEPT })
  readonly #underWay = new Map<string, Promise<WrittenSentence[] | undefined>>()
  #pausedUntil = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Undefined if no model may write now; with `mayAsk` false only cached answers are used. */
  async write(asked: ToWrite, mayAsk: boolean): Promise<WrittenSentence[] | undefined> {
    if (asked.pages.length === 0) return undefined
    const key = keyOf(asked)
    const earlier = this.#written.get(key)
    if (earlier || !mayAsk) return earlier
    const underWay = this.#underWay.get(key)
    if (underWay || this.#underWay.size >= MOST_AT_ONCE || this.#deps.clock.now() < this.#pausedUntil) return underWay
    const work = this.#ask(asked, key).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, work)
    return work
  }

  async #ask({ q, lang, pages }: ToWrite, key: string): Promise<WrittenSentence[] | undefined> {
    const { db, clock, config, log } = this.#deps
    const day = dayOf(clock.now())
    const [last] = await listTokens(db.read, 1)
    const used = last?.day === day ? last.input_tokens + last.output_tokens : 0
    if (config.askBudget > 0 && used >= config.askBudget) return undefined
    const seconds = Math.min(config.llmTimeout, LONGEST_WAIT_SECONDS)
    const usage: Usage[] = []
    try {
      const context = { signal: AbortSignal.timeout(seconds * SECOND), addUsage: (one: Usage) => void usage.push(one) }
      const written = await writeAnswer(config, { question: q, language: lang, passages: pages }, context)
      this.#written.set(key, written)
      return written
    } catch (error) {
      // An unusable answer says nothing about the model's availability.
      if (!(error instanceof StillUnusable)) this.#pausedUntil = clock.now() + PAUSE_MS
      log.warn({ reason: (error as Error).message }, 'the model did not answer a question; its passages do')
      return undefined
    } finally {
      const sum = (of: 'calls' | 'input_tokens' | 'output_tokens') => usage.reduce((all, one) => all + one[of], 0)
      const row = { day, calls: sum('calls'), input_tokens: sum('input_tokens'), output_tokens: sum('output_tokens') }
      if (row.calls > 0) await db.inTransaction((tx) => addTokens(tx, row))
    }
  }
}

/** Includes the reader's rights, so that nobody gets what was written for others. */
const keyOf = ({ q, lang, readable, pages }: ToWrite): string => {
  const rights = [readable.shape, readable.isGranted ? readable.userId : null]
  return JSON.stringify([fold(q.trim()), lang, rights, pages.map((page) => page.key)])
}

/** Usage of the last thirty days, at today's prices. */
export async function describeAnswers({ db, config }: Deps) {
  const { llmPriceIn, llmPriceOut } = config
  const isPriced = llmPriceIn > 0 || llmPriceOut > 0
  const days = (await listTokens(db.read, 30)).map((row) => ({
    ...row,
    cost: isPriced ? (row.input_tokens * llmPriceIn + row.output_tokens * llmPriceOut) / 1e6 : null,
  }))
  return { by: config.ask, model: config.ask === 'model' ? config.llmModel : null, budget: config.askBudget, days }
}
