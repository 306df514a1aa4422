// The strings of a query that mean themselves, character by character, although the index knows only their words: quoted
// phrases, and names such as sidebar_position, --dry-run, vite.config.js or /etc/hosts.

const QUOTED = /["“„«]([^"“”„«»]{2,})["“”»]/gu
const NAME = /^(?:[-@$/.#]+[\p{L}\p{N}]|[\p{L}\p{N}]+[_.:/]+[\p{L}\p{N}]{2})/u
const BEFORE = /^[`'(]+/
const AFTER = /[`'),;:?!.]{1,4}$/

/**
 * verbatimOf: in a question only what is quoted counts; a name is one of the things that it is about. Names alone are no
 * question, also where a part of one is a word that says nothing, as in --no-cache.
 */
export function verbatimOf(q: string, isStrict: boolean): string[] {
  const quoted = Array.from(q.matchAll(QUOTED), ([, phrase]) => phrase!.trim())
  const words = q.replace(QUOTED, ' ').split(/\s+/).map(bare).filter(Boolean)
  const names = words.filter((word) => NAME.test(word))
  return [...quoted, ...(isStrict || names.length === words.length ? names : [])]
    .filter((one) => one !== '')
    .map((one) => one.toLowerCase())
}

const bare = (word: string): string => word.replace(BEFORE, '').replace(AFTER, '')
