// Pages say what they say in the language of their document, and nothing in English in between.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { build, OUTSIDE } from '../test/build.ts'
import { wordsFor } from './words.ts'

describe('a page', () => {
  /** ENGLISH are long enough to stand in no other language. */
  const ENGLISH = Object.values({ ...wordsFor('en').table, ...wordsFor('en').table.script })
    .filter((entry) => typeof entry === 'string')
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
