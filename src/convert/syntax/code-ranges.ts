// Ranges of code in Markdown: tool syntax inside code is an example and is not converted.

type Range = { start: number; end: number }

const FENCE = /^(?:`{3,}|~{3,})/
/** The marker of a list item or definition that contains the fence. */
const MARKER = /^(?:[-*+:]|\d{1,9}[.)])[ \t]+/

/** Strips indentation and `>` markers. */
function unquoted(line: string): string {
  let at = 0
  while (line[at] === ' ' || line[at] === '\t' || line[at] === '>') at++
  return line.slice(at)
}

/** Ranges of fenced code, from the opening fence to the end of the closing line. */
function fencedRanges(source: string): Range[] {
  const ranges: Range[] = []
  let open: { mark: string; start: number; indent: number } | undefined
  let at = 0
  for (const line of source.split('\n')) {
    const next = at + line.length + 1
    const text = unquoted(line)
    const indent = line.length - text.length
    // An unclosed fence ends with its list item or block.
    if (open && text !== '' && indent <= open.indent - 4) {
      ranges.push({ start: open.start, end: at })
      open = undefined
    }
    if (open) {
      const mark = FENCE.exec(text)?.[0] ?? ''
      // Indented by four or more, it is content of the code block.
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

/** Lines with flags: `code` inside a fenced block, `blank` only outside. */
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

/** Code spans, which don't cross paragraphs. */
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

/** Pairs runs of backticks of equal length. */
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
