// Checks of strings, integers, booleans and closed vocabularies in pydantic's lax mode: coercion, and the order of a value's
// rules. Objects, lists and unions are in validation.ts.

import { findEmailFault } from '#email.ts'
import * as issues from '#issues.ts'
import type { Check } from './check-run.ts'
import { findTextFault, isLongerThan, isShorterThan } from './text.ts'

export type StringRules = {
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  trim?: boolean
  lowercase?: boolean
  nfc?: boolean
  anyText?: boolean
}

/** Reports only the first broken rule, like pydantic. Trimming, lower-casing and NFC come first. */
export function checkString(rules: StringRules): Check {
  const min = rules.minLength ?? 0
  const max = rules.maxLength ?? Number.POSITIVE_INFINITY
  const { pattern, trim, lowercase, nfc, anyText } = rules
  const regex = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const isEmail = rules.format === 'email'

  return (value, run) => {
    if (typeof value !== 'string') return run.report(issues.stringType(run.here(), run.echo(value)))
    const fault = anyText ? undefined : findTextFault(value)
    if (fault !== undefined) return run.report(issues.valueError(run.here(), fault, run.echo(value)))
    let text = trim ? value.trim() : value
    if (lowercase) text = text.toLowerCase()
    if (nfc) text = text.normalize('NFC')
    if (isShorterThan(text, min)) return run.report(issues.stringTooShort(run.here(), run.echo(value), min))
    if (isLongerThan(text, max)) return run.report(issues.stringTooLong(run.here(), run.echo(value), max))
    if (regex !== undefined && !regex.test(text)) {
      return run.report(issues.stringPatternMismatch(run.here(), run.echo(value), pattern!))
    }
    const emailFault = isEmail ? findEmailFault(text) : undefined
    if (emailFault !== undefined) return run.report(issues.emailError(run.here(), emailFault, run.echo(value)))
    return text
  }
}

export type IntegerRules = { minimum?: number; maximum?: number }

export function checkInteger(rules: IntegerRules): Check {
  const min = rules.minimum ?? Number.NEGATIVE_INFINITY
  const max = rules.maximum ?? Number.POSITIVE_INFINITY

  return (value, run) => {
    const number = toNumber(value)
    if (number === undefined) {
      const issue = typeof value === 'string' ? issues.intParsing : issues.intType
      return run.report(issue(run.here(), run.echo(value)))
    }
    if (number % 1 !== 0 && Number.isFinite(number)) return run.report(issues.intFromFloat(run.here(), run.echo(value)))
    if (number < min) return run.report(issues.greaterThanEqual(run.here(), run.echo(value), min))
    if (number > max) return run.report(issues.lessThanEqual(run.here(), run.echo(value), max))
    return clampToSafe(number)
  }
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return parseLaxInteger(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  return undefined
}

/** Python's own limit; also keeps a megabyte of digits away from the pattern. */
const LONGEST_INTEGER = 4300
const PLAIN_DIGITS = /^[0-9]{1,15}$/
const LAX_INTEGER = /^([+-]?)([0-9]+(?:_[0-9]+)*)(?:\.0+)?$/

/** Like pydantic's lax mode: surrounding spaces, a sign, `1_000`, `5.0`; no exponents, no hex. */
function parseLaxInteger(text: string): number | undefined {
  if (PLAIN_DIGITS.test(text)) return Number(text)
  if (text.length > LONGEST_INTEGER) return undefined
  const match = LAX_INTEGER.exec(text.trim())
  if (match === null) return undefined
  const magnitude = Number(match[2]!.replaceAll('_', ''))
  return match[1] === '-' ? -magnitude : magnitude
}

/** Turns an id beyond 2^53-1 into one that no row has, so it is not found. Adding 0 turns -0 into 0. */
const clampToSafe = (number: number): number =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, number)) + 0

const TRUE_WORDS: ReadonlySet<string> = new Set(['1', 't', 'true', 'y', 'yes', 'on'])
const FALSE_WORDS: ReadonlySet<string> = new Set(['0', 'f', 'false', 'n', 'no', 'off'])

export const checkBoolean: Check = (value, run) => {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 0) return value === 1
  if (typeof value === 'string' && value.length <= 'false'.length) {
    const word = value.toLowerCase()
    if (TRUE_WORDS.has(word)) return true
    if (FALSE_WORDS.has(word)) return false
  }
  const isReadable = typeof value === 'string' || Number.isInteger(value)
  return run.report((isReadable ? issues.boolParsing : issues.boolType)(run.here(), run.echo(value)))
}

export type Choice = string | number | boolean

export function checkChoice(choices: readonly Choice[]): Check {
  const allowed: ReadonlySet<unknown> = new Set(choices)
  const expected = issues.describeChoices(choices)
  return (value, run) =>
    allowed.has(value) ? value : run.report(issues.notInEnum(run.here(), run.echo(value), expected))
}
