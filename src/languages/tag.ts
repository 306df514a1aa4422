// Names of languages as HTML and HTTP have them (BCP 47): `de`, `pt-BR`, `zh-Hans`.

export const LONGEST_TAG = 35

/** languageTag is a tag as it is usually spelt, also from `pt_br`; undefined for what is none. */
export function languageTag(given: string): string | undefined {
  try {
    const [tag] = given.length > LONGEST_TAG ? [] : Intl.getCanonicalLocales(given.replaceAll('_', '-'))
    return tag
  } catch {
    return undefined
  }
}

/** baseOf is the language alone: `pt` of `pt-BR`. */
export const baseOf = (tag: string): string => tag.split('-', 1)[0]!
