// Where code stands in Markdown: what looks like another tool's syntax there is an example of it, and stays as it is.

type Range = { start: number; end: number }

const FENCE = /^(?:`{3,}|~{3,})/
/** MARKER begins what holds the fence: an item of a list, or what a term of a definition list means. */
const MARKER = /^(?:[-*+:]|\d{1,9}[.)])[ \t]+/

/** unquoted is a line without its indentation and the marks of quotes. */
function unquoted(line: string): string {
  let at = 0
  while (line[at] === ' ' || line[at] === '\t' || line[at] === '>') at++
  return line.slice(at)
}

/** fencedRanges begin with the fence itself, behind whatever its line begins with, and end with the line that closes it. */
function fencedRanges(source: string): Range[] {
  const ranges: Range[] = []
  let open: { mark: string; start: number; indent: number } | undefined
  let at = 0
  for (const line of source.split('\n')) {
    const next = at + line.length + 1
    const text = unquoted(line)
    const indent = line.length - text.length
    // It ends with the item or the block that it stands in, whether closed or not.
    if (open && text !== '' && indent <= open.indent - 4) {
      ranges.push({ start: open.start, end: at })
      open = undefined
    }
    if (open) {
      const mark = FENCE.exec(text)?.[0] ?? ''
      // Four letters further in it is a line of the code.
      if (indent < open.indent + 4 && mark.startsWith(open.mark) && text.trim() === mark) {
        ranges.push({ start: open.start, end: next })
        open = undefined
      }
    } else {
      const behind = text.replace(MARKER, '')
      const mark = FENCE.exec(behind)?.[0]
      if (mark !== undefined) open = { mark, start: next - 1 - behind.length, indent: line.length - behind.length }
    }
    at = next
  }
  if (open) ranges.push({ start: open.start, end: source.length })
  return ranges
}

export type TextLine = { line: string; isCode: boolean; isBlank: boolean }

/** textLines: a line is code if it begins in a fenced block, and blank only outside of one. */
export function textLines(source: string): TextLine[] {
  const code = fencedRanges(source)
  let at = 0
  return source.split('\n').map((line) => {
    const isCode = isInside(code, at)
    at += line.length + 1
    return { line, isCode, isBlank: !isCode && line.trim() === '' }
  })
}

/** codeRanges are fenced blocks and code spans, in order. */
export function codeRanges(source: string): Range[] {
  const ranges: Range[] = []
  let from = 0
  for (const fence of fencedRanges(source)) {
    ranges.push(...spansIn(source, from, fence.start), fence)
    from = fence.end
  }
  return [...ranges, ...spansIn(source, from, source.length)]
}

/** spansIn: a span ends in its own paragraph. */
function* spansIn(source: string, start: number, end: number): Generator<Range> {
  let runs: { at: number; length: number }[] = []
  for (const { 0: run, index } of source.slice(start, end).matchAll(/`+|\n[ \t]*\n/g)) {
    if (run[0] === '`') {
      runs.push({ at: start + index, length: run.length })
      continue
    }
    yield* paired(runs)
    runs = []
  }
  yield* paired(runs)
}

/** paired: a run of ticks ends with the next that is as long. */
function* paired(runs: readonly { at: number; length: number }[]): Generator<Range> {
  const last = new Map(runs.map(({ length }, index) => [length, index]))
  for (let index = 0; index < runs.length; index++) {
    const { at, length } = runs[index]!
    if (last.get(length) === index) continue
    do index++
    while (runs[index]!.length !== length)
    yield { start: at, end: runs[index]!.at + length }
  }
}

/** isInside takes ranges in order. */
export function isInside(ranges: readonly Range[], at: number): boolean {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle]!.end <= at) low = middle + 1
    else high = middle
  }
  return low < ranges.length && ranges[low]!.start <= at
}
