// Mails are written in the language of the site.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { build } from '../../../test/build.ts'
import { mailVoice } from './mail-voice.ts'
import { noticeMail } from './mails.ts'

describe('the words of mails', () => {
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
