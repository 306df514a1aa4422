// Writes containers of our own Markdown (`:::note[Title]`) around text that is still being translated. How many colons a fence
// needs is known only at the end: a container that holds others has more than they have, the author's own included.

import { textLines } from './code-ranges.ts'

const OPEN = '\ue000'
const CLOSE = '\ue001'
const MARKS = /\ue000(\d+)\ue000|\ue001/g
const SHORTEST = 3
/** Deeper containers are only what they hold: fences are as long as containers are deep, and Markdown has no more levels. */
const MOST_LEVELS = 12
/** A longer run of colons is text: if every fence were longer still, a page of them would become megabytes. */
const NO_FENCE = /^([ \t>]*)(:{100,})/gm
const FENCE = /^([ \t>]*)(:{3,})((?!:).*)$/s

/** A KeptSource has `inner` as what readers see of it, where it holds its own end. */
type KeptSource = { source: string; inner?: string | undefined }

export class ContainerWriter {
  readonly #infos: string[] = []

  /** open and close are marks that finish() replaces; each stands on a line of its own. */
  open(name: string, title = ''): string {
    const label = title === '' ? '' : `[${title.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&')}]`
    return this.#mark(name + label)
  }

  close(): string {
    return CLOSE
  }

  /** kept is a source that nobody knows, for editors to see; what stands inside it follows, if it has something inside. */
  keep(syntax: string, { source, inner = '' }: KeptSource, indent = ''): string {
    const ticks = '`'.repeat(Math.max(2, ...(source.match(/`+/g) ?? []).map((run) => run.length)) + 1)
    // What a source has further in than its first line means something there, such as options.
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

  /** finish writes the fences. What was opened and not closed ends where the text does, what was closed too often is gone. */
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

  /** withAuthors puts marks in place of the fences of containers that the author wrote. */
  #withAuthors(text: string): string {
    const lines = textLines(text)
    const written = lines.map(({ line }) => line)
    /** Fences that get ever shorter: one that is not shorter than the one around it ends with it, whatever closes that. */
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

  /** sizesIn: the innermost containers have the shortest fences; those that are too deep have none. */
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

/** withoutMarks: an author's private-use characters must not be taken for ours. */
export const withoutMarks = (text: string): string => text.replace(/[\ue000\ue001]/g, '')
