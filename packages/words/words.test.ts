// The words of the site and of mails: every language says the same things as English, in every form that a number asks for.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAILS, SITE, type SiteTable, Words } from './words.ts'

type Table = { [key: string]: string | Table }

/** entriesOf are all texts of a table, those of the tables inside it among them. */
const entriesOf = (table: Table): [key: string, text: string][] =>
  Object.entries(table).flatMap(([key, entry]) =>
    typeof entry === 'string'
      ? [[key, entry] as [string, string]]
      : entriesOf(entry).map(([inner, text]): [string, string] => [`${key}.${inner}`, text]),
  )
const FORM = /_(zero|one|two|few|many|other)$/
const placesIn = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

for (const [kind, tables] of Object.entries({ site: SITE, mails: MAILS })) {
  const english = new Map(entriesOf(tables.en!))
  const counted = [...english.keys()].filter((key) => FORM.test(key)).map((key) => key.replace(FORM, ''))

  describe(`the words of ${kind}`, () => {
    for (const [lang, table] of Object.entries(tables))
      test(`${lang} says the same things as English, in every form that a number asks for`, () => {
        // Spanish, French, Italian and Portuguese say millions as they say two.
        const { pluralCategories } = new Intl.PluralRules(lang, { maximumFractionDigits: 0 }).resolvedOptions()
        const asked = pluralCategories.filter((form) => form !== 'many' || !['es', 'fr', 'it', 'pt'].includes(lang))
        const entries = new Map(entriesOf(table))
        for (const key of new Set(counted))
          assert.deepEqual(
            [...asked, 'other'].filter((form) => !entries.has(`${key}_${form}`)),
            [],
            key,
          )
        const keys = (all: Iterable<string>) => [...new Set([...all].map((key) => key.replace(FORM, '')))].sort()
        assert.deepEqual(keys(entries.keys()), keys(english.keys()))
        for (const [key, text] of entries) {
          const original = english.get(key) ?? english.get(key.replace(FORM, '_other'))
          assert.deepEqual(placesIn(text), placesIn(original!), key)
        }
      })
  })
}

test('a number decides on the form, and is written as the language writes it', () => {
  const said = (lang: string, count: number) =>
    new Words<SiteTable>(lang, SITE[lang]!).parts('documents', { count }).join('')
  assert.equal(said('en', 1), '1 document')
  assert.equal(said('de', 12_000), '12.000 Dokumente')
  assert.deepEqual(
    [1, 3, 5].map((count) => said('ru', count)),
    ['1 документ', '3 документа', '5 документов'],
  )
})
