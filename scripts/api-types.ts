// Writes packages/client/schema.ts from the service's own OpenAPI document, so that client and panel cannot speak a language
// that the service does not. `--check` writes nothing and fails when the file is not what would be written.
// Our own generator, because openapi-typescript needs the compiler's API, which TypeScript 7 no longer has.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VALIDATION_RESPONSE } from '../src/http/openapi/parts.ts'
import type {
  DocumentedResponse,
  DocumentedSchema,
  OpenapiDocument,
  OperationObject,
} from '../test/openapi-document.ts'

const ROOT = join(import.meta.dirname, '..')
const TARGET = join(ROOT, 'packages/client/schema.ts')
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Shapes that the OpenAPI document leaves open, by the name of the field that holds them; galley-blocks and packages/client/open.ts say them. */
const OPEN_FIELDS: Record<string, string> = { blocks: 'Block[]', provenance: 'Provenance' }

function typeOf(schema: DocumentedSchema | undefined, field = ''): string {
  if (!schema) return 'unknown'
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const union = schema.anyOf ?? schema.oneOf
  if (union) return [...new Set(union.map((part) => typeOf(part, field)))].map(inUnion).join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => inUnion(typeOf(part))).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, field)).join(' | ')
  if (schema.type === 'array') return OPEN_FIELDS[field] ?? `${inUnion(typeOf(schema.items))}[]`
  if (schema.type === 'object' || schema.properties) return objectOf(schema, field)
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  return schema.type ?? 'unknown'
}

const inUnion = (type: string) => (/[|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type)

function objectOf(schema: DocumentedSchema, field: string): string {
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0) {
    const value = typeof schema.additionalProperties === 'object' ? typeOf(schema.additionalProperties) : 'unknown'
    return OPEN_FIELDS[field] ?? `Record<string, ${value}>`
  }
  const required = new Set(schema.required)
  const members = properties.map(
    ([name, part]) => `${keyOf(name)}${required.has(name) ? '' : '?'}: ${typeOf(part, name)}`,
  )
  return `{ ${members.join('; ')} }`
}

const keyOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))

function parametersOf(operation: OperationObject, place: string): string | undefined {
  const found = (operation.parameters ?? []).filter((parameter) => parameter.in === place)
  if (found.length === 0) return undefined
  return `{ ${found.map(({ name, required, schema }) => `${keyOf(name)}${required ? '' : '?'}: ${withoutNull(typeOf(schema))}`).join('; ')} }`
}

/** An address cannot carry null: a parameter is given or left out. */
const withoutNull = (type: string) => type.replace(/ \| null\b/g, '')

function bodyOf({ requestBody }: OperationObject): string | undefined {
  if (!requestBody) return undefined
  const json = requestBody.content?.['application/json']
  return json ? `body${requestBody.required === false ? '?' : ''}: ${typeOf(json.schema)}` : 'body: Blob'
}

function responseOf({ responses }: OperationObject): string {
  const status = Object.keys(responses).find((code) => code.startsWith('2'))
  const content = status && responses[status]?.content
  if (!content) return 'void'
  return content['application/json'] ? typeOf(content['application/json'].schema) : 'string'
}

/** errorsOf names the errors of an operation that say more than the shared ones. */
function errorsOf({ responses }: OperationObject): string | undefined {
  const own = Object.entries(responses).filter(
    ([status, { $ref, content }]) => status >= '400' && status !== '422' && !$ref && content?.['application/json'],
  )
  const told = own
    .map(([status, { content }]) => [status, typeOf(content!['application/json']!.schema)])
    .filter(([, type]) => type !== 'ErrorOut')
  return told.length > 0 ? `errors: { ${told.map((one) => one.join(': ')).join('; ')} }` : undefined
}

const HEAD = [
  "// The service's API as types. Written by scripts/api-types.ts from the OpenAPI document; do not edit by hand.",
  '',
  "import type { Block } from 'galley-blocks/model.ts'",
  "import type { Provenance } from './open.ts'",
]

/** Query parameters that lead to the next page; an operation has at most one of them. */
const PAGINGS = ['cursor', 'offset', 'skip', 'page']

const pagingOf = ({ parameters = [] }: OperationObject): string | undefined => {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  return names.some((name) => name === 'limit' || name === 'page_size')
    ? PAGINGS.find((name) => names.includes(name))
    : undefined
}
const takesKey = ({ parameters = [] }: OperationObject) => parameters.some(({ name }) => name === 'Idempotency-Key')
const isStream = ({ responses }: OperationObject) => responses[200]?.content?.['text/event-stream'] !== undefined

function operationType(operation: OperationObject): string {
  const path = parametersOf(operation, 'path')
  const query = parametersOf(operation, 'query')
  const parts = [path && `path: ${path}`, query && `query: ${query}`, bodyOf(operation)]
  return `{ ${[...parts, `response: ${responseOf(operation)}`, errorsOf(operation)].filter(Boolean).join('; ')} }`
}

function generate({ paths, components }: OpenapiDocument): string {
  const types = Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => ({
      name: `'${method.toUpperCase()} ${path}'`,
      operation: methods[method]!,
    })),
  )
  const errors = Object.entries<DocumentedResponse>({ ...components.responses, 422: VALIDATION_RESPONSE })
  const listed = (lines: string[]) => lines.map((line) => `  ${line}`).join('\n')
  const namesOf = (is: (operation: OperationObject) => boolean) =>
    operations.filter(({ operation }) => is(operation)).map(({ name }) => name)
  const pagings = operations.flatMap(({ name, operation }) => {
    const paging = pagingOf(operation)
    return paging ? [`${name}: '${paging}',`] : []
  })
  return `${HEAD.join('\n')}

${types.join('\n\n')}

export type Api = {
${listed(operations.map(({ name, operation }) => `${name}: ${operationType(operation)}`))}
}

/** The bodies of errors, by status, where an operation does not say more; \`default\` is any other status. */
export type SharedErrors = {
${listed(errors.map(([status, { content }]) => `${status}: ${typeOf(content!['application/json']!.schema)}`))}
}

/** Operations that send events for as long as the connection lasts. */
export type EventStream =
${listed(namesOf(isStream).map((name) => `| ${name}`))}

/** Operations that take an Idempotency-Key: sent again with the same key, they do nothing twice. */
export const TAKES_KEY: ReadonlySet<string> = new Set<keyof Api>([
${listed(namesOf(takesKey).map((name) => `${name},`))}
])

/** Operations with pages, and the query parameter that leads to the next one. */
export const PAGED_BY = {
${listed(pagings)}
} as const satisfies Partial<Record<keyof Api, string>>
`
}

const described = execFileSync(process.execPath, ['src/main.ts', 'openapi'], { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })
const text = generate(JSON.parse(described.toString()) as OpenapiDocument)
if (process.argv.includes('--check')) {
  if (readFileSync(TARGET, 'utf8') !== text) {
    process.stderr.write('packages/client/schema.ts is not current; run `npm run api-types`\n')
    process.exit(1)
  }
} else writeFileSync(TARGET, text)
