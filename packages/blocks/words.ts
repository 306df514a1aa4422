// The words of a text, to see how much two texts have in common. Search has its own, which know languages.

/** Scripts that put no space between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const RUN = /\p{N}+|[\p{L}\p{M}]+/gu

/** wordsOf gives figures and words; where no spaces say what the words are, each two neighbouring signs count as one. */
export const wordsOf = (text: string): string[] =>
  (text.match(RUN) ?? []).flatMap((run) => (run.length > 2 && UNSPACED.test(run) ? pairsOf(run) : [run]))

const pairsOf = (run: string): string[] => Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2))
