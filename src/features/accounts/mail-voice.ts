// Mail texts (packages/words/mails) in the site's language, because accounts have no language of their own; times in that
// language's format.

import { MAILS, type MailTable, type WordKey, Words } from 'galley-words/words.ts'
import { baseOf } from '#languages/tag.ts'

export type MailKey = WordKey<MailTable>

export type MailVoice = {
  lang: string
  say: (name: MailKey, values?: Record<string, string | number>) => string
  time: (at: Date) => string
}

/** English if the language has no texts. */
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
