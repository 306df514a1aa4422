// The forms of words in each language that has endings.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formsOf } from './forms.ts'

const SAME: [lang: string, word: string, form: string][] = [
  ['en', 'histogram', 'histograms'],
  ['en', 'summary', 'summaries'],
  ['en', 'configure', 'configuration'],
  ['en', 'run', 'running'],
  ['de', 'einstellung', 'einstellungen'],
  ['de', 'haus', 'hauser'],
  ['fr', 'installer', 'installation'],
  ['es', 'usuario', 'usuarios'],
  ['pt', 'usuario', 'usuarios'],
  ['ru', 'настройка', 'настройки'],
]

for (const [lang, word, form] of SAME)
  test(`${form} is a form of ${word}, and the other way round`, () => {
    assert.ok(formsOf(word, lang).includes(form))
    assert.ok(formsOf(form, lang).includes(word))
  })

test('what is no word, very short, or of a language without endings has no other forms', () => {
  for (const [word, lang] of [
    ['sha256', 'en'],
    ['to', 'en'],
    ['設定', 'ja'],
    ['asetus', 'fi'],
  ] as const)
    assert.deepEqual(formsOf(word, lang), [])
})

test('words of other meanings that begin alike are no forms', () => {
  assert.ok(!formsOf('use', 'en').includes('user'))
})
