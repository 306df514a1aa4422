// Words of a text, for measuring the similarity of two texts. Search has its own tokenizer, which knows languages.

/** Scripts without spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Each space, word or sign of a text; in unspaced scripts, each character. */
export const WORD = new RegExp(`\\s+|${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{M}\\p{N}_])+|.`, 'gsu')
const RUN = /\p{N}+|[\p{L}\p{M}]+/gu

/** Words and figures; in unspaced scripts, pairs of neighbouring characters. */
export const wordsOf = (text: string): string[] =>
  (text.match(RUN) ?? []).flatMap((run) => (run.length > 2 && UNSPACED.test(run) ? pairsOf(run) : [run]))

const pairsOf = (run: string): string[] => Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2))
