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
const COMMAND = /^(?:\$ )?([a-z][\w.-]*)\s/

/** runsOf cuts the lines of a paragraph where a line end was meant. */
export function runsOf(lines: string[]): Run[] {
  const longest = Math.max(...lines.map((line) => line.length))
  const areFacts = lines.every(endsSentence)
  const isProse = endsSentence(lines.at(-1) ?? '')
  const runs: Run[] = []
  for (const [at, line] of lines.entries()) {
    const form = formOf(lines, at)
    const last = runs.at(-1)
    const before = lines[at - 1] ?? ''
    const continues =
      last?.form === form
        ? form !== 'paragraph' || !(areFacts || startsEntry(line) || isMeantEnd(before, line, longest, isProse))
        : last?.form === 'list' && /^(?: {2,}|\t)/.test(line)
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
  if (isOneOf(isStep) || (isStep(before) && /^(?: {2,}|\t)/.test(line))) return 'list'
  const name = COMMAND.exec(line)?.[1]
  return name && isOneOf((other) => COMMAND.exec(other)?.[1] === name && OPTION.test(other)) ? 'code' : 'paragraph'
}

/** A line end was meant where the next word had room on the line, unless the sentence plainly goes on. */
function isMeantEnd(line: string, next: string, longest: number, isProse: boolean): boolean {
  const word = /^\s*\S+/.exec(next)?.[0] ?? ''
  if (line.length + 1 + word.length > Math.max(longest, NARROWEST)) return false
  if (/[,;:–(-]\s*$|[*_`\\]\s*$/.test(line) || isStopWord(words(line).at(-1) ?? '')) return false
  return !isProse || !/^\s*[\p{Ll}(]/u.test(next)
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
      const longest = Math.max(before.length, line.length)
      if (endsSentence(before) || isMeantEnd(before, line, longest, true)) ended.push('')
      isList = false
    }
    ended.push(line)
  }
  return ended
}
