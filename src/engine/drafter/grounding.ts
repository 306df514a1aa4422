// Ground for a model's claims: the sources it was offered, under the names S1, S2 …, and the check that a quote really
// stands in the one it names. White space may differ; nothing else may.

import type { Source } from './drafter.ts'
import { figuresIn } from './figures.ts'
import { detectLanguage } from './language.ts'
import { type SourceText, sourceOf } from './sources.ts'
import { terms } from './terms.ts'

/**
 * OfferedSource: `shown` is what the model sees; quotes may come from there alone. `trace` leads from a quote of the
 * previous draft to what it rests on, so that no redraft loses sight of a document that may be closed later.
 */
export type OfferedSource = { name: string; source: SourceText; shown: string; trace?: (quote: string) => Source[] }
export type CitedQuote = { source: string; quote: string }

const SHORTEST_QUOTE = 3
const LONGEST_QUOTE = 2_000

/** findQuote gives the verbatim slice of a text that a quote means, or undefined. */
export function findQuote(text: string, quote: string): string | undefined {
  const wanted = quote
    .trim()
    .replace(/^[“"«„]|[”"»“]$/g, '')
    .replace(/…$|\.\.\.$/, '')
    .trim()
  if (wanted.length < SHORTEST_QUOTE || wanted.length > LONGEST_QUOTE) return undefined
  if (text.includes(wanted)) return wanted
  const pattern = new RegExp(
    wanted
      .split(/\s+/)
      .map((word) => RegExp.escape(word))
      .join('\\s+'),
    'i',
  )
  return pattern.exec(text)?.[0]
}

/** ground sorts a claim's quotes into sources that hold them and those that do not exist or do not. */
export function ground(
  cited: CitedQuote[],
  offered: Map<string, OfferedSource>,
): { sources: Source[]; unfound: CitedQuote[] } {
  const sources: Source[] = []
  const unfound: CitedQuote[] = []
  for (const citation of cited) {
    const known = offered.get(citation.source.trim().toUpperCase())
    const verbatim = known && findQuote(known.shown, citation.quote)
    const found = known && verbatim !== undefined ? (known.trace?.(verbatim) ?? [sourceOf(known.source, verbatim)]) : []
    if (found.length > 0) sources.push(...found)
    else unfound.push(citation)
  }
  return { sources, unfound }
}

/** isCarried: the quotes could carry the text. Figures must stand in what is cited, and some words must be shared. */
export function isCarried(
  text: string,
  cited: CitedQuote[],
  sources: Source[],
  offered: Map<string, OfferedSource>,
): boolean {
  const shown = cited.map((citation) => offered.get(citation.source.trim().toUpperCase())?.shown ?? '').join('\n')
  const known = new Set(allFigures(shown))
  if (figuresIn(text).some((figure) => figure.telling && !known.has(figure.value))) return false
  const quotes = sources.map((source) => source.quote).join('\n')
  const own = terms(text)
  if (own.length < 4 || detectLanguage(text) !== detectLanguage(quotes)) return true
  const held = new Set(terms(quotes, 2_000))
  return own.some((term) => held.has(term))
}

/** All figures of a long text, a line at a time: figuresIn looks at one sentence. */
function allFigures(text: string): string[] {
  return text.split(/[\n。]|(?<=[.!?])\s/).flatMap((line) => figuresIn(line).map((figure) => figure.value))
}
