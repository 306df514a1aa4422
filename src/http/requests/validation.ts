// Compiles a TypeBox schema into a function that checks one part of a request and reports every error. Compiled once per
// route; closures, no generated code. An unsupported keyword stops the start, so that no rule is silently ignored. Single
// values are in scalars.ts.
//
// Why not Ajv or TypeBox's compiler: the contract is pydantic's behaviour, to the byte. Lax integers (`5.0`, `1_0`, `+7`) and
// booleans (`yes`), the raw text as `input`, one error per value in pydantic's order, `missing` with the whole object, masked
// secrets, lengths in code points. Each would be a custom Ajv keyword, plus a pass that rewrites its errors and finds their
// inputs again.
//
// Our own keywords on strings: trim, lowercase, nfc (Unicode composition), secret (never echoed), anyText (NUL passes),
// format 'email'; on a field: nullIsAbsent (null counts as missing).

import type { TSchema } from 'typebox'
import * as issues from '#issues.ts'
import { type Check, CheckRun } from './check-run.ts'
import {
  type Choice,
  checkBoolean,
  checkChoice,
  checkInteger,
  checkString,
  type IntegerRules,
  type StringRules,
} from './scalars.ts'
import { findTextFault, findTreeFaults } from './text.ts'

type RequestPart = 'path' | 'query' | 'body'
type CheckedPart = { value: unknown; issues: issues.Issue[] }

/** A TypeBox schema as a plain object, with the keywords used here. */
type JsonSchema = StringRules &
  IntegerRules & {
    type?: string
    enum?: readonly Choice[]
    anyOf?: readonly JsonSchema[]
    properties?: Record<string, JsonSchema>
    required?: readonly string[]
    patternProperties?: Record<string, JsonSchema>
    additionalProperties?: boolean | JsonSchema
    items?: JsonSchema
    minItems?: number
    maxItems?: number
    default?: unknown
    secret?: boolean
    nullIsAbsent?: boolean
  }

type Compilation = { isText: boolean; secrets: Set<string> }

/** Keywords that would constrain if they were implemented. */
const UNSUPPORTED = (
  'exclusiveMinimum exclusiveMaximum multipleOf uniqueItems contains prefixItems additionalItems minProperties maxProperties ' +
  'propertyNames dependentRequired dependentSchemas unevaluatedProperties unevaluatedItems oneOf allOf not if then else ' +
  'const $ref $defs'
).split(' ')

/** Path and query are texts: lax coercion, and a missing one has input null. */
export function compileCheck(schema: TSchema, where: RequestPart): (raw: unknown) => CheckedPart {
  const compilation: Compilation = { isText: where !== 'body', secrets: new Set() }
  const check = compile(schema as JsonSchema, compilation)
  const { secrets, isText } = compilation

  return (raw) => {
    if (!isText && (raw === undefined || raw === null))
      return { value: undefined, issues: [issues.missing([where], null)] }
    const run = new CheckRun(where, secrets)
    const value = check(raw ?? {}, run)
    return { value: run.issues.length === 0 ? value : undefined, issues: run.issues }
  }
}

function compile(schema: JsonSchema, compilation: Compilation): Check {
  for (const keyword of UNSUPPORTED) if (keyword in schema) refuse(schema, `keyword ${keyword} is not implemented`)
  if (schema.enum !== undefined) return checkChoice(schema.enum)
  if (schema.anyOf !== undefined) return compileNullable(schema, schema.anyOf, compilation)
  switch (schema.type) {
    case 'string':
      return checkString(schema)
    case 'integer':
      return checkInteger(schema)
    case 'boolean':
      return checkBoolean
    case 'array':
      return compileList(schema, compilation)
    case 'object':
      return compileObject(schema, compilation)
    case undefined:
      return checkAnything
    default:
      return refuse(schema, `type ${schema.type} is not implemented`)
  }
}

function refuse(schema: JsonSchema, why: string): never {
  throw new Error(`Schema cannot be checked, ${why}: ${JSON.stringify(schema).slice(0, 200)}`)
}

/** The only supported union is "X or null", with X's errors. */
function compileNullable(schema: JsonSchema, members: readonly JsonSchema[], compilation: Compilation): Check {
  const [present, ...others] = members.filter((member) => member.type !== 'null')
  if (present === undefined || others.length > 0 || members.length !== 2)
    return refuse(schema, 'a union is of one schema and null')
  const check = compile(present, compilation)
  return (value, run) => (value === null ? null : check(value, run))
}

/** Accepts every JSON value except texts that can't be stored. */
const checkAnything: Check = (value, run) => {
  for (const fault of findTreeFaults(value, issues.MAX_ISSUES)) {
    run.report(issues.valueError(run.here(fault.path), fault.error, run.echo(fault.input)))
  }
  return value
}

