// Texts of the site and mails, a JSON file per language: `{name}` is a placeholder; plurals have a suffix per form as in
// i18next: `documents_one`, `documents_other`. English defines the keys and so the types.

import mailsDe from './mails/de.json' with { type: 'json' }
import mailsEn from './mails/en.json' with { type: 'json' }
import mailsEs from './mails/es.json' with { type: 'json' }
import mailsFr from './mails/fr.json' with { type: 'json' }
import mailsIt from './mails/it.json' with { type: 'json' }
import mailsJa from './mails/ja.json' with { type: 'json' }
import mailsNl from './mails/nl.json' with { type: 'json' }
import mailsPt from './mails/pt.json' with { type: 'json' }
import mailsRu from './mails/ru.json' with { type: 'json' }
import mailsZh from './mails/zh.json' with { type: 'json' }
import siteDe from './site/de.json' with { type: 'json' }
import siteEn from './site/en.json' with { type: 'json' }
import siteEs from './site/es.json' with { type: 'json' }
import siteFr from './site/fr.json' with { type: 'json' }
import siteIt from './site/it.json' with { type: 'json' }
import siteJa from './site/ja.json' with { type: 'json' }
import siteNl from './site/nl.json' with { type: 'json' }
import sitePt from './site/pt.json' with { type: 'json' }
import siteRu from './site/ru.json' with { type: 'json' }
import siteZh from './site/zh.json' with { type: 'json' }

export type SiteTable = typeof siteEn
export type MailTable = typeof mailsEn
type Rule = Intl.LDMLPluralRule

/** A key of a table: `documents` stands for all its forms. */
export type WordKey<T> = {
  [K in keyof T & string]: T[K] extends string ? (K extends `${infer Name}_${Rule}` ? Name : K) : never
}[keyof T & string]

/** A table in another language, whose plural forms may differ; words.test.ts compares those. */
type InItsForms<T> = {
  [K in keyof T as K extends `${string}_${Rule}` ? never : K]: T[K] extends string ? string : InItsForms<T[K]>
}

/** The tables by language. */
export const SITE: Readonly<Record<string, InItsForms<SiteTable>>> = {
  en: siteEn,
  de: siteDe,
  fr: siteFr,
  es: siteEs,
  pt: sitePt,
  it: siteIt,
  nl: siteNl,
  ru: siteRu,
  ja: siteJa,
  zh: siteZh,
}
export const MAILS: Readonly<Record<string, InItsForms<MailTable>>> = {
  en: mailsEn,
  de: mailsDe,
  fr: mailsFr,
  es: mailsEs,
  pt: mailsPt,
  it: mailsIt,
  nl: mailsNl,
  ru: mailsRu,
  ja: mailsJa,
  zh: mailsZh,
}

/** The texts of one language, with its numbers and plurals. */
export class Words<T> {
  readonly lang: string
  readonly table: InItsForms<T>
  readonly #plurals: Intl.PluralRules
  readonly #numbers: Intl.NumberFormat

  constructor(lang: string, table: InItsForms<T>) {
    this.lang = lang
    this.table = table
    this.#plurals = new Intl.PluralRules(lang)
    this.#numbers = new Intl.NumberFormat(lang)
  }

  /** A text split at its placeholders: strings with values between them. `count` selects the plural form. */
  parts<V>(key: WordKey<T>, values: Readonly<Record<string, V>> = {}): (V | string | undefined)[] {
    return this.#text(key, values.count)
      .split(/\{(\w+)\}/)
      .map((part, at) => (at % 2 === 0 ? part : this.#shown(values[part])))
  }

  #text(key: WordKey<T>, count: unknown): string {
    const table = this.table as Readonly<Record<string, string>>
    return table[key] ?? table[`${key}_${this.#plurals.select(Number(count))}`] ?? table[`${key}_other`]!
  }

  #shown<V>(value: V): V | string {
    return typeof value === 'number' ? this.#numbers.format(value) : value
  }
}
