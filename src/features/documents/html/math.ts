// TeX → MathML, when content is saved: browsers draw it without script, styles or fonts of ours. TeX that KaTeX can't read is
// shown as it is written.

import katex from 'katex'
import type { SetMath } from '#blocks/html/html.ts'

/** A formula of more characters is a mistake, or meant to take long. */
const LONGEST = 5_000
const MOST_EXPANSIONS = 500

export const setMath: SetMath = (tex, display) => {
  if (tex.length > LONGEST) return undefined
  try {
    const options = { displayMode: display, output: 'mathml', strict: 'ignore', maxExpand: MOST_EXPANSIONS } as const
    const html = katex.renderToString(tex, options)
    const [from, to] = [html.indexOf('<math'), html.lastIndexOf('</math>')]
    return from < 0 || to < from ? undefined : html.slice(from, to + '</math>'.length)
  } catch {
    return undefined
  }
}
