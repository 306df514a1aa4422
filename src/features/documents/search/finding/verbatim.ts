// Parts of a query to match literally, although the index only has words: quoted phrases, and names such as sidebar_position,
// --dry-run, vite.config.js or /etc/hosts.

const QUOTED = /["“„«]([^"“”„«»]{2,})["“”»]/gu
const NAME = /^(?:[-@$/.#]+[\p{L}\p{N}]|[\p{L}\p{N}]+[_.:/]+[\p{L}\p{N}]{2})/u
const BEFORE = /^[`'(]+/
const AFTER = /[`'),;:?!.]{1,4}$/

/**
 * In a question only quoted phrases count, because a name is just one of its subjects. A query of names alone is no question,
 * even if a name contains a stop word, as in --no-cache.
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
