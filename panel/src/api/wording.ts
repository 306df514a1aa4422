// The service's refusals in words for people: its validator speaks to programs, in the texts of pydantic.

import { counted } from '../ui/counted.ts'

export type Issue = { type?: string; loc: (string | number)[]; msg: string; ctx?: Record<string, unknown> }

/** What a field's pattern asks for, by the field's name. */
const PATTERNS: Record<string, string> = {
  slug: 'Use lower-case letters and digits, with single hyphens between them.',
  username: 'Use lower-case letters without accents, digits, dots, hyphens and underscores.',
  name: 'Use lower-case letters, digits and hyphens, at most 40.',
  queues: 'Use lower-case letters, digits and hyphens, at most 40.',
  code: 'The code has six digits.',
}

/** WORDS are made of the issue's context; what is not among them is said as the service says it. */
const WORDS: Record<string, (ctx: Record<string, unknown>, issue: Issue) => string> = {
  missing: () => 'This is needed.',
  string_too_short: ({ min_length }) =>
    min_length === 1 ? 'This is needed.' : `At least ${counted(min_length, 'character')}.`,
  string_too_long: ({ max_length }) => `At most ${counted(max_length, 'character')}.`,
  string_pattern_mismatch: (_, { loc }) =>
    loc.map((part) => PATTERNS[part]).findLast((words) => words !== undefined) ?? 'This does not have the right form.',
  too_short: ({ min_length }) => `At least ${counted(min_length, 'item')}.`,
  too_long: ({ max_length }) => `At most ${counted(max_length, 'item')}.`,
  greater_than_equal: ({ ge }) => `At least ${ge}.`,
  less_than_equal: ({ le }) => `At most ${le}.`,
  int_type: () => 'A whole number is needed.',
  int_parsing: () => 'A whole number is needed.',
  int_from_float: () => 'A whole number is needed.',
  value_error: ({ error, reason }, { msg }) => sentence(String(error ?? reason ?? msg.replace(/^Value error, /, ''))),
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

export const wordsFor = (issue: Issue): string => WORDS[issue.type ?? '']?.(issue.ctx ?? {}, issue) ?? issue.msg

/** signInWords: a 401 is a wrong password or code, or a session that has ended. */
export function signInWords(detail: string | undefined): string {
  if (detail === 'Invalid credentials') return 'The name or the password is not right.'
  if (detail === 'Invalid or expired code') return 'This code is not right, or no longer valid.'
  return 'You are signed out. Sign in again to go on.'
}

/** takenField is the field of a 409 that says that someone else already has the same. */
export function takenField(detail: string): Record<string, string> {
  if (/^The slug \S+ (is taken|belongs to )|^Another category has this slug$/.test(detail))
    return { slug: 'This address is taken already. Choose another one.' }
  const [, name] = /^An account with this (email|username) exists already$/.exec(detail) ?? []
  return name === undefined ? {} : { [name]: `${detail}.` }
}
