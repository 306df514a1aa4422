// The words of mails in ten languages: a mail speaks the language of the site, because accounts have none of their own. Numbers,
// plurals and times are written as the language writes them.

import { fill } from '#languages/languages.ts'
import { baseOf } from '#languages/tag.ts'
import { Voice } from '#languages/voice.ts'
import { de } from './mail-words/de.ts'
import { en, type MailWords } from './mail-words/en.ts'
import { es } from './mail-words/es.ts'
import { fr } from './mail-words/fr.ts'
import { it } from './mail-words/it.ts'
import { ja } from './mail-words/ja.ts'
import { nl } from './mail-words/nl.ts'
import { pt } from './mail-words/pt.ts'
import { ru } from './mail-words/ru.ts'
import { zh } from './mail-words/zh.ts'

export const MAIL_TABLES: Readonly<Record<string, MailWords>> = { en, de, fr, es, pt, it, nl, ru, ja, zh }

/** MailVoice says things in one language. */
export type MailVoice = {
  lang: string
  say: (name: keyof MailWords, values?: Record<string, string | number>) => string
  time: (at: Date) => string
}

/** mailVoice is English where a language has no table. */
export function mailVoice(siteLang: string): MailVoice {
  const base = baseOf(siteLang)
  const lang = base in MAIL_TABLES ? siteLang : 'en'
  const table: MailWords = MAIL_TABLES[base] ?? en
  const voice = new Voice(lang)
  const times = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: 'UTC',
  })
  return {
    lang,
    say: (name, values = {}) => {
      const shown = Object.entries(values).map(([place, value]) => [place, voice.shown(value)])
      return fill(voice.formOf(table[name], values.count), Object.fromEntries(shown))
    },
    time: (at) => times.format(at),
  }
}
