// Reads directives: `Key: value` lines in `instructions`, or at the start of a line of the notes, in every supported
// language. Without a known key it isn't a directive, however much it sounds like one.

import { fold } from '#folding.ts'
import { entries } from '#languages/entries.ts'
import type { DirectiveKey } from '#languages/language.ts'
import { LANGUAGES } from '#languages/languages.ts'
import { type Directives, DOCUMENT_KINDS, type DocumentKind, type DraftInputs } from './contract.ts'
import { isUnspaced, runsOf } from './text/words.ts'

const keys = new Map<string, DirectiveKey>()
const kinds = new Map<string, DocumentKind>(DOCUMENT_KINDS.map((kind) => [kind, kind]))
const languages = new Map<string, string>()
for (const { code, data } of LANGUAGES) {
  for (const [key, list] of Object.entries(data.keys))
    for (const entry of entries(list)) keys.getOrInsert(entry, key as DirectiveKey)
  for (const [kind, list] of Object.entries(data.kinds))
    for (const entry of entries(list)) kinds.getOrInsert(entry, kind as DocumentKind)
  for (const name of [code, ...entries(data.names)]) languages.set(name, code)
}

/** Deeper indentation means unfenced code or a nested entry. */
const LINE = /^ {0,3}(?:[-*•]\s+)?[*_]*([\p{L}][\p{L}\p{M}'’ ]{1,30}?)[*_]*\s*[:：][*_]*\s*(\S.*)$/u

type FoundDirective = { key: DirectiveKey; value: string }

/** Reads a line; undefined when the key is unknown or the value doesn't fit it. */
function directiveIn(line: string): FoundDirective | undefined {
  if (line.length > 2_000) return undefined
  const [, name, value] = LINE.exec(line) ?? []
  const key = name && keys.get(fold(name))
  if (!key || !value) return undefined
  const choices = { kind: kinds, language: languages }[key as 'kind' | 'language']
  return choices && !choices.has(fold(value.trim().replace(/\.$/, ''))) ? undefined : { key, value: value.trim() }
}

const listOf = (value: string): string[] =>
  value
    .split(/[,;，、；]/)
    .map((term) =>
      term
        .trim()
        .replace(/^["“„«'](.+)["”»']$/u, '$1')
        .replace(/\.$/, ''),
    )
    .filter((term) => term !== '')

/** Reads directives from all instructions and from those lines of the notes that may hold them; the newest win. */
export function readDirectives(
  { earlierInstructions, instructions }: Pick<DraftInputs, 'instructions' | 'earlierInstructions'>,
  noteLines: string[],
): Directives {
  const directives: Directives = { sections: [], leaveOut: [], mention: [], use: [], rest: [] }
  for (const line of noteLines) apply(directives, directiveIn(line))
  for (const text of [...earlierInstructions, instructions].flatMap((all) => all.split('\n'))) {
    const line = text.trim()
    const found = directiveIn(line)
    apply(directives, found)
    if (line !== '' && (!found || !isCarriedOut(found))) directives.rest.push(line)
  }
  return directives
}

function apply(directives: Directives, found: FoundDirective | undefined): void {
  if (!found) return
  const { key, value } = found
  if (key === 'title') directives.title = value.slice(0, 300)
  else if (key === 'summary') directives.summary = value.slice(0, 500)
  else if (key === 'kind') directives.kind = kinds.get(fold(value.replace(/\.$/, '')))
  else if (key === 'language') directives.language = languages.get(fold(value.replace(/\.$/, '')))
  else if (key === 'sections') directives.sections = listOf(value).map((name) => name.slice(0, 120))
  else if (key === 'leaveOut') directives.leaveOut.push(...listOf(value))
  else if (key === 'mention') directives.mention.push(...listOf(value))
  else if (key === 'use') directives.use.push(...listOf(value))
}

/** A program can't follow `length` and `audience`; they are left to a person or a model. */
const isCarriedOut = ({ key }: FoundDirective): boolean => key !== 'audience' && key !== 'length'

/** The line is a directive that is followed, so it isn't printed. */
export function isDirective(line: string): boolean {
  const found = directiveIn(line)
  return found !== undefined && isCarriedOut(found)
}

/** Finds a term in a text regardless of case and ending; a term with punctuation must match literally. */
export function termFinder(terms: string[]): (text: string) => boolean {
  const finders = terms.map((term) => {
    const runs = runsOf(term)
    if (runs.length === 0 || /[^\p{L}\p{N}\p{M}\s'’-]/u.test(term)) {
      const literal = term.toLowerCase()
      return (text: string) => text.toLowerCase().includes(literal)
    }
    if (isUnspaced(runs[0]!)) return (text: string) => fold(text).includes(fold(term))
    return (text: string) => hasRuns(runsOf(text), runs)
  })
  return (text) => finders.some((find) => find(text))
}

function hasRuns(text: string[], wanted: string[]): boolean {
  for (let at = 0; at + wanted.length <= text.length; at++)
    if (wanted.every((word, index) => isForm(text[at + index]!, word))) return true
  return false
}

/** The same word with another ending. */
function isForm(word: string, wanted: string): boolean {
  if (word === wanted) return true
  if (wanted.length < 4) return word === `${wanted}s`
  const root = wanted.length > 5 ? wanted.slice(0, -1) : wanted
  return word.startsWith(root) && word.length - wanted.length <= 3
}
