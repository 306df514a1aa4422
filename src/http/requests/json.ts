// From the bytes of a request body to a JavaScript value, or to the one issue that says why not: strict UTF-8, bounded
// depth, no keys that reach for prototypes. Owns JSON and forms; sizes and content types are the server's to judge, fields
// are validation.ts's. JSON.parse does the parsing; secure-json-parse would find the same keys but has no depth limit and no
// offset for the issue, and the contract wants both.

import { type Issue, jsonInvalid } from '#issues.ts'
import { findJsonFault } from './json-fault.ts'
import { countCodePoints } from './text.ts'

type ParsedBody = { value: unknown; issue?: undefined } | { value?: undefined; issue: Issue }

const MAX_DEPTH = 64

// It drops a byte order mark, and throws at bytes that are not UTF-8.
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** parseJsonBody gives undefined for an empty body: whether one is required is the schema's to say. */
export function parseJsonBody(bytes: Buffer): ParsedBody {
  if (bytes.length === 0) return { value: undefined }
  const text = decode(bytes)
  if (text === undefined) return NOT_UTF8
  // JSON.parse survives any depth, but JSON.stringify and every recursive reader after it do not.
  const tooDeepAt = findTooDeep(text)
  if (tooDeepAt !== undefined) return invalid(text, tooDeepAt, `JSON is nested deeper than ${MAX_DEPTH} levels`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const at = findJsonFault(text) ?? 0
    return invalid(text, at, at < text.length ? 'Not valid JSON from here on' : 'Expecting value')
  }
  const key = mayNamePrototype(text) ? findPrototypeKey(value) : undefined
  if (key === undefined) return { value }
  return invalid(text, Math.max(0, text.indexOf(`"${key}"`)), `Key '${key}' is not allowed`)
}

/** parseForm reads application/x-www-form-urlencoded; the last of repeated names counts. */
export function parseForm(bytes: Buffer): ParsedBody {
  const text = decode(bytes)
  if (text === undefined) return NOT_UTF8
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) fields[name] = value
  return { value: fields }
}

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

const NOT_UTF8: ParsedBody = { issue: jsonInvalid(0, 'Body is not valid UTF-8') }

const invalid = (text: string, at: number, error: string): ParsedBody => ({
  issue: jsonInvalid(countCodePoints(text.slice(0, at)), error),
})

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = [0x5b, 0x7b]
const CLOSING = [0x5d, 0x7d]

/** findTooDeep gives the offset of the bracket that opens one level too many; brackets in strings do not count. */
function findTooDeep(text: string): number | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) {
      at = findClosingQuote(text, at)
      if (at === -1) return undefined
    } else if (unit === OPENING[0] || unit === OPENING[1]) {
      if (++depth > MAX_DEPTH) return at
    } else if (unit === CLOSING[0] || unit === CLOSING[1]) {
      depth--
    }
  }
  return undefined
}

function findClosingQuote(text: string, opening: number): number {
  for (let quote = text.indexOf('"', opening + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote
    while (text.charCodeAt(before - 1) === BACKSLASH) before--
    if ((quote - before) % 2 === 0) return quote
  }
  return -1
}

/** mayNamePrototype is a cheap sieve: without these characters, or escapes that could spell them, no key needs a look. */
const mayNamePrototype = (text: string): boolean =>
  text.includes('__proto__') || text.includes('constructor') || text.includes('\\u00')

/** findPrototypeKey looks only at keys: a document may well talk about `__proto__`. */
function findPrototypeKey(root: unknown): string | undefined {
  const pending: unknown[] = [root]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value !== 'object' || value === null) continue
    for (const key in value) {
      const child = (value as Record<string, unknown>)[key]
      if (key === '__proto__' || (key === 'constructor' && hasPrototypeKey(child))) return key
      pending.push(child)
    }
  }
  return undefined
}

const hasPrototypeKey = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
