// Lines of notes. People who type notes end a line where a fact ends, and programs break one where it is full; Markdown takes
// both for one paragraph. Here it is guessed which line ends were meant, and which lines are steps or commands.

import { startsEntry } from './labels.ts'
import { isStopWord } from './language.ts'
import { words } from './terms.ts'

/** A Run of lines that belong together: a paragraph, numbered steps or a synopsis of commands. */
type Run = { form: 'paragraph' | 'list' | 'code'; lines: string[] }

/** No program breaks lines that are shorter. */
const NARROWEST = 60
const ENDS_SENTENCE = /[.!?。！？][)*_`"”]*\s*$/
const STEP =
  /^ {0,3}(?:\*\*)?(?:(?:step|schritt|étape|paso|шаг|步骤|手順|ステップ) ?\d{1,3}(?:\*\*)? ?[:：.)–-]|第[一二三四五六七八九十\d]{1,3}步 ?[:：、，])(?:\*\*)?\s*/iu
const OPTION = /\s\[?-{1,2}[a-z]|\s<[a-z][\w-]*>|\s\[[a-z<]|\S {2,}\S/i
const INDENTED = /^(?: {2,}|\t)/
/** Who says something, or what it is about. */
const LABEL = /^\s*\p{L}[\p{L}\p{N}_-]{0,20}(?: [\p{L}\p{N}_-]{1,20})?: \S/u
const SHELL =
  /^(?:\$ \S|(?:sudo|curl|wget|git|npm|npx|docker|kubectl|helm|pip|apt|apt-get|brew|psql|pg_dump|pg_restore|ssh|scp|systemctl|aws|gcloud|terraform) (?=.*(?: -{1,2}\w|:\/\/|\$\w))(?!.*[.!?]$))/
const COMMAND = /^(?:\$ )?([a-z][\w.-]*)\s/

/** runsOf cuts the lines of a paragraph where a line end was meant. */
export function runsOf(lines: string[]): Run[] {
  const areMeant = meantEnds(lines)
  const runs: Run[] = []
  for (const [at, line] of lines.entries()) {
    const form = formOf(lines, at)
    const last = runs.at(-1)
    const isPart = form !== 'paragraph' || !areMeant[at - 1]
    const continues = last?.form === form ? isPart : last?.form === 'list' && INDENTED.test(line)
    if (last && continues) last.lines.push(line)
    else runs.push({ form, lines: [line] })
  }
  return runs
}

/** stepsOf writes lines such as "Step 1: …" as a numbered list. */
export function stepsOf(lines: string[]): string {
  let count = 0
  return lines
    .map((line) => (STEP.test(line) ? `${++count}. ${line.replace(STEP, '')}` : `   ${line.trim()}`))
    .join('\n')
}

export function isStep(line: string): boolean {
  return STEP.test(line)
}

function endsSentence(line: string): boolean {
  return ENDS_SENTENCE.test(line.slice(-8))
}

function formOf(lines: string[], at: number): Run['form'] {
  const [before = '', line = '', after = ''] = [lines[at - 1], lines[at], lines[at + 1]]
  const isOneOf = (holds: (other: string) => boolean) => holds(line) && (holds(before) || holds(after))
  if (isOneOf(isStep) || (isStep(before) && INDENTED.test(line))) return 'list'
  if (SHELL.test(line)) return 'code'
  const name = COMMAND.exec(line)?.[1]
  return name && isOneOf((other) => COMMAND.exec(other)?.[1] === name && OPTION.test(other)) ? 'code' : 'paragraph'
}

/** meantEnds tells of each line whether its end was meant. */
function meantEnds(lines: string[]): boolean[] {
  if (lines.every(endsSentence)) return lines.map(() => true)
  const isProse = endsSentence(lines.at(-1) ?? '') && !/^\s*\p{Ll}/u.test(lines[0] ?? '')
  const isTerse = !lines.some(endsSentence)
  const width = Math.max(...lines.map(columns))
  const next = (at: number) => lines[at + 1] ?? ''
  const ends = lines.map((line, at) => isMeantEnd(line, next(at), width, isProse))
  // Where one line ends with its fact they all do, so far as a full line can tell.
  const isByLine = ends.slice(0, -1).includes(true)
  const mayEnd = (line: string) => endsSentence(line) || (isTerse && !goesOn(line))
  return lines.map((line, at) => ends[at] || (isByLine && mayEnd(line) && !/^\s*[\p{Ll}(]/u.test(next(at))))
}

/** A line end was meant where the next word had room on the line, unless the sentence plainly goes on. */
function isMeantEnd(line: string, next: string, width: number, isProse: boolean): boolean {
  if (startsEntry(next) || LABEL.test(next)) return true
  const word = /^\s*(?:[^\0-\u2fff]|[\0-\u2fff]+?(?=\s|$))/.exec(next)?.[0] ?? ''
  if (columns(line) + 1 + columns(word) > Math.max(width, NARROWEST) || goesOn(line)) return false
  return !isProse || !/^\s*[\p{Ll}(]/u.test(next)
}

/** Han and Kana are twice as wide, and a line of them may break anywhere. */
function columns(text: string): number {
  return text.length + (text.match(/[^\0-\u2fff]/g)?.length ?? 0)
}

function goesOn(line: string): boolean {
  const isInside = (mark: string) => line.split(mark).length % 2 === 0
  return /[,;:–(-]\s*$/.test(line) || isInside('`') || isInside('**') || isStopWord(words(line).at(-1) ?? '')
}

const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+\S/
const OTHER = /^\s|^#{1,6}[ \t]|^>|^\|/

/** endLists parts a list from the line below it, which Markdown would take for the rest of its last item. */
export function endLists(lines: string[]): string[] {
  const ended: string[] = []
  let isCode = false
  let isList = false
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1] ?? ''
    if (/^\s*(?:[-*+] +|\d+[.)] +)?(?:```|~~~)/.test(line)) isCode = !isCode
    else if (!isCode && ITEM.test(line)) isList = true
    else if (!isCode && isList && !OTHER.test(line) && line !== '') {
      const longest = Math.max(columns(before), columns(line))
      if (endsSentence(before) || isMeantEnd(before, line, longest, true)) ended.push('')
      isList = false
    }
    ended.push(line)
  }
  return ended
}
