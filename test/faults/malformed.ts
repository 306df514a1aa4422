// Experiment: malformed requests made from the service's own OpenAPI document, by every role, against the whole app.
// Reports responses of 5xx, without `detail`, and undocumented.

import { type Built, build, OUTSIDE } from '../build.ts'
import { scriptCleaner } from '../cleaner.ts'
import type { DocumentedSchema, OpenapiDocument, OperationObject } from '../openapi-document.ts'
import { random as randomFrom } from '../random.ts'
import { conclude, readOptions } from './experiment.ts'

type Request = { method: 'GET'; url: string; headers: Record<string, string>; payload?: string | Buffer }
type Random = ReturnType<typeof randomFrom>

/** HOSTILE are values that no field means, of every type and of sizes that hurt. */
const HOSTILE: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  -(2 ** 63),
  2 ** 53,
  '',
  ' ',
  '\0',
  '\ud800',
  'a'.repeat(5_000),
  ...["'; drop table users; --", '%00%zz', '../../etc/passwd', '<script>alert(1)</script>', '\u202e\u200b😀', 'NaN'],
  ...['1e9'],
  [],
  [null],
  [[[[]]]],
  {},
  { a: { b: [1] } },
  { constructor: { prototype: 1 } },
  Array.from({ length: 300 }, () => ({})),
]
const IDS = ['1', '2', '3', '0', '-1', 'abc', '1.5', '9'.repeat(25), '%00', '%20', 'null', '1e3', 'я', '999999', "1'--"]
const TEXTS = ['', 'a', '0', '-1', '99999999999999999999', 'abc', '%00', '%F0%9F%98%80', 'true', 'x'.repeat(3_000), '%']
const BODIES = [
  ...['', 'null', '[]', '{', '{"a":', '"x"', '\u0000', '{"__proto__":{}}'],
  `${'['.repeat(500)}`,
  'NaN',
  'a=b&c',
]
const TYPES = [
  ...['application/json', 'text/plain', 'application/x-www-form-urlencoded', '', 'json', 'a/b; c', ';'],
  ...['multipart/form-data'],
]
const HEADERS: [string, string][] = [
  ['if-match', 'x'],
  ['if-match', '"1"'],
  ['if-none-match', '"x"'],
  ['accept-encoding', 'br;q=zz, gzip;q=0'],
  ['accept', 'nothing/at-all'],
  ['cookie', 'auth_token; =; token=%zz; a="'],
  ['authorization', 'Bearer'],
  ['authorization', `Bearer ${'x'.repeat(4_000)}`],
  ['x-api-key', 'gly_k_ÿ'],
  ['last-event-id', 'x'],
  ['origin', 'null'],
  ['x-forwarded-for', ', ,'],
  ['range', 'bytes=9-1'],
  ['content-encoding', 'gzip'],
]
/** These start real processes when they succeed, or respond without an end; they get values that can't be right. */
const ENDLESS = /(events|log)\/stream$/
/** This one takes no values at all, so that it can't be made to end. */
const LIVE = '/api/admin/live'
/** Pages of the site show what is wrong as a page. */
const PAGES = /^\/(read\/|sitemap|llms)/
const STARTS = /celery\/(worker|beat)\/start$/

export type Report = { sent: number; statuses: Record<number, number>; faults: string[] }

