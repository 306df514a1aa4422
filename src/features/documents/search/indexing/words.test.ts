// How text becomes words: case, accents, scripts, and hostile input.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pluck } from '../../../../../test/pluck.ts'
import { queryWords, titleKey, wordsOf } from './words.ts'

describe('wordsOf', () => {
  const cases: [string, string, string[]][] = [
    [
      'plain text is cut at everything that is no letter or digit',
      'Set GALLEY_DATA, then (re)start v1.2!',
      ['set', 'galley', 'data', 'then', 're', 'start', 'v1', '2'],
    ],
    [
      'accents and ligatures fold away',
      'Über Łódź, café, smørrebrød, straße, ﬁne',
      ['uber', 'lodz', 'cafe', 'smorrebrod', 'strasse', 'fine'],
    ],
    ['composed and decomposed letters are equal', 'e\u0301te\u0301 été', ['ete', 'ete']],
    ['ё is е, й stays', 'Ёлка Йод', ['елка', 'йод']],
    ['Turkish and Greek case is no obstacle', 'İSTANBUL ΣΟΦΟΣ σοφός', ['istanbul', 'σοφοσ', 'σοφοσ']],
    ['full width is width only', 'Ｇａｌｌｅｙ', ['galley']],
    [
      'Chinese and Japanese are cut into pairs, the last character also alone',
      '東京都 a中b',
      ['東京', '京都', '都', 'a', '中', 'b'],
    ],
    ['voiced kana keep their mark', 'ガラス', ['ガラ', 'ラス', 'ス']],
    ['vowel signs stay where a script needs them', 'हिन्दी', ['हिन्दी']],
    ['soft hyphens and joiners are not there', 'docu\u00admen\u200btation', ['documentation']],
    ['text without a word has none', '!!! --- \u0000 😀', []],
  ]
  for (const [name, text, expected] of cases) test(name, () => assert.deepEqual(wordsOf(text), expected))

  test('a very long word is cut, in an index as in a query', () => {
    const long = 'x'.repeat(5000)
    assert.deepEqual(wordsOf(long), ['x'.repeat(40)])
    assert.deepEqual(queryWords(long), [{ word: 'x'.repeat(40), prefix: true }])
  })
})

describe('queryWords', () => {
  test('the last word is a prefix, the others are whole', () => {
    assert.deepEqual(queryWords('Install the Gal'), [
      { word: 'install', prefix: false },
      { word: 'the', prefix: false },
      { word: 'gal', prefix: true },
    ])
  })
  test('a repeated word is asked once', () => {
    assert.deepEqual(queryWords('pin pin'), [{ word: 'pin', prefix: false }])
  })
  test('a phrase of an unspaced script is its pairs; a lone character is a prefix', () => {
    assert.deepEqual(pluck(queryWords('東京都'), 'word', 'prefix'), [
      ['東京', false],
      ['京都', false],
    ])
    assert.deepEqual(queryWords('京 a'), [
      { word: '京', prefix: true },
      { word: 'a', prefix: true },
    ])
  })
  test('operators of search engines have no meaning', () => {
    assert.deepEqual(
      queryWords('"a" OR NEAR(b) NOT c* & d:* | title:e -f').map(({ word }) => word),
      ['a', 'or', 'near', 'b', 'not', 'c', 'd', 'title', 'e', 'f'],
    )
  })
  test('at most 16 words and 200 characters count', () => {
    assert.equal(queryWords(Array.from({ length: 60 }, (_, index) => `w${index}`).join(' ')).length, 16)
    assert.deepEqual(queryWords(`${' '.repeat(199)}ab`), [{ word: 'a', prefix: true }])
  })
  test('half a surrogate pair does no harm', () => {
    assert.deepEqual(queryWords('\ud83d abc'), [{ word: 'abc', prefix: true }])
  })
})

test('a title key is the same for titles that differ in case, accents and punctuation', () => {
  assert.equal(titleKey('  Élan — vital! '), titleKey('elan vital'))
  assert.equal(titleKey('東京 ガイド'), '東京 ガイド')
})
