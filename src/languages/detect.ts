// Which language a text is in, from its script and its commonest words.

import { fold, isAscii } from '#folding.ts'
import { DATA } from './data.ts'
import { entries } from './entries.ts'

/** The share of letters from which a script tells the language; Japanese comes before Chinese, whose characters it has too. */
const SCRIPTS: [RegExp, string, number][] = [
  [/[\p{sc=Hira}\p{sc=Kana}]/gu, 'ja', 0.08],
  [/\p{sc=Han}/gu, 'zh', 0.3],
  [/[іїєґ]/giu, 'uk', 0.02],
  [/\p{sc=Cyrl}/gu, 'ru', 0.3],
  [/\p{sc=Hang}/gu, 'ko', 0.3],
]
const SAMPLE = 4_000
/** A guess that is written down needs this many common words, and twice as many as any other language has. */
const SURE = 12
const CLEARLY = 2
/** Nearly every page is told by its beginning, if that has these: an import of 3,000 pages asks for each of them. */
const SHORT_SAMPLE = 1_200
const VERY_SURE = 40
const VERY_CLEARLY = 5

const codes = new Set(DATA.map(({ code }) => code))
/** LATIN are languages that are told by their words; each common word has those that it is common in. */
const LATIN = DATA.filter(({ unspaced }) => !unspaced).map(({ code, stopWords }) => ({ code, stopWords }))
const commonIn = new Map<string, number[]>()
for (const [index, { stopWords }] of LATIN.entries())
  for (const word of new Set(entries(stopWords))) commonIn.set(word, [...(commonIn.get(word) ?? []), index])

/** detectLanguage gives the code of a language that we have data for: `otherwise` where too little of the text tells. */
export function detectLanguage(text: string, otherwise = 'en', fewest = 1): string {
  const sample = sampleOf(text)
  const code = byScript(sample, (one) => codes.has(one))
  if (code !== undefined) return code
  const [best] = latinVotes(sample)
  if (best && best.votes >= fewest) return best.code
  return codes.has(otherwise) ? otherwise : 'en'
}

/** guessLanguage is undefined where a text is short, or could be in several languages. */
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
 * wordsIn: letters among digits are no words, or a log of commits would be French. A class of ASCII costs less than one of
 * Unicode, and an import asks for every new page.
 */
const wordsIn = (sample: string): readonly string[] =>
  (isAscii(sample)
    ? sample.toLowerCase().match(/\b[a-z]+\b/g)
    : fold(sample).match(/(?<![\p{L}\p{N}])\p{L}+(?![\p{L}\p{N}])/gu)) ?? []

/** latinVotes: the most common words first; English, the first file, wins a tie. */
function latinVotes(sample: string): { code: string; votes: number }[] {
  const votes = LATIN.map(() => 0)
  for (const word of wordsIn(sample)) {
    const common = commonIn.get(word)
    if (common) for (const index of common) votes[index]!++
  }
  return LATIN.map(({ code }, index) => ({ code, votes: votes[index]! })).sort((one, other) => other.votes - one.votes)
}
