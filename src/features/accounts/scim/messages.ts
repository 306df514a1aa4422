// SCIM 2.0 as it is sent (RFC 7643, 7644): errors, filters, patches and lists. Knows no database. Entra and Okta differ from the
// standard and from each other in spelling: operations and attributes in any case, booleans as words, values under paths.

import { type Filter, filter as matcher, parse } from 'scim2-parse-filter'
import { GalleyError } from '#errors.ts'
import type { Issue } from '#issues.ts'

export const SCHEMA = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'uniqueness' | 'noTarget'
export type ScimObject = { [name: string]: unknown }

export const scimError = (status: number, detail: string, scimType?: ScimType): GalleyError =>
  new GalleyError(status, detail, {
    extra: { schemas: [SCHEMA.error], status: String(status), ...(scimType && { scimType }) },
  })

/** The service's own refusals in the shape of the protocol; anything else is returned as it is. */
export function asScimError(error: unknown): unknown {
  if (!(error instanceof GalleyError) || 'schemas' in error.extra) return error
  const { status, detail, headers, cause } = error
  const text =
    typeof detail === 'string' ? detail : detail.map(({ loc, msg }: Issue) => `${loc.join('.')}: ${msg}`).join('; ')
  const type =
    status === 422
      ? ({ scimType: 'invalidValue' } as const)
      : status === 409
        ? ({ scimType: 'uniqueness' } as const)
        : {}
  const shown = status === 422 ? 400 : status
  return new GalleyError(shown, text, {
    headers,
    cause,
    extra: { schemas: [SCHEMA.error], status: String(shown), ...type },
  })
}

const isObject = (value: unknown): value is ScimObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function objectOf(value: unknown): ScimObject {
  if (!isObject(value)) throw scimError(400, 'The body must be a JSON object', 'invalidSyntax')
  return value
}

/** Attribute names count in any case. */
export function attributeOf(object: ScimObject, name: string): unknown {
  const key = name.toLowerCase()
  const found = Object.keys(object).find((one) => one.toLowerCase() === key)
  return found === undefined ? undefined : object[found]
}

export function textOf(object: ScimObject, name: string, longest: number): string | undefined {
  const value = attributeOf(object, name)
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw scimError(400, `${name} must be text`, 'invalidValue')
  const text = value.trim().normalize('NFC')
  if (text.length > longest || /\p{Cc}/u.test(text))
    throw scimError(400, `${name} must be one line of at most ${longest} characters`, 'invalidValue')
  return text
}

/** Entra sends "True" and "False" unless a flag in its address says otherwise. */
export function flagOf(value: unknown, name: string): boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.toLowerCase() : ''
  if (word !== 'true' && word !== 'false') throw scimError(400, `${name} must be true or false`, 'invalidValue')
  return word === 'true'
}

const LONGEST_FILTER = 1_000

export type ScimFilter = {
  /** The values that each attribute has to equal, by its path in lower case: what a query can look up. */
  equals: ReadonlyMap<string, string>
  /** Whether `equals` says all of it. */
  isWhole: boolean
  matches: (resource: ScimObject) => boolean
}

/** Compares without case: nobody means another person by another spelling of an address. */
export function readFilter(text: string): ScimFilter {
  if (text.length > LONGEST_FILTER) throw scimError(400, 'The filter is too long', 'invalidFilter')
  let read: Filter
  try {
    read = parse(text)
  } catch {
    throw scimError(400, 'The filter can’t be read', 'invalidFilter')
  }
  const equals = new Map<string, string>()
  const isWhole = collectEquals(read, '', equals)
  const isMatch = matcher(folded(read) as Filter)
  return { equals, isWhole, matches: (resource) => isMatch(folded(resource)) }
}

/** Returns false where the filter asks for more than that all of these are equal. */
function collectEquals(filter: Filter, above: string, equals: Map<string, string>): boolean {
  if (filter.op === 'and') return filter.filters.map((one) => collectEquals(one, above, equals)).every(Boolean)
  // `emails[type eq "work"].value` never says of which address: an account has one.
  if (filter.op === '[]') return collectEquals(filter.valFilter, `${filter.attrPath.toLowerCase()}.`, equals) && false
  if (filter.op !== 'eq' || !('compValue' in filter) || typeof filter.compValue !== 'string') return false
  const path = above + pathOf(filter.attrPath)
  const isNew = !equals.has(path)
  equals.set(path, filter.compValue)
  return isNew
}

