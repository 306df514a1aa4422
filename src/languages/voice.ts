// How a language writes what a table of phrases leaves open: which form a number takes, and the number itself.

/** PluralForms are the texts of one phrase, by the forms that the language has. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

export class Voice {
  readonly #plurals: Intl.PluralRules
  readonly #numbers: Intl.NumberFormat

  constructor(lang: string) {
    this.#plurals = new Intl.PluralRules(lang)
    this.#numbers = new Intl.NumberFormat(lang)
  }

  /** formOf is the text for this number of things. */
  formOf(phrase: string | PluralForms, count: unknown): string {
    return typeof phrase === 'string' ? phrase : (phrase[this.#plurals.select(Number(count))] ?? phrase.other)
  }

  /** shown writes numbers as the language does, and leaves all else as it is. */
  shown<V>(value: V): V | string {
    return typeof value === 'number' ? this.#numbers.format(value) : value
  }
}
