// Every regular expression that may read what a stranger sent is linear, or its input is bounded. `recheck` proves it; a
// proof takes seconds, so the patterns that were proven are kept in regexes.json, and only others are proven here.
// `node test/regexes.test.ts --write` keeps those of today. A pattern that recheck can't
// judge, or whose input is short, is written there by hand, with the reason.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkSync } from 'recheck'
import { type FoundRegex, findRegexes } from './regexes.ts'

const RECORD = join(import.meta.dirname, 'regexes.json')
const LINEAR = 'linear'
const record = JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, string>
const found = findRegexes()

/** verdictOf is what recheck says of a pattern, with a text that shows it where there is one. No time limit: it would judge the machine. */
function verdictOf({ pattern, isFixed }: FoundRegex): string {
  if (!isFixed) return 'made at run time: say in regexes.json why it is linear'
  const end = pattern.lastIndexOf('/')
  const result = checkSync(pattern.slice(1, end), pattern.slice(end + 1), { timeout: null })
  if (result.status === 'vulnerable')
    return `${result.complexity.summary}, as with ${result.attack.pattern.slice(0, 80)}`
  return result.status === 'safe' ? LINEAR : 'recheck can not tell'
}

if (process.argv.includes('--write')) {
  const judged = found.map((one) => [one.pattern, record[one.pattern] ?? verdictOf(one)] as const)
  // A verdict is no reason: what is not linear goes on failing until someone writes down why it may stay.
  const recorded = judged.filter(([pattern, verdict]) => pattern in record || verdict === LINEAR)
  writeFileSync(
    RECORD,
    `${JSON.stringify(Object.fromEntries(recorded.toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`,
  )
} else {
  test('every regular expression is linear, or bounded for a reason', { timeout: Infinity }, () => {
    const unproven = found
      .filter(({ pattern }) => record[pattern] === undefined)
      .map((one) => ({ ...one, verdict: verdictOf(one) }))
      .filter(({ verdict }) => verdict !== LINEAR)
      .map(({ file, pattern, verdict }) => `${file}: ${pattern}: ${verdict}`)
    assert.deepEqual(unproven, [])
  })
}
