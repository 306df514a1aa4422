// The catalogue of input errors: one factory per type, worded like pydantic 2.13, so that FastAPI clients read our 422
// responses unchanged. Owns texts and key order (type, loc, msg, input, ctx); doesn't validate, and doesn't shorten or mask
// inputs (http/requests/echo.ts and blocks/validation/problems.ts do).

import { counted } from './counted.ts'

export type Loc = readonly (string | number)[]

/** One error at its path in the request. */
export type Issue = {
  type: IssueType
  loc: Loc
  msg: string
  input: unknown
  ctx?: Record<string, string | number>
}

/** Bounds a response: the first hundred errors show the pattern. */
export const MAX_ISSUES = 100

export const ISSUE_TYPES = [
  'missing',
  'int_parsing',
  'int_type',
  'int_from_float',
  'bool_parsing',
  'bool_type',
  'string_type',
  'string_too_short',
  'string_too_long',
  'string_pattern_mismatch',
  'greater_than_equal',
  'less_than_equal',
  'enum',
  'list_type',
  'dict_type',
  'too_short',
  'too_long',
  'model_attributes_type',
  'json_invalid',
  'value_error',
] as const
type IssueType = (typeof ISSUE_TYPES)[number]

/** For types with a constant text. */
const fixed =
  (type: IssueType, msg: string) =>
  (loc: Loc, input: unknown): Issue => ({ type, loc, msg, input })

export const missing = fixed('missing', 'Field required')
export const intParsing = fixed('int_parsing', 'Input should be a valid integer, unable to parse string as an integer')
export const intType = fixed('int_type', 'Input should be a valid integer')
export const intFromFloat = fixed(
  'int_from_float',
  'Input should be a valid integer, got a number with a fractional part',
)
export const boolParsing = fixed('bool_parsing', 'Input should be a valid boolean, unable to interpret input')
export const boolType = fixed('bool_type', 'Input should be a valid boolean')
export const stringType = fixed('string_type', 'Input should be a valid string')
export const listType = fixed('list_type', 'Input should be a valid list')
export const dictType = fixed('dict_type', 'Input should be a valid dictionary')
export const modelAttributesType = fixed(
  'model_attributes_type',
  'Input should be a valid dictionary or object to extract fields from',
)

/** For values beyond a bound. */
const bounded =
  <Bound extends string | number>(type: IssueType, key: string, say: (bound: Bound) => string) =>
  (loc: Loc, input: unknown, bound: Bound): Issue => ({ type, loc, msg: say(bound), input, ctx: { [key]: bound } })

export const stringTooShort = bounded<number>(
  'string_too_short',
  'min_length',
  (min) => `String should have at least ${counted(min, 'character')}`,
)
export const stringTooLong = bounded<number>(
  'string_too_long',
  'max_length',
  (max) => `String should have at most ${counted(max, 'character')}`,
)
export const stringPatternMismatch = bounded<string>(
  'string_pattern_mismatch',
  'pattern',
  (pattern) => `String should match pattern '${pattern}'`,
)
export const greaterThanEqual = bounded<number>(
  'greater_than_equal',
  'ge',
  (ge) => `Input should be greater than or equal to ${ge}`,
)
export const lessThanEqual = bounded<number>(
  'less_than_equal',
  'le',
  (le) => `Input should be less than or equal to ${le}`,
)

export const tooShort = (loc: Loc, input: unknown, min: number, actual: number): Issue => ({
  type: 'too_short',
  loc,
  msg: `List should have at least ${counted(min, 'item')} after validation, not ${actual}`,
  input,
  ctx: { field_type: 'List', min_length: min, actual_length: actual },
})

export const tooLong = (loc: Loc, input: unknown, max: number, actual: number): Issue => ({
  type: 'too_long',
  loc,
  msg: `List should have at most ${counted(max, 'item')} after validation, not ${actual}`,
  input,
  ctx: { field_type: 'List', max_length: max, actual_length: actual },
})

/** `expected` comes from describeChoices, so that a compiled check formats it once. */
export const notInEnum = (loc: Loc, input: unknown, expected: string): Issue => ({
  type: 'enum',
  loc,
  msg: `Input should be ${expected}`,
  input,
  ctx: { expected },
})

/** Like pydantic: `'a', 'b' or 'c'`. */
export function describeChoices(choices: readonly (string | number | boolean)[]): string {
  const words = choices.map((choice) => (typeof choice === 'string' ? `'${choice}'` : String(choice)))
  const last = words.pop() ?? ''
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`
}

/** The offset counts code points, like Python's. */
export const jsonInvalid = (offset: number, error: string): Issue => ({
  type: 'json_invalid',
  loc: ['body', offset],
  msg: 'JSON decode error',
  input: {},
  ctx: { error },
})

/** For values that violate a rule rather than their type. */
export const valueError = (loc: Loc, error: string, input: unknown): Issue => ({
  type: 'value_error',
  loc,
  msg: `Value error, ${error}`,
  input,
  ctx: { error },
})

/** Text and ctx of pydantic's email type. */
export const emailError = (loc: Loc, reason: string, input: unknown): Issue => ({
  type: 'value_error',
  loc,
  msg: `value is not a valid email address: ${reason}`,
  input,
  ctx: { reason },
})
