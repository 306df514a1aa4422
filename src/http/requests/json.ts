// Parses a request body, or says in one issue why it can't: strict UTF-8, bounded depth, no keys that reach prototypes. Owns
// JSON and forms; sizes and content types are the server's, fields validation.ts's. JSON.parse does the parsing;
// secure-json-parse has no depth limit and no offset for the issue.

import { type Issue, jsonInvalid } from '#issues.ts'
import { findJsonFault } from './json-fault.ts'
import { countCodePoints } from './text.ts'

type ParsedBody = { value: unknown; issue?: undefined } | { value?: undefined; issue: Issue }

const MAX_DEPTH = 64

// Drops a byte order mark, throws at invalid UTF-8.
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Undefined for an empty body: the schema says whether one is required. */
export function parseJsonBody(bytes: Buffer): ParsedBody {
  if (bytes.length === 0) return { value: undefined }
  const text = decode(bytes)
  if (text === undefined) return NOT_UTF8
  // JSON.parse survives any depth, but JSON.stringify and recursive readers don't.
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

/** Reads application/x-www-form-urlencoded; the last of repeated names wins. */
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

/** The offset of the bracket that opens one level too many; brackets in strings don't count. */
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

/** A cheap pre-check: without these characters or escapes, no key can be dangerous. */
const mayNamePrototype = (text: string): boolean =>
  text.includes('__proto__') || text.includes('constructor') || text.includes('\\u00')

/** Looks only at keys: text may mention `__proto__`. */
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
