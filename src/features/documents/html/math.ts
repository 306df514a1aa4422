// TeX → MathML when content is saved: browsers show it without script, styles or fonts. Unreadable or expensive TeX is shown
// as its source and is never an error.

import { LRUCache } from 'lru-cache'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { TooCostly } from '#engine/sandbox.ts'
import { SECOND } from '#time.ts'

export type Formula = { tex: string; display: boolean }
/** Where long work runs, and for whom; without it, in place. */
export type Offload = Pick<Deps, 'sandbox'> & { actor: Actor }

/** A longer formula is a mistake or an attack; also the limit for all formulas of a document. */
const LONGEST = 5_000
const LONGEST_TOGETHER = 100_000
/** So many characters take a few milliseconds in any case; some shapes are quadratic. */
const FEW = 2_000
const LONGEST_MS = 10 * SECOND
const MOST_EXPANSIONS = 500
/** With macros, a formula of 100 characters can expand to megabytes, and few people define any. */
const DEFINES = /\\(?:[egx]?def|(?:re)?newcommand|providecommand|(?:future)?let)(?![A-Za-z])/

export const formulaKey = ({ tex, display }: Formula): string => `${display ? '$$' : '$'}${tex}`
/** Results by formula; '' if it can't be typeset. */
const formulasSet = new LRUCache<string, string>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (mathml, key) => 2 * (mathml.length + key.length),
})

/** MathML by formulaKey, without unreadable formulas. */
export async function setFormulas(formulas: readonly Formula[], offload?: Offload): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const missing = new Map<string, Formula>()
  let room = LONGEST_TOGETHER
  for (const formula of formulas) {
    const key = formulaKey(formula)
    const mathml = formulasSet.get(key)
    if (mathml) found.set(key, mathml)
    else if (mathml === undefined && !missing.has(key) && formula.tex.length <= Math.min(LONGEST, room)) {
      room -= formula.tex.length
      missing.set(key, formula)
    }
  }
  const isQuick = LONGEST_TOGETHER - room <= FEW
  const asked = [...missing.values()]
  const mathmls = offload && !isQuick ? await setOffloaded(asked, offload) : await setMath(asked)
  for (const [nth, key] of [...missing.keys()].entries()) {
    if (mathmls[nth]) found.set(key, mathmls[nth])
    formulasSet.set(key, mathmls[nth] ?? '')
  }
  return found
}

const setOffloaded = (formulas: Formula[], { sandbox, actor }: Offload): Promise<string[]> =>
  sandbox.run<string[]>(actor, 'setMath', formulas, LONGEST_MS).catch((error: unknown) => {
    if (error instanceof TooCostly) return []
    throw error
  })

/** Runs in the sandbox (src/sandbox-tasks.ts). */
export async function setMath(formulas: Formula[]): Promise<string[]> {
  const { default: katex } = await import('katex')
  return formulas.map(({ tex, display }) => {
    if (DEFINES.test(tex)) return ''
    try {
      const options = { displayMode: display, output: 'mathml', strict: 'ignore', maxExpand: MOST_EXPANSIONS } as const
      const html = katex.renderToString(tex, options)
      const [from, to] = [html.indexOf('<math'), html.lastIndexOf('</math>')]
      return from < 0 || to < from ? '' : html.slice(from, to + '</math>'.length)
    } catch {
      return ''
    }
  })
}