function compileList(schema: JsonSchema, compilation: Compilation): Check {
  if (compilation.isText) refuse(schema, 'a text is no list')
  const checkItem = schema.items === undefined ? checkAnything : compile(schema.items, compilation)
  const min = schema.minItems ?? 0
  const max = schema.maxItems ?? Number.POSITIVE_INFINITY

  return (value, run) => {
    if (!Array.isArray(value)) return run.report(issues.listType(run.here(), run.echo(value)))
    if (value.length > max) return run.report(issues.tooLong(run.here(), run.echo(value), max, value.length))
    const issuesBefore = run.issues.length
    const items: unknown[] = []
    for (let i = 0; i < value.length && !run.isFull; i++) {
      run.path.push(i)
      items.push(checkItem(value[i], run))
      run.path.pop()
    }
    if (value.length < min && run.issues.length === issuesBefore) {
      return run.report(issues.tooShort(run.here(), run.echo(value), min, value.length))
    }
    return items
  }
}

/** An object without declared fields, or with additional ones, is a dictionary. */
function compileObject(schema: JsonSchema, compilation: Compilation): Check {
  const [pattern, ...morePatterns] = Object.keys(schema.patternProperties ?? {})
  if (morePatterns.length > 0 || (pattern !== undefined && pattern !== '^.*$'))
    refuse(schema, 'keys cannot be restricted')
  const declared = Object.keys(schema.properties ?? {})
  const extra = pattern === undefined ? schema.additionalProperties : schema.patternProperties?.[pattern]
  if (extra === undefined || extra === false) {
    if (schema.properties !== undefined) return compileFields(schema, compilation, issues.modelAttributesType)
    return compileEntries(new Set(), checkAnything)
  }
  if (compilation.isText) refuse(schema, 'parameters are declared one by one')
  const checkEntry = extra === true ? checkAnything : compile(extra, compilation)
  const checkEntries = compileEntries(new Set(declared), checkEntry)
  if (declared.length === 0) return checkEntries
  const checkFields = compileFields(schema, compilation, issues.dictType)
  return (value, run) => {
    const fields = checkFields(value, run)
    return isFieldHolder(value) ? Object.assign(fields as object, checkEntries(value, run)) : undefined
  }
}

const isFieldHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Checks the undeclared keys of a dictionary. */
function compileEntries(declared: ReadonlySet<string>, checkEntry: Check): Check {
  return (value, run) => {
    if (!isFieldHolder(value)) return run.report(issues.dictType(run.here(), run.echo(value)))
    const entries: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      if (declared.has(key)) continue
      if (run.isFull) break
      const fault = key === '__proto__' ? 'Key __proto__ is not allowed' : findTextFault(key)
      run.path.push(key)
      if (fault === undefined) entries[key] = checkEntry(value[key], run)
      else run.report(issues.valueError(run.here(), fault, run.echo(key)))
      run.path.pop()
    }
    return entries
  }
}

type Field = {
  name: string
  check: Check
  isRequired: boolean
  nullIsAbsent: boolean
  fallback: (() => unknown) | undefined
}

function compileFields(schema: JsonSchema, compilation: Compilation, wrongShape: typeof issues.dictType): Check {
  const { isText } = compilation
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    compileField(name, field, schema, compilation),
  )

  return (value, run) => {
    if (!isFieldHolder(value)) return run.report(wrongShape(run.here(), run.echo(value)))
    const accepted: Record<string, unknown> = {}
    for (const { name, check, isRequired, nullIsAbsent, fallback } of fields) {
      const given = value[name]
      if (given !== undefined && !(nullIsAbsent && given === null)) {
        run.path.push(name)
        accepted[name] = check(given, run)
        run.path.pop()
      } else if (fallback !== undefined) {
        accepted[name] = fallback()
      } else if (isRequired) {
        run.report(issues.missing(run.here([name]), isText ? null : run.echo(value)))
      }
    }
    return accepted
  }
}

function compileField(name: string, field: JsonSchema, parent: JsonSchema, compilation: Compilation): Field {
  if (name in Object.prototype) refuse(parent, `${name} is a name that every object has`)
  if (isSecret(field)) compilation.secrets.add(name.toLowerCase())
  const { default: preset } = field
  const copyPreset = typeof preset === 'object' && preset !== null ? () => structuredClone(preset) : () => preset
  return {
    name,
    check: compile(field, compilation),
    isRequired: parent.required?.includes(name) ?? false,
    nullIsAbsent: field.nullIsAbsent === true,
    fallback: 'default' in field ? copyPreset : undefined,
  }
}

const isSecret = (schema: JsonSchema): boolean =>
  schema.secret === true ||
  (schema.anyOf?.some(isSecret) ?? false) ||
  (schema.items !== undefined && isSecret(schema.items))
