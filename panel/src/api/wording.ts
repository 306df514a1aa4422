// Readable texts for the API's validation errors, which are pydantic's, written for programs.

import type { ValidationError } from 'galley-client/schema.ts'
import { counted } from '../counted.ts'

/** What a field's pattern requires, by field. */
const PATTERNS: Record<string, string> = {
  slug: 'Use lowercase letters and digits, with single hyphens between them.',
  username: 'Use lowercase letters without accents, digits, dots, hyphens and underscores.',
  name: 'Use lowercase letters, digits and hyphens, at most 40.',
  queues: 'Use lowercase letters, digits and hyphens, at most 40.',
  accent: 'Enter a colour such as #3f50bd.',
  code: 'The code has six digits.',
}

/** By error type, from its context; other types keep the service's text. */
const WORDS: Record<string, (ctx: Record<string, unknown>, issue: ValidationError) => string> = {
  missing: () => 'Required.',
  string_too_short: ({ min_length }) =>
    min_length === 1 ? 'Required.' : `At least ${counted(min_length, 'character')}.`,
  string_too_long: ({ max_length }) => `At most ${counted(max_length, 'character')}.`,
  string_pattern_mismatch: (_, { loc }) =>
    loc.map((part) => PATTERNS[part]).findLast((words) => words !== undefined) ?? "This isn't valid.",
  too_short: ({ min_length }) => `At least ${counted(min_length, 'item')}.`,
  too_long: ({ max_length }) => `At most ${counted(max_length, 'item')}.`,
  greater_than_equal: ({ ge }) => `At least ${ge}.`,
  less_than_equal: ({ le }) => `At most ${le}.`,
  int_type: () => 'Enter a whole number.',
  int_parsing: () => 'Enter a whole number.',
  int_from_float: () => 'Enter a whole number.',
  value_error: ({ error, reason }, { msg }) => sentence(String(error ?? reason ?? msg.replace(/^Value error, /, ''))),
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

export const wordsFor = (issue: ValidationError): string =>
  WORDS[issue.type ?? '']?.(issue.ctx ?? {}, issue) ?? issue.msg

/** A 401: wrong credentials, or an expired session. */
export function signInWords(detail: string | undefined): string {
  if (detail === 'Invalid credentials') return 'Wrong email, username or password.'
  if (detail === 'Invalid or expired code') return 'This code is wrong or has expired.'
  return "You're signed out. Sign in again to continue."
}

/** The field of a 409 whose value is taken. */
export function takenField(detail: string): Record<string, string> {
  if (/^The slug \S+ (is taken|belongs to )|^Another category has this slug$/.test(detail))
    return { slug: 'This slug is taken. Choose another one.' }
  const [, name] = /^An account with this (email|username) already exists$/.exec(detail) ?? []
  return name === undefined ? {} : { [name]: `${detail}.` }
}
