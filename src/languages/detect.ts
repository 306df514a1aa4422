// Detects a text's language by its script and its commonest words.

import { fold, isAscii } from '#folding.ts'
import { DATA } from './data.ts'
import { entries } from './entries.ts'

/** The share of letters that decides; Japanese comes before Chinese, whose characters it uses too. */
const SCRIPTS: [RegExp, string, number][] = [
  [/[\p{sc=Hira}\p{sc=Kana}]/gu, 'ja', 0.08],
  [/\p{sc=Han}/gu, 'zh', 0.3],
  [/[іїєґ]/giu, 'uk', 0.02],
  [/\p{sc=Cyrl}/gu, 'ru', 0.3],
  [/\p{sc=Hang}/gu, 'ko', 0.3],
]
const SAMPLE = 4_000
/** guessLanguage requires this many common words, and twice as many as for any other language. */
const SURE = 12
const CLEARLY = 2
/** Enough for nearly every page; an import asks for each of 3,000. */
const SHORT_SAMPLE = 1_200
const VERY_SURE = 40
const VERY_CLEARLY = 5

const codes = new Set(DATA.map(({ code }) => code))
/** Languages told apart by their words. */
const LATIN = DATA.filter(({ unspaced }) => !unspaced).map(({ code, stopWords }) => ({ code, stopWords }))
const commonIn = new Map<string, number[]>()
for (const [index, { stopWords }] of LATIN.entries())
  for (const word of new Set(entries(stopWords))) commonIn.set(word, [...(commonIn.get(word) ?? []), index])

/** The code of a supported language; `otherwise` if too few words tell. */
export function detectLanguage(text: string, otherwise = 'en', fewest = 1): string {
  const sample = sampleOf(text)
  const code = byScript(sample, (one) => codes.has(one))
  if (code !== undefined) return code
  const [best] = latinVotes(sample)
  if (best && best.votes >= fewest) return best.code
  return codes.has(otherwise) ? otherwise : 'en'
}

/** Undefined if the text is short or ambiguous. */
export function guessLanguage(text: string): string | undefined {
  const sample = sampleOf(text)
  const code = byScript(sample, () => true)
  if (code !== undefined) return code
  return clearest(sample.slice(0, SHORT_SAMPLE), VERY_SURE, VERY_CLEARLY) ?? clearest(sample, SURE, CLEARLY)
}

function clearest(sample: string, least: number, times: number): string | undefined {
  const [best, second] = latinVotes(sample)
  return best && best.votes >= least && best.votes >= times * (second?.votes ?? 0) ? best.code : undefined
}

const sampleOf = (text: string): string => text.slice(0, SAMPLE).replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ')

function byScript(sample: string, isAsked: (code: string) => boolean): string | undefined {
  if (isAscii(sample)) return undefined
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  const isIt = (script: RegExp, share: number) => (sample.match(script)?.length ?? 0) > share * letters
  return SCRIPTS.find(([script, code, share]) => isAsked(code) && isIt(script, share))?.[1]
}

/**
 * Letters among digits aren't words, or a commit log would be French. ASCII classes are cheaper than Unicode ones, and an
 * import asks for every new page.
 */
const wordsIn = (sample: string): readonly string[] =>
  (isAscii(sample)
    ? sample.toLowerCase().match(/\b[a-z]+\b/g)
    : fold(sample).match(/(?<![\p{L}\p{N}])\p{L}+(?![\p{L}\p{N}])/gu)) ?? []

/** Sorted by votes; English, the first file, wins a tie. */
function latinVotes(sample: string): { code: string; votes: number }[] {
  const votes = LATIN.map(() => 0)
  for (const word of wordsIn(sample)) {
    const common = commonIn.get(word)
    if (common) for (const index of common) votes[index]!++
  }
  return LATIN.map(({ code }, index) => ({ code, votes: votes[index]! })).sort((one, other) => other.votes - one.votes)
}