export async function sendMalformed(built: Built, count: number, seed: number): Promise<Report> {
  const description: OpenapiDocument = (await built.app.inject({ url: '/openapi.json' })).json()
  const operations = Object.entries(description.paths)
    .filter(([path]) => path !== LIVE && !PAGES.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
  const random = randomFrom(seed)
  await furnish(built)
  const report: Report = { sent: 0, statuses: {}, faults: [] }
  let people: Record<string, string>[] = []
  for (; report.sent < count; report.sent++) {
    // Some requests succeed, and end the session or the account that made them.
    if (report.sent % 25 === 0) people = await everyRole(built)
    const { path, method, operation } = operations[report.sent % operations.length]!
    const request = spoil(requestOf(path, method, operation, description, random), path, random)
    request.headers = { ...pick(people, random), ...request.headers }
    const { statusCode, body, headers } = await built.app.inject(request)
    report.statuses[statusCode] = (report.statuses[statusCode] ?? 0) + 1
    const fault = judge(statusCode, body, headers['content-type'], operation, request.url)
    if (fault)
      report.faults.push(`${fault}: ${method} ${path} ${JSON.stringify(request).slice(0, 400)} → ${body.slice(0, 200)}`)
  }
  return report
}

/** furnish makes a few things of every kind, so that small ids exist. */
async function furnish({ app, person }: Built): Promise<void> {
  const { headers } = await person('admin')
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, headers, payload })
  for (let i = 1; i <= 3; i++) {
    await post('/api/admin/categories/', { name: `Category ${i}` })
    await post('/api/docs/', { title: `Document ${i}`, category_id: i, markdown: '# Hello\n\nSome words.' })
  }
  for (let i = 1; i <= 2; i++) await post('/api/pipeline/docs/enqueue', { document_id: i, notes: 'Some notes.' })
}

async function everyRole({ person }: Built): Promise<Record<string, string>[]> {
  const people = [{}, OUTSIDE, { ...OUTSIDE, authorization: 'Bearer gly_s_junk' }]
  // Most of what can go wrong lies behind the gate, so those who pass it ask more often.
  for (const [role, times] of [
    ['reader', 1],
    ['editor', 4],
    ['admin', 6],
  ] as const) {
    const { headers } = await person(role)
    for (let i = 0; i < times; i++) people.push({ ...OUTSIDE, ...headers })
  }
  return people
}

function judge(
  status: number,
  body: string,
  type: unknown,
  { responses }: OperationObject,
  url: string,
): string | undefined {
  if (status >= 500) return `${status}`
  // A path that can't be decoded, or whose value is gone, is none of the described ones.
  const isPath = !/%(?![0-9a-f]{2})/i.test(url.split('?')[0]!)
  if (!(status in responses) && (isPath || status !== 404)) return `undocumented ${status}`
  if (status < 400) return undefined
  if (type !== 'application/json') return `${status} of type ${type}`
  const { detail } = JSON.parse(body)
  if (typeof detail !== 'string' && !Array.isArray(detail)) return `${status} without detail`
  return undefined
}

/** made is a request that could be right: every parameter and field has a value of its declared kind. */
function requestOf(
  path: string,
  method: string,
  operation: OperationObject,
  description: OpenapiDocument,
  random: Random,
): Request {
  let address = path
  const query: string[] = []
  for (const { name, in: where, schema } of operation.parameters ?? []) {
    const value = encodeURIComponent(String(sampleOf(schema, description, random, 0)))
    if (where === 'path') address = address.replace(`{${name}}`, ENDLESS.test(path) ? '999999' : value || 'a')
    if (where === 'query') query.push(`${name}=${value}`)
  }
  const url = query.length > 0 ? `${address}?${query.join('&')}` : address
  const request: Request = { method: method as 'GET', url, headers: {} }
  const schema = operation.requestBody?.content['application/json']?.schema
  if (!schema) return request
  const body = sampleOf(schema, description, random, 0) as Record<string, unknown>
  if (STARTS.test(path)) body.name = 'No Such Name!'
  return { ...request, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }
}

