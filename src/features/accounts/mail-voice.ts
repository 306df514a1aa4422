// What mails say (packages/words/mails): a mail speaks the language of the site, because accounts have none of their own. Times
// are written as the language writes them.

import { MAILS, type MailTable, type WordKey, Words } from 'galley-words/words.ts'
import { baseOf } from '#languages/tag.ts'

export type MailKey = WordKey<MailTable>

/** MailVoice says things in one language. */
export type MailVoice = {
  lang: string
  say: (name: MailKey, values?: Record<string, string | number>) => string
  time: (at: Date) => string
}

/** mailVoice is English where a language has no table. */
export function mailVoice(siteLang: string): MailVoice {
  const base = baseOf(siteLang)
  const lang = base in MAILS ? siteLang : 'en'
  const words = new Words<MailTable>(lang, MAILS[base] ?? MAILS.en!)
  const times = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: 'UTC',
  })
  return { lang, say: (name, values) => words.parts(name, values).join(''), time: (at) => times.format(at) }
}
