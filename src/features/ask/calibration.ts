// Calibrates the answer threshold: how confident wrong answers are differs from site to site with its words, headings and
// number of pages. Once a day, in the background, it asks for words of its own sentences with their page left out; the more
// confident those answers, the higher the threshold. Measured over what all members may read.

import { setImmediate } from 'node:timers/promises'
import type { Deps } from '#deps.ts'
import { openToReadersOf } from '#features/documents/access/access.ts'
import { samplePages } from '#features/documents/search/asking.ts'
import { DAY } from '#time.ts'
import { type AskDeps, candidatesFor } from './ask.ts'
import { levelOf, signsOf } from './confidence.ts'
import type { AskedPage } from './pages.ts'

/** The level on the documentation that the weights were fitted to (bench/ask). */
export const USUAL_LEVEL = 0.92
/** Fewer pages give no reliable mean. */
const FEWEST_PAGES = 30
const MOST_PROBES = 60
const [FEWEST_WORDS, MOST_WORDS] = [4, 12]
const LONG_WORD = /[\p{L}\p{N}]{4,}/gu

type CalibrationDeps = Omit<AskDeps, 'readableBy' | 'config'> & { config: Pick<Deps['config'], 'siteLang'> }

export class Calibration {
  readonly #deps: CalibrationDeps & Deps
  #shift = 0
  #dueAt = 0
  #measuring: Promise<void> | undefined
  #isClosed = false

  constructor(deps: CalibrationDeps & Deps) {
    this.#deps = deps
  }

  /** How much more confident than usual an answer has to be; 0 until measured. */
  shift(): number {
    const now = this.#deps.clock.now()
    if (now >= this.#dueAt && !this.#measuring) {
      this.#dueAt = now + DAY
      this.#measuring = this.#measure().finally(() => {
        this.#measuring = undefined
      })
    }
    return this.#shift
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#measuring
  }

  async #measure(): Promise<void> {
    try {
      const level = await baselineLevel(this.#deps, () => this.#isClosed)
      this.#shift = level === undefined ? 0 : level - USUAL_LEVEL
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'how sure answers must be could not be measured')
    }
  }
}

/** The mean confidence of answers from other pages; undefined with too few pages. */
export async function baselineLevel(deps: CalibrationDeps, isOver = () => false): Promise<number | undefined> {
  const readable = openToReadersOf('members')
  const sample = await samplePages(deps, readable, MOST_PROBES)
  if (sample.length < FEWEST_PAGES) return undefined
  const levels: number[] = []
  for (const one of sample) {
    if (isOver()) return undefined
    const [page] = await deps.cutPages.get([one])
    const q = page && probeOf(page)
    if (!q) continue
    const { question, candidates } = await candidatesFor(deps, readable, { q, lang: page.lang ?? deps.config.siteLang })
    const others = candidates.filter((candidate) => candidate.page.id !== page.id)
    if (others.length > 0) levels.push(levelOf(signsOf(question, others, others[0]!)))
    await setImmediate()
  }
  return levels.length === 0 ? undefined : levels.reduce((sum, level) => sum + level, 0) / levels.length
}

/** Every other long word of a sentence in the middle of a page, like the question of someone who half remembers it. */
function probeOf({ passages, text }: AskedPage): string | undefined {
  const piece = passages[passages.length >> 1]?.pieces[0]
  const words =
    piece &&
    text
      .slice(piece.starts[0], piece.starts[1] ?? piece.to)
      .match(LONG_WORD)
      ?.slice(0, MOST_WORDS)
  return words && words.length >= FEWEST_WORDS ? words.filter((_, nth) => nth % 2 === 0).join(' ') : undefined
}
