// What is wrong with a list of blocks, in pydantic v2's shape: the kinds of error, their wording, and the list they collect in.
// It knows no block: validate.ts and validate-content.ts say where the problems are.

export type Loc = readonly (string | number)[]

type BlockErrorType =
  | 'missing'
  | 'list_type'
  | 'dict_type'
  | 'string_type'
  | 'string_too_short'
  | 'string_too_long'
  | 'int_type'
  | 'int_from_float'
  | 'greater_than_equal'
  | 'less_than_equal'
  | 'too_long'
  | 'value_error'

export type BlockError = {
  type: BlockErrorType
  loc: (string | number)[]
  msg: string
  input: unknown
  ctx?: Record<string, unknown>
}

/** MAX_PROBLEMS bounds the answer: whoever sends ten thousand broken blocks learns the pattern from the first hundred. */
const MAX_PROBLEMS = 100
const MAX_ECHOED_CHARACTERS = 200

const MESSAGES = {
  missing: 'Field required',
  list_type: 'Input should be a valid list',
  dict_type: 'Input should be a valid dictionary',
  string_type: 'Input should be a valid string',
  int_type: 'Input should be a valid integer',
  int_from_float: 'Input should be a valid integer, got a number with a fractional part',
} as const

export class Problems {
  readonly found: BlockError[] = []

  add(type: BlockErrorType, loc: Loc, msg: string, input: unknown, ctx?: Record<string, unknown>): void {
    if (this.found.length >= MAX_PROBLEMS) return
    this.found.push({ type, loc: [...loc], msg, input: echo(input), ...(ctx && { ctx }) })
  }

  plain(type: keyof typeof MESSAGES, loc: Loc, input: unknown): void {
    this.add(type, loc, MESSAGES[type], input)
  }

  value(loc: Loc, reason: string, input: unknown): void {
    this.add('value_error', loc, `Value error, ${reason}`, input, { error: reason })
  }

  /** integer says what is wrong with a value that is no integer within the bounds. */
  integer(loc: Loc, value: unknown, least: number, most: number): void {
    if (typeof value !== 'number' || !Number.isFinite(value)) this.plain('int_type', loc, value)
    else if (!Number.isInteger(value)) this.plain('int_from_float', loc, value)
    else if (value < least)
      this.add('greater_than_equal', loc, `Input should be greater than or equal to ${least}`, value, { ge: least })
    else if (value > most)
      this.add('less_than_equal', loc, `Input should be less than or equal to ${most}`, value, { le: most })
  }
}

/** isRecord is what JSON calls an object and pydantic a dictionary. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// A broken block is echoed without what hangs below it: the same children would be sent once a level, and may nest without end.
function echo(input: unknown): unknown {
  if (typeof input === 'string') return input.slice(0, MAX_ECHOED_CHARACTERS)
  if (Array.isArray(input)) return []
  if (!isRecord(input)) return input ?? null
  const scalars = Object.entries(input).filter(([, value]) => typeof value !== 'object')
  return Object.fromEntries(
    scalars.map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, MAX_ECHOED_CHARACTERS) : value]),
  )
}
