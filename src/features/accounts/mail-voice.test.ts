// Mails in ten languages: the same things in each, in the forms that numbers ask for, and sent in the language of the site.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { build } from '../../../test/build.ts'
import { MAIL_TABLES, mailVoice } from './mail-voice.ts'
import { noticeMail } from './mails.ts'

const placesIn = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
const formsOf = (entry: string | object): string[] => (typeof entry === 'string' ? [entry] : Object.values(entry))

describe('the words of mails', () => {
  for (const [lang, table] of Object.entries(MAIL_TABLES))
    test(`${lang} says the same things as English, in every form that a number asks for`, () => {
      const english = new Map(Object.entries(MAIL_TABLES.en!))
      assert.deepEqual(Object.keys(table), [...english.keys()])
      // Spanish, French, Italian and Portuguese say millions as they say two.
      const { pluralCategories } = new Intl.PluralRules(lang, { maximumFractionDigits: 0 }).resolvedOptions()
      const asked = pluralCategories.filter((form) => form !== 'many' || !['es', 'fr', 'it', 'pt'].includes(lang))
      for (const [name, entry] of Object.entries(table)) {
        if (typeof entry !== 'string')
          assert.deepEqual(
            asked.filter((form) => !(form in entry)),
            [],
            name,
          )
        const [places] = formsOf(english.get(name)!).map(placesIn)
        for (const form of formsOf(entry)) assert.deepEqual(placesIn(form), places, name)
      }
    })

  test('numbers, plurals and times are those of the language', () => {
    const things = (lang: string, count: number) => mailVoice(lang).say('things', { count, site: 'Docs' })
    assert.deepEqual(
      { thingsEn: things('en', 1), thingsDeAt: things('de-AT', 2), thingsRu: things('ru', 5) },
      { thingsEn: '1 thing for you: Docs', thingsDeAt: '2 Dinge für Sie: Docs', thingsRu: '5 дел для вас: Docs' },
    )
    const at = new Date('2026-11-18T14:30:00Z')
    const { text, html } = noticeMail(mailVoice('fr'), 'Docs', 'ann@example.com', 'password_changed', { at })
    assert.match(text, /mercredi 18 novembre 2026/)
    assert.match(html, /<html lang="fr">/)
    assert.equal(mailVoice('ar').lang, 'en')
  })
})

test('a code is mailed in the language of the site', async (t) => {
  const { app, mails, person } = await build(t, { env: { GALLEY_SITE_LANG: 'es' } })
  const { email } = await person('reader', 'Ana')
  await app.inject({ method: 'POST', url: '/auth/send-code', payload: { identifier: email } })
  assert.match(mails[0]!.subject, /^Su código de acceso a /)
})
