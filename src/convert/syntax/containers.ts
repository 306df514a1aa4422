// Writes containers of our own Markdown (`:::note[Title]`) around text that is still being translated. How many colons a fence
// needs is known only at the end: a container that holds others has more than they have, the author's own included.

import { textLines } from './code-ranges.ts'

const OPEN = '\ue000'
const CLOSE = '\ue001'
const MARKS = /\ue000(\d+)\ue000|\ue001/g
const SHORTEST = 3
/** Containers below this depth are replaced by their content. */
const MOST_LEVELS = 12
/** A longer run of colons is text: if every fence were longer still, a page of them would become megabytes. */
const NO_FENCE = /^([ \t>]*)(:{100,})/gm
const FENCE = /^([ \t>]*)(:{3,})((?!:).*)$/s

/** Unknown syntax kept as source; `inner` is its content, which readers see. */
type KeptSource = { source: string; inner?: string | undefined }

export class ContainerWriter {
  readonly #infos: string[] = []

  /** Placeholders on separate lines, replaced by finish(). */
  open(name: string, title = ''): string {
    const label = title === '' ? '' : `[${title.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&')}]`
    return this.#mark(name + label)
  }

  close(): string {
    return CLOSE
  }

  /** Writes unknown syntax as a kept block, followed by its content. */
  keep(syntax: string, { source, inner = '' }: KeptSource, indent = ''): string {
    const ticks = '`'.repeat(Math.max(2, ...(source.match(/`+/g) ?? []).map((run) => run.length)) + 1)
    // Deeper indentation in the source may be significant, such as for options.
    const [first = '', ...rest] = source.split('\n')
    const body = rest.map((line) =>
      line.slice(Math.min(indent.length, line.length - line.trimStart().length)).trimEnd(),
    )
    const seen = inner === '' ? [] : ['', inner]
    return [this.#mark(`unknown{${syntax}}`), ticks, first.trim(), ...body, ticks, ...seen].join(`\n${indent}`)
  }

  #mark(info: string): string {
    return `${OPEN}${this.#infos.push(info) - 1}${OPEN}`
  }

  /** Writes the fences. Unclosed containers end with the text; surplus ends are dropped. */
  finish(given: string): string {
    const text =
      this.#infos.length > 0 && given.includes(':::') ? this.#withAuthors(given).replace(NO_FENCE, '$1\\$2') : given
    const runs = text.match(/^[ \t>]*:{3,}/gm) ?? []
    const longest = runs.reduce((most, run) => Math.max(most, run.trimStart().length), 0)
    const sizes = this.#sizesIn(text, Math.max(SHORTEST, longest + 1))
    const open: string[] = []
    const written = text.replace(MARKS, (_, id: string | undefined) => {
      if (id === undefined) return open.pop() ?? ''
      const size = sizes.get(id)
      open.push(size === undefined ? '' : ':'.repeat(size))
      return size === undefined ? '' : open.at(-1)! + this.#infos[Number(id)]
    })
    return [written, ...open.reverse()].join('\n')
  }

  /** Replaces the author's own fences by placeholders. */
  #withAuthors(text: string): string {
    const lines = textLines(text)
    const written = lines.map(({ line }) => line)
    /** Open fences, each shorter than the one around it. */
    const open: { at: number; size: number }[] = []
    for (const [at, { line, isCode }] of lines.entries()) {
      const [, before = '', colons = '', info = ''] = (isCode ? undefined : FENCE.exec(line)) ?? []
      const isShorter = colons.length < (open.at(-1)?.size ?? Number.POSITIVE_INFINITY)
      if (info.trim() !== '' && isShorter) open.push({ at, size: colons.length })
      // A fence closes the outermost that has no more colons, with all that is open inside.
      const closed = info.trim() === '' && colons !== '' ? open.findIndex(({ size }) => size <= colons.length) : -1
      if (closed === -1) continue
      const { at: from } = open[closed]!
      const [, indent = '', , its = ''] = FENCE.exec(lines[from]!.line)!
      written[from] = indent + this.#mark(its)
      written[at] = before + CLOSE
      open.length = closed
    }
    return written.join('\n')
  }

  /** Fence lengths, shortest for the innermost containers; none beyond the depth limit. */
  #sizesIn(text: string, shortest: number): Map<string, number> {
    const sizes = new Map<string, number>()
    const open: { id: string; size: number }[] = []
    const close = () => {
      const closed = open.pop()
      if (!closed || open.length >= MOST_LEVELS) return
      sizes.set(closed.id, closed.size)
      const above = open.at(-1)
      if (above) above.size = Math.max(above.size, closed.size + 1)
    }
    for (const [, id] of text.matchAll(MARKS)) {
      if (id === undefined) close()
      else open.push({ id, size: shortest })
    }
    while (open.length > 0) close()
    return sizes
  }
}

/** Removes private-use characters from the source, which would be mistaken for placeholders. */
export const withoutMarks = (text: string): string => text.replace(/[\ue000\ue001]/g, '')
