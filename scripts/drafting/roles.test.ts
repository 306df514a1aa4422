// The classifier on sentences that it has not seen: each quarter of the corpus is judged by what the other three taught.
// Prints precision and recall per language, so that a change is judged by figures.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { classifyReply, classifySentence, type StoredWeights, WEIGHTS_FILE } from '../../src/drafting/roles/roles.ts'
import { LANGUAGES } from '../../src/languages/languages.ts'
import { packed, readCorpus, type Sentence, train } from './train.ts'

const FOLDS = 4

/** unseen judges every sentence by weights that were learned without it. More sentences of one language deal no other's anew. */
function unseen<T>(sentences: Sentence[], judged: (sentence: Sentence, weights: ReturnType<typeof train>) => T) {
  const folds = new Map<Sentence, number>()
  for (const own of Map.groupBy(sentences, ({ language }) => language).values())
    for (const [nth, sentence] of own.entries()) folds.set(sentence, nth % FOLDS)
  return Array.from({ length: FOLDS }, (_, fold) => {
    const weights = train(sentences.filter((one) => folds.get(one) !== fold))
    return sentences.filter((one) => folds.get(one) === fold).map((is) => ({ is, as: judged(is, weights) }))
  }).flat()
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole)
const percent = (value: number): string => `${Math.round(100 * value)} %`

describe('roles of sentences', () => {
  test('orders are found, and facts are not held, in every language', (t) => {
    const results = unseen(readCorpus('notes'), ({ text, language }, weights) =>
      classifySentence(text, language, weights),
    )
    for (const code of ['all', ...LANGUAGES.map((language) => language.code)]) {
      const own = results.filter(({ is }) => code === 'all' || is.language === code)
      const [facts, others] = [own.filter(({ is }) => is.label === 'fact'), own.filter(({ is }) => is.label !== 'fact')]
      const caught = others.filter(({ as }) => as !== 'fact').length
      const held = facts.filter(({ as }) => as !== 'fact').length
      const recall = share(caught, others.length)
      t.diagnostic(
        `${code}: recall ${percent(recall)}, precision ${percent(share(caught, caught + held))}, facts held ${percent(share(held, facts.length))} of ${facts.length}`,
      )
      assert.ok(recall >= (code === 'all' ? 0.9 : 0.8), `${code}: recall ${percent(recall)}`)
      assert.ok(share(held, facts.length) <= (code === 'all' ? 0.1 : 0.2), `${code}: facts held`)
    }
  })

  test('replies are told apart', (t) => {
    const results = unseen(readCorpus('replies'), ({ text, language }, weights) =>
      classifyReply(text, language, weights),
    )
    for (const label of new Set(results.map(({ is }) => is.label))) {
      const right = results.filter(({ is, as }) => is.label === label && as === label).length
      const of = results.filter(({ is }) => is.label === label).length
      const as = results.filter((result) => result.as === label).length
      t.diagnostic(`${label}: recall ${percent(right / of)}, precision ${percent(share(right, as))}`)
    }
    assert.ok(results.filter(({ is, as }) => is.label === as).length / results.length >= 0.85)
  })
})

test('every language has a labelled set, and the weights are learned from all of it', () => {
  const [notes, replies] = [readCorpus('notes'), readCorpus('replies')]
  for (const { code } of LANGUAGES) {
    const own = [...notes, ...replies].filter(({ language }) => language === code).length
    assert.ok(own >= (code === 'en' ? 200 : 60), `${code}: ${own} sentences`)
  }
  const stored = JSON.parse(readFileSync(WEIGHTS_FILE, 'utf8')) as { notes: StoredWeights; replies: StoredWeights }
  for (const [part, labelled] of Object.entries({ notes, replies }))
    assert.equal(
      stored[part as keyof typeof stored].data,
      packed(train(labelled)).data,
      'run: npm run drafting -- --train',
    )
})