function sampleOf(schema: DocumentedSchema, description: OpenapiDocument, random: Random, depth: number): unknown {
  if (schema.$ref)
    return sampleOf(description.components.schemas[schema.$ref.split('/').at(-1)!]!, description, random, depth)
  if (schema.anyOf) return sampleOf(pick(schema.anyOf, random), description, random, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum, random)
  if (schema.type === 'integer' || schema.type === 'number') return (schema.minimum ?? 0) + Math.floor(random() * 4)
  if (schema.type === 'boolean') return random() < 0.5
  if (schema.type === 'null') return null
  if (schema.type === 'array') {
    if (depth > 4 || !schema.items) return []
    return Array.from({ length: Math.floor(random() * 3) }, () =>
      sampleOf(schema.items!, description, random, depth + 1),
    )
  }
  if (schema.type === 'object' || schema.properties) {
    const fields = Object.entries(schema.properties ?? {}).filter(() => depth < 5 && random() < 0.8)
    return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field, description, random, depth + 1)]))
  }
  return pick(['a', 'Some words', 'anna@example.com', '123456', 'some-slug'], random)
}

/** spoil makes one to three things of a request wrong. */
function spoil(request: Request, path: string, random: Random): Request {
  const spoiled = { ...request, headers: { ...request.headers } }
  for (let i = 0; i <= Math.floor(random() * 3); i++) {
    const kind = Math.floor(random() * 6)
    if (kind === 0) spoilPath(spoiled, path, random)
    else if (kind === 1)
      spoiled.url += `${spoiled.url.includes('?') ? '&' : '?'}${pick(queryNames(spoiled.url), random)}=${pick(TEXTS, random)}`
    else if (kind === 2 && spoiled.payload !== undefined) spoiled.payload = pick(BODIES, random)
    else if (kind === 3 && spoiled.payload !== undefined) spoiled.headers['content-type'] = pick(TYPES, random)
    else if (kind === 4) {
      const [name, value] = pick(HEADERS, random)
      spoiled.headers[name] = value
    } else spoilField(spoiled, path, random)
  }
  return spoiled
}

const queryNames = (url: string): string[] => [
  'q',
  'limit',
  '__proto__',
  ...[...url.matchAll(/[?&](\w+)=/g)].map((match) => match[1]!),
]

function spoilPath(request: Request, path: string, random: Random): void {
  if (!path.includes('{') || ENDLESS.test(path)) return
  const [, query] = request.url.split('?')
  const ids = path.replace(/\{\w+\}/g, () => pick(IDS, random))
  request.url = query === undefined ? ids : `${ids}?${query}`
}

/** spoilField puts a hostile value into some place of the body, however deep. */
function spoilField(request: Request, path: string, random: Random): void {
  if (typeof request.payload !== 'string' || !request.payload.startsWith('{"')) return
  let body: Record<string, unknown>
  try {
    body = JSON.parse(request.payload)
  } catch {
    return
  }
  let place: Record<string, unknown> = body
  for (;;) {
    const keys = Object.keys(place)
    if (keys.length === 0) break
    const key = pick(keys, random)
    const inner = place[key]
    if (typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0 && random() < 0.6) {
      place = inner as Record<string, unknown>
      continue
    }
    if (STARTS.test(path) && place === body && key === 'name') break
    if (random() < 0.2) delete place[key]
    else place[key] = pick(HOSTILE, random)
    break
  }
  request.payload = JSON.stringify(body)
}

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!

/** MALFORMED_ENV: what is switched off by default is switched on, so that it can fail. */
export const MALFORMED_ENV = { GALLEY_SSO_SECRET: 'a secret that both sides know, 32+ bytes' }

if (import.meta.main) {
  const { count, seed } = readOptions('Malformed requests made from the OpenAPI document, by every role.', {
    count: 10_000,
    seed: 1,
  })
  const t = scriptCleaner()
  const built = await build(t, { env: MALFORMED_ENV })
  const { sent, statuses, faults } = await sendMalformed(built, count, seed)
  await t.clean()
  for (const fault of faults.slice(0, 20)) process.stdout.write(`${fault}\n`)
  conclude(
    `seed ${seed}: ${sent - faults.length} of ${sent} answered as they should ${JSON.stringify(statuses)}`,
    faults.length === 0,
  )
}
