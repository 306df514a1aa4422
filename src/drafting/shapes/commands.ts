// Commands that stand bare in notes (“flash: kilnctl flash --target x”) become code. A flag gives a command away; what is
// then known to be a program's name gives away others that have no flag.

import { fold } from '#folding.ts'
import { isRunVerb, isStopWord } from '#languages/languages.ts'
import type { Item } from '../contract.ts'

const FLAG = /^(?:--[a-z][\w-]*(?:=\S+)?|-[a-zA-Z]{1,3})$/
const PROGRAM = /^(?:\.{0,2}\/)?[a-z][\w./-]*$/
const ARGUMENT = /^(?:[\w./:@=+*~%-]*[\d./_=@:*~][\w./:@=+*~%-]*|[A-Z][A-Z0-9_]+|<[\w-]+>|"[^"]*"|'[^']*')$/
const SPAN = /(`+[^`]*`+)/
const LONGEST_TEXT = 2_000

/** `\\\\server\\share\\file`: outside code, Markdown would take one of the first two strokes for an escape. */
const SHARE = /\\\\[\w.-]{1,60}(?:\\[\w$-]{1,60}){1,12}(?:\.\w{1,8})?/g

/** markCommands puts commands and paths of shares in code marks; the quotes stay verbatim. */
export function markCommands(written: Item[]): Item[] {
  const items = written.map((item) =>
    item.form !== 'code' && item.form !== 'block' && item.text.includes('\\\\')
      ? { ...item, text: item.text.replace(SHARE, '`$&`') }
      : item,
  )
  const programs = new Set<string>()
  for (const item of items) if (item.form !== 'row' && item.text.length < LONGEST_TEXT) learn(item, programs)
  if (programs.size === 0) return items
  return items.map((item) => {
    if (item.form === 'code' || item.form === 'block' || item.form === 'row' || item.text.length >= LONGEST_TEXT)
      return item
    const text = item.text
      .split(SPAN)
      .map((part, index) => (index % 2 === 1 ? part : marked(part, programs)))
      .join('')
    const whole = /^`([^`]+)`$/.exec(text)
    if (whole && item.form === 'sentence' && text !== item.text)
      return { ...item, form: 'code', text: whole[1]!, language: 'sh' }
    return text === item.text ? item : { ...item, text }
  })
}

function learn(item: Item, programs: Set<string>): void {
  if (item.form === 'code') {
    for (const line of item.text.split('\n', 50)) addProgram(line.trim().split(/\s+/)[0], programs)
    return
  }
  for (const [index, part] of item.text.split(SPAN).entries()) {
    if (index % 2 === 1) {
      if (/\s/.test(part)) addProgram(part.replace(/^`+/, '').trim().split(/\s+/)[0], programs)
      continue
    }
    const words = wordsOf(part)
    for (const span of flagged(words)) addProgram(words[span.from]?.text, programs)
  }
}

function addProgram(name: string | undefined, programs: Set<string>): void {
  if (name && name.length > 1 && PROGRAM.test(name) && !isStopWord(name)) programs.add(name)
}

type Word = { text: string; at: number; ends: boolean }
type Span = { from: number; to: number }

/** A word `ends` a clause when a mark follows it, or a gap of two spaces. */
function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const { 0: written, index: at } of text.matchAll(/\S+/g)) {
    const bare = written.replace(/[,;:!?。、]+$|(?<=[^.])\.$/, '')
    const end = at + written.length
    // A mark that stands alone ends the word before it.
    if (bare === '' && words.length > 0) words.at(-1)!.ends = true
    else words.push({ text: bare, at, ends: bare !== written || /^\s{2}/.test(text.slice(end, end + 2)) })
  }
  return words
}

/** flagged finds the words of a command around each flag. */
function flagged(words: Word[]): Span[] {
  const spans: Span[] = []
  for (let at = 1; at < words.length; at++) {
    if (!FLAG.test(words[at]!.text) || at <= (spans.at(-1)?.to ?? 0)) continue
    let from = at
    while (from > 0 && at - from < 5 && isPartBefore(words[from - 1]!)) from--
    // “Don't use --force without --date”: no program's name follows a flag.
    const before = words[from - 1]
    if (from < at && (!before || before.ends || !FLAG.test(before.text))) spans.push({ from, to: endOf(words, at) })
  }
  return spans
}

const isPartBefore = ({ text, ends }: Word): boolean =>
  !ends && (PROGRAM.test(text) || ARGUMENT.test(text)) && !isRunVerb(fold(text)) && !isStopWord(fold(text))

/** endOf follows flags, their values and what is spelled like an argument. */
function endOf(words: Word[], flag: number): number {
  let to = flag
  while (!words[to]!.ends && to + 1 < words.length) {
    const next = words[to + 1]!
    const isValue = FLAG.test(words[to]!.text) && !isStopWord(fold(next.text))
    if (!isValue && !FLAG.test(next.text) && !ARGUMENT.test(next.text)) break
    to++
  }
  return to
}

/** known finds a clause that begins with a program's name and holds nothing but words of a command. */
function known(words: Word[], programs: Set<string>): Span[] {
  const spans: Span[] = []
  for (let from = 0; from < words.length; from++) {
    const opens = from === 0 || words[from - 1]!.ends || isRunVerb(fold(words[from - 1]!.text))
    if (!opens || !programs.has(words[from]!.text) || words[from]!.ends) continue
    let to = from
    while (!words[to]!.ends && to + 1 < words.length && isCommandWord(words[to + 1]!.text)) to++
    const isWhole = to === words.length - 1 || words[to]!.ends
    if (isWhole && to > from && to - from < 8) spans.push({ from, to })
  }
  return spans
}

const isCommandWord = (text: string): boolean =>
  (PROGRAM.test(text) || ARGUMENT.test(text) || FLAG.test(text)) && !isStopWord(fold(text))

function marked(text: string, programs: Set<string>): string {
  const words = wordsOf(text)
  const spans = [...flagged(words), ...known(words, programs)].sort((a, b) => a.from - b.from || b.to - a.to)
  let result = ''
  let done = 0
  for (const { from, to } of spans) {
    const start = words[from]!.at
    const end = words[to]!.at + words[to]!.text.length
    if (start < done) continue
    result += `${text.slice(done, start)}\`${text.slice(start, end)}\``
    done = end
  }
  return result + text.slice(done)
}
