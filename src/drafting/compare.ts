// Whether two sentences speak of the same thing and say otherwise: another figure, a denial, another name. No understanding:
// the words around the difference must be the same to a large part.

import { fold } from '#folding.ts'
import { languageOf } from '#languages/languages.ts'
import { denials } from './text/claims.ts'
import { type Figure, figuresIn } from './text/figures.ts'
import { isUnspaced, keyOf, runsOf, termsOf } from './text/words.ts'

/** Compared is a sentence made ready for many comparisons. `frame` is what it says besides its figures. */
export type Compared = {
  text: string
  key: string
  figures: Figure[]
  frame: Set<string>
  label: string
  denials: number
  /** It says that something is otherwise than it was. */
  updates: boolean
}

/** Difference: `first` and `second` are the two values as they are written; a `loose` one counts where it is the only one. */
type Difference = { kind: 'figure' | 'denial' | 'word'; first: string; second: string; loose?: boolean }

/** “is now”, “instead”, “moved”: words of a correction are not what it is about. */
const withoutCorrections = (text: string, language: string): string => {
  const { classes, updates } = languageOf(language)
  return fold(text).replace(new RegExp(classes.no, 'gu'), ' ').replace(updates, ' ')
}

export function compared(text: string, language: string): Compared {
  const figures = figuresIn(text)
  const bare = figures.reduceRight(
    (rest, { at, written }) => `${rest.slice(0, at)} ${rest.slice(at + written.length)}`,
    text,
  )
  return {
    text,
    key: keyOf(text),
    figures,
    frame: new Set(termsOf(withoutCorrections(bare, language)).filter((term) => !/^\d/.test(term))),
    label: fold(/^([^:：\n]{1,40})[:：]\s/u.exec(text)?.[1] ?? ''),
    denials: denials(text, language),
    updates: fold(text).search(languageOf(language).updates) >= 0,
  }
}

/** isRepeated: the second says nothing that the first does not. */
export const isRepeated = (a: Compared, b: Compared): boolean =>
  a.key === b.key || (` ${a.key} `.includes(` ${b.key} `) && b.key.length > 12)

/** differenceOf tells what `now` says otherwise than `old`; undefined when they agree or speak of different things. */
export function differenceOf(old: Compared, now: Compared): Difference | undefined {
  if (old.key === now.key || (old.label !== '' && now.label !== '' && old.label !== now.label)) return undefined
  const labelled = labelDifference(old, now)
  if (labelled) return labelled
  const shared = [...old.frame].filter((term) => now.frame.has(term)).length
  const least = Math.min(old.frame.size, now.frame.size)
  const figure = figureDifference(old, now)
  if (figure && isSameSubject(old, now, shared, least, figure)) return { kind: 'figure', ...figure }
  if (figure && least > 0 && shared === least && figure.measured) return { kind: 'figure', ...figure, loose: true }
  const update = updateDifference(old, now, shared, least, figure !== undefined)
  if (update || figure || least === 0) return update
  const alike = shared / Math.max(old.frame.size, now.frame.size)
  if ((old.denials + now.denials) % 2 === 1 && alike >= 0.6 && shared / least >= 0.8 && shared > 1)
    return { kind: 'denial', first: old.text, second: now.text }
  return old.denials === now.denials && sameFigures(old, now) ? wordDifference(old.text, now.text) : undefined
}

/** updateDifference: a sentence that says of itself that something changed, and speaks of what another speaks of. */
function updateDifference(
  old: Compared,
  now: Compared,
  shared: number,
  least: number,
  hasFigures: boolean,
): Difference | undefined {
  if (!now.updates || shared === 0 || (!hasFigures && shared / least < 0.5)) return undefined
  return { kind: 'word', first: old.text, second: now.text }
}

/** labelDifference: `Key: value` with another value and no figure to tell it by. */
function labelDifference(old: Compared, now: Compared): Difference | undefined {
  if (old.label === '' || old.label !== now.label || figureDifference(old, now)) return undefined
  const valueIn = ({ text }: Compared) => text.replace(/^[^:：]*[:：]\s*/u, '')
  return { kind: 'word', first: valueIn(old), second: valueIn(now) }
}

