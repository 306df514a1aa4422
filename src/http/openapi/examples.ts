// Examples for every body and response of the OpenAPI document: a field's `examples`, else a value that fits its name,
// vocabulary and bounds. A test checks each against its schema.

import type { SchemaObject } from '../route-schema.ts'

/** Recognisable values for fields whose type allows anything. */
const BY_NAME: Record<string, unknown> = {
  access_token: 'gly_s_4fGx…',
  answer: 'Thirty days.',
  body: 'How long are backups kept?',
  code: '482913',
  detail: 'Document not found',
  display_name: 'Ada Lovelace',
  email: 'ada@example.com',
  heading: 'Restore',
  identifier: 'ada@example.com',
  lang: 'en',
  markdown: '# Backups\n\nBackups are kept for 30 days.',
  message: 'Queued for drafting',
  name: 'Operations',
  password: 'a long pass phrase',
  quote: 'Backups are kept for 30 days.',
  slug: 'backups',
  snippet: '<mark>Backups</mark> are kept for 30 days.',
  summary: 'How long backups are kept.',
  tags: ['operations'],
  text: 'Backups are kept for 30 days.',
  title: 'Backups',
  token: 'gly_k_9sTq…',
  url: 'https://docs.example/read/backups',
  username: 'ada',
}

const MOMENT = '2026-11-16T09:30:00.000Z'
const DEEPEST = 6

/** Deterministic. */
export function exampleOf(
  schema: SchemaObject,
  name = '',
  depth = 0,
  definitions: Record<string, SchemaObject> = {},
): unknown {
  const named = { ...definitions, ...schema.$defs }
  if (schema.$ref) {
    const target = named[schema.$ref]
    return target && depth < DEEPEST ? exampleOf(target, name, depth + 1, named) : {}
  }
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if ('default' in schema) return schema.default
  const options = (schema.anyOf ?? schema.oneOf) as SchemaObject[] | undefined
  if (options) return exampleOf(options.find(({ type }) => type !== 'null') ?? options[0]!, name, depth, named)
  switch (schema.type) {
    case 'string':
      return textFor(schema, name)
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 0), Math.min(7, Number(schema.maximum ?? 7)))
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return listFor(schema, name, depth, named)
    default:
      return objectFor(schema, depth, named)
  }
}

function textFor({ format, maxLength, minLength = 0 }: SchemaObject, name: string): string {
  if (format === 'date-time') return MOMENT
  const byName = BY_NAME[name]
  const text = typeof byName === 'string' ? byName : format === 'email' ? 'ada@example.com' : 'text'
  return text.padEnd(Number(minLength), 'x').slice(0, Number(maxLength ?? text.length))
}

function listFor(
  schema: SchemaObject,
  name: string,
  depth: number,
  definitions: Record<string, SchemaObject>,
): unknown[] {
  // Recursive schemas would never end.
  const isEnough = depth >= DEEPEST || name === 'children'
  if (isEnough && !schema.minItems) return []
  return [exampleOf((schema.items ?? {}) as SchemaObject, name.replace(/s$/, ''), depth + 1, definitions)]
}

function objectFor(
  schema: SchemaObject,
  depth: number,
  definitions: Record<string, SchemaObject>,
): Record<string, unknown> {
  const isShown = ([field, value]: [string, SchemaObject]) =>
    (schema.required ?? []).includes(field) || (depth < DEEPEST && !needsUnicode(value))
  const fields = Object.entries(schema.properties ?? {}).filter(isShown)
  return Object.fromEntries(fields.map(([field, value]) => [field, exampleOf(value, field, depth + 1, definitions)]))
}

/** Linters match patterns without the Unicode flag and would reject valid examples. */
const needsUnicode = (schema: SchemaObject): boolean =>
  String(schema.pattern ?? '').includes('\\p{') || ((schema.anyOf as SchemaObject[]) ?? []).some(needsUnicode)
