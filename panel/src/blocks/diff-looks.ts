// Differences of two blocks besides their words, as readable lines: links, styles, and props such as a callout's kind. Takes
// blocks as normalised by galley-blocks/compare.ts.

import type { propsOfType } from 'galley-blocks/block-types.ts'
import { blocksEqual } from 'galley-blocks/compare.ts'
import { isRecord } from 'galley-blocks/model.ts'
import { type InlineSpan, inlineOf, join } from './text.ts'
import { diffWords, type WordChange } from './words.ts'

/** One difference: `label` names what changed, `pieces` are the old and new value. */
export type Note = { label: string; pieces: WordChange[] }
type PropSpecs = ReturnType<typeof propsOfType>

const note = (label: string, before: string, after: string): Note => ({
  label,
  pieces: [
    ...(before === '' ? [] : [{ text: before, kind: 'removed' as const }]),
    ...(before === '' || after === '' ? [] : [{ text: ' → ', kind: 'same' as const }]),
    ...(after === '' ? [] : [{ text: after, kind: 'added' as const }]),
  ],
})

/** Compares JSON values without a better view. */
export const diffValues = (label: string, before: unknown, after: unknown): Note[] =>
  blocksEqual(before, after)
    ? []
    : [{ label, pieces: diffWords(JSON.stringify(before, null, 1), JSON.stringify(after, null, 1)) }]

/** The text of normalised content, with anchors and unknown tags as text, so that their changes are seen. */
export const spansOf = (content: unknown): InlineSpan[] =>
  Array.isArray(content)
    ? content.flatMap((item) => {
        const spans = inlineOf([item])
        const isText = isRecord(item) && (item.type === 'text' || item.type === 'link')
        return spans.length > 0 || isText ? spans : [{ text: pointText(item), styles: { code: true } }]
      })
    : []

function pointText(item: unknown): string {
  const { type, props } = (isRecord(item) ? item : {}) as { type?: unknown; props?: Record<string, unknown> }
  if (type === 'anchor' && typeof props?.id === 'string') return `#${props.id}`
  return type === 'unknown' && typeof props?.source === 'string' ? props.source : JSON.stringify(item)
}

/** Changed words with their styles, and a note for each text whose link or style changed. */
export function diffInline(before: InlineSpan[], after: InlineSpan[]): { pieces: WordChange[]; notes: Note[] } {
  const [old, now] = [reader(before), reader(after)]
  const pieces: WordChange[] = []
  const notes: Note[] = []
  for (const { text, kind } of diffWords(join(before), join(after))) {
    const gone = kind === 'added' ? [] : old(text.length)
    const come = kind === 'removed' ? [] : now(text.length)
    pieces.push(...(kind === 'removed' ? gone : come).map((span) => ({ ...span, kind })))
    if (kind === 'same') notes.push(...diffLooks(gone, come))
    for (const { text: words, href } of kind === 'added' ? come : [])
      if (href !== undefined && before.every((span) => span.href !== href)) notes.push(linkNote(words, undefined, href))
  }
  return { pieces, notes }
}

/** Reads so many characters from spans. */
function reader(spans: InlineSpan[]): (length: number) => InlineSpan[] {
  let [index, from] = [0, 0]
  return (length) => {
    const taken: InlineSpan[] = []
    for (let left = length; left > 0 && index < spans.length; ) {
      const span = spans[index]!
      const text = span.text.slice(from, from + left)
      if (text !== '') taken.push({ ...span, text })
      left -= text.length
      from += text.length
      if (from >= span.text.length) [index, from] = [index + 1, 0]
    }
    return taken
  }
}

const linkNote = (text: string, before: string | undefined, after: string | undefined): Note =>
  note(`Link “${text}”`, before ?? '', after ?? '')

/** Compares the styles of equal texts. */
function diffLooks(before: InlineSpan[], after: InlineSpan[]): Note[] {
  const cuts = [...new Set([...endsOf(before), ...endsOf(after)])].toSorted((a, b) => a - b)
  const [old, now] = [reader(before), reader(after)]
  const notes: Note[] = []
  let from = 0
  for (const end of cuts) {
    const [was, is] = [old(end - from)[0], now(end - from)[0]]
    from = end
    if (!was || !is) continue
    if (was.href !== is.href) notes.push(linkNote(is.text, was.href, is.href))
    const [gone, come] = [stylesOf(was), stylesOf(is)]
    const lost = gone.filter((style) => !come.includes(style)).join(', ')
    const won = come.filter((style) => !gone.includes(style)).join(', ')
    if (lost !== won) notes.push(note(`Style of “${is.text}”`, lost, won))
  }
  return notes
}

function endsOf(spans: InlineSpan[]): number[] {
  let end = 0
  return spans.map(({ text }) => {
    end += text.length
    return end
  })
}

const stylesOf = ({ styles }: InlineSpan): string[] =>
  Object.entries(styles).map(([style, value]) =>
    value === true ? wordsOf(style).toLowerCase() : `${wordsOf(style).toLowerCase()} ${shownValue(value)}`,
  )

/** `drawn` is the prop that is shown as the block's text, so it is skipped. */
export const diffProps = (
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  specs: PropSpecs,
  drawn?: string,
): Note[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => key !== drawn && !blocksEqual(before[key], after[key]))
    .flatMap((key) => {
      const byDefault = Object.hasOwn(specs, key) ? specs[key]!.default : undefined
      const [was, is] = [shownValue(before[key] ?? byDefault), shownValue(after[key] ?? byDefault)]
      // 1 and "1" differ for some readers of the JSON.
      return was === is
        ? diffValues(wordsOf(key), before[key] ?? null, after[key] ?? null)
        : [note(wordsOf(key), was, is)]
    })

function shownValue(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A readable name of a type, prop or style. */
export const wordsOf = (key: string): string => {
  const words = key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The difference is visible to people. */
export const hasDifference = (pieces: WordChange[]): boolean => pieces.some(({ kind }) => kind !== 'same')
