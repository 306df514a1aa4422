// What the site says in each language: the same things, in forms that the language has, and nothing in English in between.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { build, OUTSIDE } from '../test/build.ts'
import { SITE_LANGUAGES, wordsFor } from './words.ts'

type TableEntry = string | Record<string, string>

/** entriesOf are all that a language says, those of the script among them, with their forms. */
const entriesOf = (lang: string): [name: string, entry: TableEntry][] => {
  const { script, callouts, ...table } = wordsFor(lang).table
  return [
    ...Object.entries(table),
    ...Object.entries(callouts).map(([name, entry]): [string, TableEntry] => [`callouts.${name}`, entry]),
    ...Object.entries(script).map(([name, entry]): [string, TableEntry] => [`script.${name}`, entry]),
  ]
}
const placesIn = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
const formsOf = (entry: TableEntry): string[] => (typeof entry === 'string' ? [entry] : Object.values(entry))

describe('the words of the site', () => {
  for (const lang of SITE_LANGUAGES)
    test(`${lang} says the same things as English, in every form that a number asks for`, () => {
      const english = new Map(entriesOf('en'))
      assert.deepEqual(
        entriesOf(lang).map(([name]) => name),
        [...english.keys()],
      )
      for (const [name, entry] of entriesOf(lang)) {
        const [places] = formsOf(english.get(name)!).map(placesIn)
        for (const form of formsOf(entry)) assert.deepEqual(placesIn(form), places, name)
      }
      // Spanish, French, Italian and Portuguese say millions as they say two.
      const { pluralCategories } = new Intl.PluralRules(lang, { maximumFractionDigits: 0 }).resolvedOptions()
      const asked = pluralCategories.filter((form) => form !== 'many' || !['es', 'fr', 'it', 'pt'].includes(lang))
      for (const [name, entry] of entriesOf(lang))
        if (typeof entry !== 'string' && 'other' in entry)
          assert.deepEqual(
            asked.filter((form) => !(form in entry)),
            [],
            name,
          )
    })

  test('numbers are written as the language writes them', () => {
    const documents = (lang: string, count: number) => wordsFor(lang).text('documents', { count })
    assert.equal(documents('en', 1), '1 document')
    assert.equal(documents('de', 12_000), '12.000 Dokumente')
    assert.deepEqual(
      [1, 3, 5].map((count) => documents('ru', count)),
      ['1 документ', '3 документа', '5 документов'],
    )
  })
})

describe('a page', () => {
  /** ENGLISH are long enough to stand in no other language. */
  const ENGLISH = entriesOf('en')
    .flatMap(([, entry]) => formsOf(entry))
    .filter((text) => /^[A-Z][a-z]+ [a-z ]+$/.test(text))

  const siteIn = async (t: Parameters<typeof build>[0], siteLang: string, documentLang?: string) => {
    const { app, person } = await build(t, { env: { GALLEY_SITE_LANG: siteLang } })
    const payload = {
      title: 'Seite',
      slug: 'seite',
      markdown:
        '# Eins\n\n:::tip\nText\n:::\n\n> [!WARNING]\n> Text[^1]\n\n| A |\n|---|\n| b |\n\n[^1]: Text\n\n# Zwei\n\n:::tip[Tip]\nText\n:::',
      tags: ['a'],
      lang: documentLang,
    }
    const { headers } = await person('admin')
    await app.inject({ method: 'POST', url: '/api/docs/', headers, payload })
    return async (url: string) => (await app.inject({ url, headers: { ...OUTSIDE, accept: 'text/html' } })).body
  }

  test('speaks the language of the site', async (t) => {
    const read = await siteIn(t, 'de')
    for (const url of ['/', '/read/seite', '/read/search?q=text', '/read/search?q=nichtsda', '/read/keine']) {
      const page = await read(url)
      assert.deepEqual(
        ENGLISH.filter((text) => page.includes(text)),
        [],
        url,
      )
      assert.match(page, /Dokumentation durchsuchen|Auf dieser Seite/)
    }
  })

  test('speaks the language of its document, its script as well', async (t) => {
    const read = await siteIn(t, 'de', 'fr')
    const page = await read('/read/seite')
    assert.match(page, /<html lang="fr"/)
    assert.match(page, /Sur cette page/)
    const titles = [...page.matchAll(/class="callout-title"[^>]*>([^<]+)/g)].map(([, title]) => title)
    assert.deepEqual(titles, ['Astuce', 'Avertissement', 'Tip'], 'what an author wrote stays')
    for (const label of ['Tableau 1: A', 'Note 1', 'Retour à l’appel de la note 1', 'Notes', 'Lien vers « Eins »'])
      assert.ok(page.includes(`aria-label="${label}"`), label)
    const [script] = page.match(/\/read\/assets\/reader\.fr-[^"]+/) ?? []
    assert.match(await read(script!), /Copier/)
  })

  test('in a language without a table of its own speaks that of the site, and is written from the right where that is so', async (t) => {
    const read = await siteIn(t, 'de', 'ar')
    const page = await read('/read/seite')
    assert.match(page, /<html lang="ar" dir="rtl"/)
    assert.match(page, /Auf dieser Seite/)
    assert.match(page, /Geändert am <time[^>]+>\d+\. \p{L}+ \d{4}</u)
    assert.doesNotMatch(await read('/'), /dir="rtl"/)
  })
})
