// Which language a text is in, from its script and its commonest words. A guess that picks a data file; where it is wrong
// the draft's own headings and questions are in another language, and nothing else depends on it.

import { fold } from '#folding.ts'
import { entries } from '#languages/entries.ts'
import { LANGUAGES } from '#languages/languages.ts'

const SCRIPTS: [RegExp, string, number][] = [
  [/[\p{sc=Hira}\p{sc=Kana}]/gu, 'ja', 0.08],
  [/\p{sc=Han}/gu, 'zh', 0.3],
  [/\p{sc=Cyrl}/gu, 'ru', 0.3],
]
const SAMPLE = 4_000
const stopWords = LANGUAGES.filter(({ data }) => !data.unspaced).map(
  ({ code, data }) => [code, new Set(entries(data.stopWords))] as const,
)

/** detectLanguage gives the code of a language that we have data for; English when nothing says otherwise. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, SAMPLE).replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ')
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return 'en'
  for (const [script, code, share] of SCRIPTS)
    if ((sample.match(script)?.length ?? 0) / letters > share && LANGUAGES.some((known) => known.code === code))
      return code
  return latinLanguage(sample)
}

function latinLanguage(sample: string): string {
  const votes = new Map<string, number>([['en', 0]])
  for (const word of fold(sample).match(/\p{L}+/gu) ?? [])
    for (const [code, words] of stopWords) if (words.has(word)) votes.set(code, (votes.get(code) ?? 0) + 1)
  let best = 'en'
  for (const [code, count] of votes) if (count > votes.get(best)!) best = code
  return best
}