const URN = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i
const pathOf = (path: string): string => path.replace(URN, '').toLowerCase()

/** Attribute names and texts in lower case. */
function folded(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase()
  if (Array.isArray(value)) return value.map(folded)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) =>
      name === 'op'
        ? [name, one]
        : name === 'attrPath'
          ? [name, pathOf(String(one))]
          : [NAMES_OF_FILTERS.has(name) ? name : name.toLowerCase(), folded(one)],
    ),
  )
}
const NAMES_OF_FILTERS = new Set(['compValue', 'valFilter', 'filter', 'filters'])

const MOST_OPERATIONS = 1_000
const PATH = /^([\w$-]+)(?:\[(.{1,500})\])?(?:\.([\w$-]+))?$/

/** The resource after the operations. Attributes that it doesn't have are added, and mean nothing to whoever reads it. */
export function patched(resource: ScimObject, body: unknown): ScimObject {
  const operations = attributeOf(objectOf(body), 'Operations')
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MOST_OPERATIONS)
    throw scimError(400, `Operations must be a list of 1 to ${MOST_OPERATIONS}`, 'invalidSyntax')
  const after = structuredClone(resource)
  for (const one of operations) apply(after, objectOf(one))
  return after
}

function apply(resource: ScimObject, operation: ScimObject): void {
  const op = String(attributeOf(operation, 'op')).toLowerCase()
  const path = attributeOf(operation, 'path')
  const value = attributeOf(operation, 'value')
  if (!['add', 'remove', 'replace'].includes(op))
    throw scimError(400, 'op must be add, remove or replace', 'invalidSyntax')
  if (typeof path === 'string' && path !== '') {
    change(resource, op, path, value)
    return
  }
  if (op === 'remove') throw scimError(400, 'remove needs a path', 'noTarget')
  for (const [name, one] of Object.entries(objectOf(value))) {
    // Extensions, which nothing here has.
    if (/^urn:/i.test(name) && !URN.test(name)) continue
    change(resource, op, name, one)
  }
}

function change(resource: ScimObject, op: string, written: string, value: unknown): void {
  if (/^urn:/i.test(written) && !URN.test(written)) return
  const [, name, condition, part] = PATH.exec(written.replace(URN, '')) ?? []
  if (name === undefined || name === '__proto__' || part === '__proto__')
    throw scimError(400, `The path ${written.slice(0, 100)} can’t be read`, 'invalidPath')
  const key = Object.keys(resource).find((one) => one.toLowerCase() === name.toLowerCase()) ?? name
  if (condition !== undefined) {
    changeItems(resource, key, { op, condition, part, value })
    return
  }
  if (part !== undefined) {
    const parts = isObject(resource[key]) ? resource[key] : {}
    resource[key] = parts
    change(parts, op, part, value)
    return
  }
  const had = resource[key]
  if (op === 'remove') {
    const gone = new Set(itemsIn(value).map((item) => attributeOf(item, 'value')))
    if (Array.isArray(had) && gone.size > 0)
      resource[key] = itemsIn(had).filter((item) => !gone.has(attributeOf(item, 'value')))
    else delete resource[key]
  } else if (op === 'add' && Array.isArray(had)) resource[key] = [...had, ...(Array.isArray(value) ? value : [value])]
  else if (isObject(had) && isObject(value)) Object.assign(had, value)
  else resource[key] = value
}

const itemsIn = (value: unknown): ScimObject[] => (Array.isArray(value) ? value : [value]).filter(isObject)

type ItemChange = { op: string; condition: string; part: string | undefined; value: unknown }

function changeItems(resource: ScimObject, key: string, { op, condition, part, value }: ItemChange): void {
  const { matches, equals } = readFilter(condition)
  const items = itemsIn(resource[key])
  if (op === 'remove' && part === undefined) {
    resource[key] = items.filter((item) => !matches(item))
    return
  }
  const found = items.filter(matches)
  if (found.length === 0 && op !== 'remove') {
    const item: ScimObject = Object.fromEntries(equals)
    items.push(item)
    found.push(item)
  }
  for (const item of found) {
    if (part !== undefined) change(item, op, part, value)
    else if (isObject(value)) Object.assign(item, value)
  }
  resource[key] = items
}

export const listOf = (resources: ScimObject[], total: number, startIndex: number): ScimObject => ({
  schemas: [SCHEMA.list],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})
