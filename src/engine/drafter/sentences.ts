// Sentences of any language by Intl.Segmenter, mended where it is known to cut too early:
// after abbreviations and German days ("am 2. März"), and inside code spans, links and emphasis.

const segmenters = new Map<string, Intl.Segmenter>()

function segmenter(language: string): Intl.Segmenter {
  let found = segmenters.get(language)
  if (!found) {
    found = new Intl.Segmenter(language, { granularity: 'sentence' })
    segmenters.set(language, found)
  }
  return found
}

const ENDS_IN_ABBREVIATION =
  /(?:^|[\s(])(?:(?:am|im|vom|zum|bis|ab|seit|der|dem|den) \d{1,2}|e\.g|i\.e|vs|cf|approx|fig|no|nr|z\.\s?b|d\.\s?h|u\.\s?a|bzw|ca|vgl|p\.\s?ej|p\.\s?ex|т\.\s?е|т\.\s?д|т\.\s?п|напр|рис|стр)\.\s*$/i

/** No sentence is longer; a mark that is never closed must not swallow the rest of the paragraph. */
const LONGEST_SENTENCE = 1_500

/** splitSentences gives verbatim slices of the paragraph, outer white space trimmed. */
export function splitSentences(paragraph: string, language: string): string[] {
  if (paragraph.length < 25 && !/[.!?。！？]\s*\S/.test(paragraph))
    return paragraph.trim() === '' ? [] : [paragraph.trim()]
  // A line end would end a sentence; the same number of characters keeps every offset.
  const flat = paragraph.replace(/[\r\n\t\u2028\u2029]/g, ' ')
  const sentences: string[] = []
  let start = 0
  let end = 0
  let marks = NO_MARKS
  for (const { index, segment } of segmenter(language).segment(flat)) {
    end = index + segment.length
    marks = countMarks(marks, segment)
    if (end - start < LONGEST_SENTENCE && (isUnfinished(marks, segment) || isInWord(flat, end))) continue
    push(sentences, paragraph.slice(start, end))
    start = end
    marks = NO_MARKS
  }
  push(sentences, paragraph.slice(start, end))
  return sentences
}

function push(sentences: string[], slice: string): void {
  for (const sentence of withoutCapitals(slice)) {
    const trimmed = sentence.trim()
    if (/[\p{L}\p{N}]/u.test(trimmed)) sentences.push(trimmed)
  }
}

const NEXT_IN_LOWER_CASE = /(?<=[\p{L}\p{N})]{2}\.)\s+(?=\p{Ll})/gu

/** Notes in haste begin no sentence with a capital: the segmenter, which waits for one, takes several for one. */
function withoutCapitals(slice: string): string[] {
  if (!/^\s*\p{Ll}/u.test(slice)) return [slice]
  const found: string[] = []
  let from = 0
  for (const { index } of slice.matchAll(NEXT_IN_LOWER_CASE)) {
    const sentence = slice.slice(from, index)
    if (isUnfinished(countMarks(NO_MARKS, sentence), sentence)) continue
    found.push(sentence)
    from = index
  }
  return [...found, slice.slice(from)]
}

/** A mark inside an address or a name (`orders?status=open`) ends no sentence. */
function isInWord(text: string, end: number): boolean {
  return /[a-z\d)][.!?]$/i.test(text.slice(end - 2, end)) && /^[a-z\d]/i.test(text.slice(end, end + 1))
}

type Marks = { ticks: number; stars: number; brackets: number }
const NO_MARKS: Marks = { ticks: 0, stars: 0, brackets: 0 }

function countMarks(before: Marks, segment: string): Marks {
  return {
    ticks: before.ticks + count(segment, '`'),
    stars: before.stars + count(segment, '**'),
    brackets: before.brackets + count(segment, '[') - count(segment, ']'),
  }
}

function isUnfinished(marks: Marks, segment: string): boolean {
  if (marks.ticks % 2 === 1 || marks.stars % 2 === 1 || marks.brackets > 0) return true
  return segment.lastIndexOf('](') > segment.lastIndexOf(')') || ENDS_IN_ABBREVIATION.test(segment.slice(-20))
}

function count(text: string, mark: string): number {
  let found = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) found++
  return found
}

/** joinSentences puts sentences into one paragraph; scripts that use no spaces get none. */
export function joinSentences(sentences: string[]): string {
  let joined = ''
  for (const sentence of sentences) {
    if (joined !== '' && !/[。！？．」』）]$/u.test(joined)) joined += ' '
    joined += sentence
  }
  return joined
}
