// Language tags (BCP 47): `de`, `pt-BR`, `zh-Hans`.

export const LONGEST_TAG = 35

/** The canonical tag, also of `pt_br`; undefined if invalid. */
export function languageTag(given: string): string | undefined {
  try {
    const [tag] = given.length > LONGEST_TAG ? [] : Intl.getCanonicalLocales(given.replaceAll('_', '-'))
    return tag
  } catch {
    return undefined
  }
}

/** The language without its region: `pt` of `pt-BR`. */
export const baseOf = (tag: string): string => tag.split('-', 1)[0]!