function isSameSubject(
  old: Compared,
  now: Compared,
  shared: number,
  least: number,
  { named }: { named: boolean },
): boolean {
  if (old.label !== '' && old.label === now.label) return true
  // “… is 240 (was 80)” names the value that it replaces.
  if (named) return shared > 0 && shared / least >= 0.4
  if (least === 0) return old.frame.size === now.frame.size
  if (shared / least < 0.6 || (shared === 1 && Math.max(old.frame.size, now.frame.size) > 2)) return false
  // One word exchanged for another (“the free plan”, “the club plan”) names another thing.
  return shared === least || (shared / least >= 0.75 && shared > 2)
}

/** figureDifference: one figure of each, of the same unit and form, that the other does not have. */
type FigureDifference = { first: string; second: string; named: boolean; measured: boolean }
function figureDifference(old: Compared, now: Compared): FigureDifference | undefined {
  for (const figure of old.figures) {
    const named = now.figures.some((other) => other.value === figure.value)
    const rivals = now.figures.filter(
      (other) => other.unit === figure.unit && isSameForm(other, figure) && other.value !== figure.value,
    )
    const [rival] = rivals.filter(
      (other) => !old.figures.some((own) => own.value === other.value && own.unit === other.unit),
    )
    if (!rival || (named && now.figures.some((other) => other.value === figure.value && other.unit === figure.unit)))
      continue
    const { measured } = rival
    return { first: shown(old.text, figure), second: shown(now.text, rival), named, measured }
  }
  return undefined
}

const isSameForm = (a: Figure, b: Figure): boolean =>
  a.form === b.form || (a.form !== 'date' && b.form !== 'date' && a.form !== 'time' && b.form !== 'time')

const sameFigures = (a: Compared, b: Compared): boolean =>
  a.figures.length === b.figures.length && a.figures.every(({ value }, index) => b.figures[index]?.value === value)

/** shown is a figure with the word after it. */
const shown = (text: string, { at, written, unit }: Figure): string =>
  unit !== '' && /^\s?[\p{L}%°€$£]+/u.exec(text.slice(at + written.length))
    ? written + /^\s?(?:[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[\p{L}%°€$£]+)/u.exec(text.slice(at + written.length))![0]
    : written

/** wordDifference: the same sentence but for one to three words in one place. */
function wordDifference(old: string, now: string): Difference | undefined {
  const [a, b] = [piecesOf(old), piecesOf(now)]
  let head = 0
  while (head < a.length && head < b.length && fold(a[head]!) === fold(b[head]!)) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && fold(a.at(-1 - tail)!) === fold(b.at(-1 - tail)!)) tail++
  const [first, second] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)]
  const longest = Math.max(a.length, b.length)
  const most = Math.max(3, longest / 5)
  if (longest < 4 || (head + tail) / longest < 0.6 || first.length === 0 || second.length === 0) return undefined
  if (first.length > most || second.length > most) return undefined
  const joint = isUnspaced(old.trim()[0] ?? '') ? '' : ' '
  return { kind: 'word', first: first.join(joint), second: second.join(joint) }
}

const piecesOf = (text: string): string[] => {
  const runs = runsOf(text)
  return runs.some(isUnspaced) ? [...text.replace(/\s+/g, '')] : text.split(/\s+/).filter((word) => word !== '')
}

/** StatementIndex finds the statements that share words with another, without comparing all with all. */
export class StatementIndex<T> {
  readonly #all: { statement: Compared; value: T }[] = []
  readonly #holders = new Map<string, number[]>()

  add(statement: Compared, value: T): void {
    for (const term of statement.frame) {
      const holders = this.#holders.get(term)
      // A word that stands everywhere tells nothing, and would make the search slow.
      if (!holders) this.#holders.set(term, [this.#all.length])
      else if (holders.length < MOST_HOLDERS) holders.push(this.#all.length)
    }
    this.#all.push({ statement, value })
  }

  /** near lists the statements that share most words, best first. */
  near({ frame }: Compared): { statement: Compared; value: T }[] {
    const counts = new Map<number, number>()
    for (const term of frame)
      for (const index of this.#holders.get(term) ?? []) counts.set(index, (counts.get(index) ?? 0) + 1)
    const ranked = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_NEAR)
    return ranked.map(([index]) => this.#all[index]!)
  }
}
const MOST_HOLDERS = 60
const MOST_NEAR = 8
