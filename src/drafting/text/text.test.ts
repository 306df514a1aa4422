// The text toolkit: sentences, figures, claims and languages, on the notations that people mix.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { detectLanguage } from '#languages/detect.ts'
import { WORD_CLASSES } from '#languages/language.ts'
import { fill, LANGUAGES, languageOf, patternOf } from '#languages/languages.ts'
import { joinSentences, splitSentences } from '#languages/sentences.ts'
import { claimOf, codesIn, denials, namesIn } from './claims.ts'
import { figuresIn } from './figures.ts'
import { isUnspaced, keyOf, runsOf, stem, termsOf } from './words.ts'

describe('sentences', () => {
  test('are cut before a small letter, not after an abbreviation, a day or inside a code span', () => {
    assert.deepEqual(splitSentences('put it at the top. dont mention the pump. takes 90 seconds'), [
      'put it at the top.',
      'dont mention the pump.',
      'takes 90 seconds',
    ])
    assert.deepEqual(splitSentences('Use e.g. a lamp. It is cold.'), ['Use e.g. a lamp.', 'It is cold.'])
    assert.deepEqual(splitSentences('Run `a. B` now. Then wait.'), ['Run `a. B` now.', 'Then wait.'])
    assert.deepEqual(splitSentences('扉を閉める。次に電話する。'), ['扉を閉める。', '次に電話する。'])
    assert.equal(joinSentences(['扉を閉める。', '次に電話する。']), '扉を閉める。次に電話する。')
    assert.equal(joinSentences(['One.', 'Two.']), 'One. Two.')
  })

  test('a mark that is never closed does not swallow a long text, and takes linear time', () => {
    const cut = splitSentences(`\`open ${'this goes on. and on. '.repeat(5_000)}`)
    assert.ok(cut.length > 20)
  })
})

describe('figures', () => {
  const values = (text: string) => figuresIn(text).map(({ value, unit }) => `${value} ${unit}`.trim())
  test('meet across notations', () => {
    assert.deepEqual(values('holds 2,000 readings'), ['2000 readin'])
    assert.deepEqual(values('lasts ninety days or 90 days'), ['90 d', '90 d'])
    assert.deepEqual(values('forty-five minutes, 1.50 EUR, $3'), ['45 min', '1.5 €', '3 $'])
    assert.deepEqual(values('on 9 March 2026, 2026-03-09 and March 9, 2026'), [
      '2026-3-9 date',
      '2026-3-9 date',
      '2026-3-9 date',
    ])
    assert.deepEqual(values('board kw-3.8-b and V-3 at 10.4.0.20'), ['10.4.0.20'])
    assert.deepEqual(values('from the 2nd floor to the 3rd floor in 30min'), ['2 floor', '3 floor', '30 min'])
    assert.deepEqual(values('within five working days'), ['5 working day'])
  })
})

describe('claims', () => {
  test('tell denial, names and code', () => {
    assert.equal(denials('Albums cannot be shared', 'en'), 1)
    assert.equal(claimOf('Albums can be shared', 'en').denies, false)
    assert.deepEqual(namesIn('Faults are reported to Ottilie Brandt in the office', 'en'), ['Ottilie Brandt'])
    assert.deepEqual(codesIn('Run `marlctl sync` with --wipe-all on POSITION_WORKERS'), [
      'marlctl sync',
      '--wipe-all',
      'POSITION_WORKERS',
    ])
  })
})

describe('words and languages', () => {
  test('terms are stems without stop words; unspaced scripts give pairs', () => {
    assert.deepEqual(termsOf('The pumps of the plant'), ['pump', 'plant'])
    assert.deepEqual(termsOf('冷蔵庫'), ['冷蔵', '蔵庫'])
    assert.equal(keyOf('It is, so.'), runsOf('it is so').join(' '))
    assert.equal(stem('requests'), 'reques')
    assert.ok(isUnspaced('冷'))
  })

  test('every language has all of its lists', () => {
    for (const { code, classes } of LANGUAGES)
      for (const key of WORD_CLASSES) assert.notEqual(classes[key].source, '(?!)', `${code} ${key}`)
    assert.equal(languageOf('xx').code, 'en')
    assert.equal(fill('a {b}', { b: 1 }), 'a 1')
    assert.ok(patternOf('creat*').test('creating'))
    assert.equal(detectLanguage('The pump is in the cellar'), 'en')
    assert.equal(detectLanguage('commit 8c3a2d1c9d\ncommit 1c2d3c4e5f\n\n    fix: export the notes'), 'en')
  })
})
