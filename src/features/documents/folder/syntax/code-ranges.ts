// Where code stands in Markdown: what looks like another tool's syntax there is an example of it, and stays as it is.

type Range = { start: number; end: number }

/** fenceIn is the fence that a line begins with, in a quote or a list item, too. */
function fenceIn(line: string): string | undefined {
  let at = 0
  while (line[at] === ' ' || line[at] === '\t' || line[at] === '>') at++
  const rest = line.slice(at).replace(/^(?:[-*+]|\d{1,9}[.)])(?=[ \t])/, '')
  return /^(?:`{3,}|~{3,})/.exec(rest.trimStart())?.[0]
}

/** codeRanges are fenced blocks and code spans, in order. A span ends in its own paragraph. */
export function codeRanges(source: string): Range[] {
  const ranges: Range[] = []
  let fence: { mark: string; start: number } | undefined
  let at = 0
  let textFrom = 0
  const endText = (end: number) => {
    ranges.push(...spansIn(source, textFrom, end))
  }
  for (const line of source.split('\n')) {
    const next = at + line.length + 1
    const mark = fenceIn(line)
    if (fence) {
      const closes = mark?.[0] === fence.mark[0] && mark!.length >= fence.mark.length && line.trim() === mark
      if (closes) {
        ranges.push({ start: fence.start, end: next })
        fence = undefined
        textFrom = next
      }
    } else if (mark !== undefined) {
      endText(at)
      fence = { mark, start: at }
    } else if (line.trim() === '') {
      endText(at)
      textFrom = next
    }
    at = next
  }
  if (fence) ranges.push({ start: fence.start, end: source.length })
  else endText(source.length)
  return ranges
}

function spansIn(source: string, start: number, end: number): Range[] {
  const text = source.slice(start, end)
  const ranges: Range[] = []
  const runs = [...text.matchAll(/`+/g)]
  for (let index = 0; index < runs.length; index++) {
    const open = runs[index]!
    const close = runs.findIndex((run, later) => later > index && run[0].length === open[0].length)
    if (close === -1) continue
    ranges.push({ start: start + open.index, end: start + runs[close]!.index + open[0].length })
    index = close
  }
  return ranges
}

/** isInside: ranges are few and in order. */
export const isInside = (ranges: readonly Range[], at: number): boolean =>
  ranges.some(({ start, end }) => at >= start && at < end)
