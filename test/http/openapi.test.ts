// The OpenAPI document and the explorer: every endpoint of the specification is described as it says, linters find no error, and
// the explorer's page needs nothing but our own files.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Compile } from 'typebox/compile'
import { describe as describeService } from '../../src/commands/openapi.ts'
import { build } from '../build.ts'
import type { OpenapiDocument, OperationObject } from '../openapi-document.ts'

const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}')

const ENDPOINTS = readFileSync(join(import.meta.dirname, 'endpoints.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [method = '', path = '', auth = '', status = ''] = line.split('\t')
    return { method, path, auth, status }
  })

/** The names that the specification gives to bodies and responses. */
const NAMED = `ActionOut ActionAnswerIn AnswerIn ActionResolveIn UserLogin DocumentCreate DocumentUpdate DocumentOut
  DocumentListOut DocumentSearchOut CategoryCreate CategoryUpdate CategoryOut RoleOut CodeRequest CodeVerify Token UserCreate
  UserMeOut EnqueueIn EnqueueOut EnqueueManyIn EnqueueManyOut StatusOut RedraftIn RedraftOut ApproveOut BacklogDocOut
  JobDetailOut EventOut BlocksPayload DraftSetPayload WorkerCreateIn BeatStartIn HTTPValidationError ValidationError`.split(
  /\s+/,
)

const VERBS =
  `Add Answer Approve Ask Attach Bring Cancel Change Check Comment Compare Complete Confirm Convert Count Create Delete
  Discard Dismiss End Exchange Export Fill Follow Generate Get Give Greet Invite Keep Link List
  Mark Merge Move Pass Pin Preview Propose Publish Queue Read Redeliver Redirect Redraft Refresh Reject Remove Reorder Replace Reply
  Resolve Restart Restore Revoke Schedule Search Send Set Show Sign Start Stop Stream Suggest Swap Switch Tell
  Undo Unlink Unpin Unpublish Upload Withdraw`.split(/\s+/)

describe('/openapi.json', () => {
  let text: string
  let description: OpenapiDocument
  before(async () => {
    text = (await describeService()).body
    description = JSON.parse(text)
  })
  const find = (method: string, path: string): OperationObject | undefined => {
    const described = Object.keys(description.paths).find((candidate) => shapeOf(candidate) === shapeOf(path))
    return described === undefined ? undefined : description.paths[described]![method.toLowerCase()]
  }

  test('is OpenAPI 3.1.0 of version 0.1.0 with the six tags', () => {
    assert.partialDeepStrictEqual(description, { openapi: '3.1.0', info: { version: '0.1.0' } })
    const tags = description.tags.map(({ name }) => name).sort()
    assert.deepEqual(tags, ['admin', 'auth', 'dataroom', 'docs', 'pipeline', 'time'])
  })

  test('holds all 69 endpoints with their requirement and success status', () => {
    assert.equal(ENDPOINTS.length, 69)
    const wrong = ENDPOINTS.flatMap(({ method, path, auth, status }) => {
      const operation = find(method, path)
      if (!operation) return [`${method} ${path} is missing`]
      const needs = auth === 'bearer' ? [{ OAuth2PasswordBearer: [] }] : []
      return [
        ...(JSON.stringify(operation.security) === JSON.stringify(needs) ? [] : [`${method} ${path} is not ${auth}`]),
        ...(status in operation.responses ? [] : [`${method} ${path} does not response ${status}`]),
      ]
    })
    assert.deepEqual(wrong, [])
  })

  test('declares 422 with HTTPValidationError wherever there is something to be wrong', () => {
    const reference = '{"$ref":"#/components/schemas/HTTPValidationError"}'
    for (const [path, operations] of Object.entries(description.paths)) {
      for (const [method, { parameters, requestBody, responses }] of Object.entries(operations)) {
        if (!parameters && !requestBody) continue
        assert.equal(
          JSON.stringify(responses['422']?.content?.['application/json']?.schema),
          reference,
          `${method} ${path}`,
        )
      }
    }
  })

  test("has the specification's names as components, and FastAPI's two of errors to the letter", () => {
    assert.deepEqual(
      NAMED.filter((name) => !(name in description.components.schemas)),
      [],
    )
    assert.equal(
      JSON.stringify(description.components.schemas.HTTPValidationError),
      '{"properties":{"detail":{"items":{"$ref":"#/components/schemas/ValidationError"},"type":"array","title":"Detail"}},"type":"object","title":"HTTPValidationError"}',
    )
    assert.equal(
      JSON.stringify(description.components.schemas.ValidationError),
      '{"properties":{"loc":{"items":{"anyOf":[{"type":"string"},{"type":"integer"}]},"type":"array","title":"Location"},"msg":{"type":"string","title":"Message"},"type":{"type":"string","title":"Error Type"},"input":{"title":"Input"},"ctx":{"type":"object","title":"Context"}},"type":"object","required":["loc","msg","type"],"title":"ValidationError"}',
    )
    assert.equal(
      JSON.stringify(description.components.securitySchemes),
      '{"OAuth2PasswordBearer":{"type":"oauth2","flows":{"password":{"scopes":{},"tokenUrl":"auth/login"}}}}',
    )
  })

  test('what holds its own kind says so', () => {
    for (const name of ['CategoryOut', 'TreeNode']) {
      const { properties } = description.components.schemas[name] as { properties: { children: { items: object } } }
      assert.deepEqual(properties.children.items, { $ref: `#/components/schemas/${name}` })
    }
  })

  test('every reference leads to a component', () => {
    const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1]!)
    assert.ok(names.length > 100)
    assert.deepEqual(
      names.filter((name) => !(name in description.components.schemas)),
      [],
    )
    const headers = [...text.matchAll(/"\$ref":"#\/components\/headers\/([^"]+)"/g)].map((match) => match[1]!)
    assert.deepEqual(
      headers.filter((name) => !(name in description.components.headers)),
      [],
    )
    const responses = [...text.matchAll(/"\$ref":"#\/components\/responses\/([^"]+)"/g)].map((match) => match[1]!)
    assert.deepEqual(new Set(responses), new Set(Object.keys(description.components.responses)))
    assert.equal(text.match(/"\$ref":"(?!#\/components\/(schemas|headers|responses)\/)/), null)
  })

  for (const [method, path, name, bounds] of [
    ['GET', '/api/docs/', 'limit', { minimum: 1, maximum: 200, default: 50 }],
    ['GET', '/api/docs', 'offset', { minimum: 0, default: 0 }],
    ['GET', '/api/docs/search', 'limit', { minimum: 1, maximum: 50, default: 20 }],
    ['GET', '/api/docs/search', 'q', { minLength: 1 }],
    ['GET', '/api/docs/suggest', 'limit', { minimum: 1, maximum: 20, default: 8 }],
    ['GET', '/docs/dashboard', 'top_days', { minimum: 1, maximum: 365, default: 30 }],
    ['GET', '/docs/dashboard', 'recent_limit', { minimum: 1, maximum: 50, default: 5 }],
    ['GET', '/api/admin/docs/', 'skip', { minimum: 0, default: 0 }],
    ['GET', '/api/admin/docs/{doc_id}', 'doc_id', { minimum: 1 }],
    ['GET', '/api/admin/docs/buckets/{bucket}', 'page_size', { minimum: 1, maximum: 200, default: 30 }],
    ['GET', '/api/admin/docs/buckets/{bucket}', 'page', { minimum: 1, default: 1 }],
    ['GET', '/api/admin/docs/buckets/{bucket}', 'q', { default: '' }],
    [
      'GET',
      '/api/admin/docs/buckets/{bucket}',
      'bucket',
      { enum: ['empty', 'queued', 'processing', 'approved', 'failed'] },
    ],
    ['POST', '/api/admin/categories/{category_id}/move', 'direction', { enum: ['up', 'down'] }],
    ['GET', '/api/admin/celery/proc/{proc_id}/log/tail', 'lines', { minimum: 1, maximum: 5000, default: 200 }],
  ] as const) {
    test(`${method} ${path}: ${name} has its bounds`, () => {
      const schema: Record<string, unknown> = {
        ...find(method, path)?.parameters?.find((parameter) => parameter.name === name)?.schema,
      }
      for (const [key, value] of Object.entries(bounds)) assert.deepEqual(schema[key], value, key)
    })
  }

  test('a protected endpoint names the three cookies, an open one none', () => {
    const cookies = (method: string, path: string) =>
      (find(method, path)?.parameters ?? []).filter((one) => one.in === 'cookie').map((one) => one.name)
    assert.deepEqual(cookies('GET', '/auth/me'), ['auth_token', 'access_token', 'token'])
    assert.deepEqual(cookies('POST', '/auth/refresh'), ['auth_token', 'access_token', 'token'])
    assert.deepEqual(cookies('GET', '/api/docs/'), [])
  })

  test('412 and If-Match stand where a version is taken, and nowhere else', () => {
    const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    )
    const named = (holds: (operation: OperationObject) => boolean) =>
      operations.filter(({ operation }) => holds(operation)).map(({ name }) => name)
    const taking = named(({ parameters }) => (parameters ?? []).some((one) => one.name === 'If-Match'))
    assert.deepEqual(taking.toSorted(), [
      ...['delete /api/docs/{doc_id}/working-copy', 'post /api/docs/{doc_id}/publish'],
      ...['post /api/docs/{doc_id}/revisions/{revision_id}/restore', 'post /api/docs/{doc_id}/schedule'],
      ...['post /api/docs/{doc_id}/unpublish', 'put /api/admin/docs/{doc_id}'],
      ...['put /api/docs/iterations/{iteration_id}/draft', 'put /api/docs/{document_id}/blocks'],
      ...['put /api/docs/{slug}'],
    ])
    assert.deepEqual(
      named(({ responses }) => '412' in responses),
      taking,
    )
  })

  test('login takes JSON, and the form that the authorise control sends', () => {
    const content = find('POST', '/auth/login')?.requestBody?.content ?? {}
    assert.deepEqual(Object.keys(content), ['application/json', 'application/x-www-form-urlencoded'])
    assert.equal(content['application/json']?.schema.$ref, '#/components/schemas/UserLogin')
  })

  test('every JSON body and response has an example, and the example is right', () => {
    const { schemas } = description.components
    const refers = (_key: string, value: unknown) =>
      typeof value === 'string' && value.startsWith('#/components/schemas/') ? value.split('/').at(-1) : value
    const wrong: string[] = []
    let count = 0
    for (const [path, operations] of Object.entries(description.paths))
      for (const [method, { requestBody, responses }] of Object.entries(operations)) {
        const successes = Object.entries(responses).filter(([status]) => status < '300')
        for (const { content } of [...(requestBody ? [requestBody] : []), ...successes.map(([, one]) => one)]) {
          const json = content?.['application/json'] as { schema: object; example?: unknown } | undefined
          if (!json) continue
          count++
          const check = Compile(
            JSON.parse(JSON.stringify(schemas), refers),
            JSON.parse(JSON.stringify(json.schema), refers),
          )
          if (!('example' in json) || !check.Check(json.example)) wrong.push(`${method} ${path}`)
        }
      }
    assert.deepEqual(wrong, [])
    assert.ok(count > 100)
  })

  test('names the pages and probes that are no API', () => {
    const paths = '/healthz /readyz /metrics /sitemap.xml /llms.txt /read/{slug} /read/search'.split(' ')
    for (const path of paths) assert.ok(find('GET', path)?.summary, path)
  })

  test('names the headers that callers go by', () => {
    const headersOf = (path: string, status: string) => {
      const { $ref, headers } = find('GET', path)!.responses[status]!
      return Object.keys(($ref ? description.components.responses[$ref.split('/').at(-1)!]!.headers : headers) ?? {})
    }
    assert.deepEqual(headersOf('/api/docs/', '429').at(0), 'Retry-After')
    assert.deepEqual(headersOf('/auth/me', '401'), ['WWW-Authenticate'])
    assert.ok(headersOf('/api/docs/', '200').includes('ETag'))
    assert.ok('304' in find('GET', '/api/docs/')!.responses && '421' in find('GET', '/api/docs/')!.responses)
    const named = find('GET', '/api/docs/tree/me')!.parameters!.map(({ name }) => name)
    for (const name of ['If-None-Match', 'X-API-Key']) assert.ok(named.includes(name), name)
  })

  test('every summary begins with what the operation does', () => {
    const summaries = Object.values(description.paths).flatMap((path) => Object.values(path).map((one) => one.summary))
    const first = new Set(summaries.map((summary) => summary.split(/\W/)[0]!))
    // Words that are no verbs are how a summary begins that only names a thing.
    assert.deepEqual(
      [...first].filter((word) => !VERBS.includes(word)),
      [],
    )
  })

  test('no two operations have one id', () => {
    const ids = Object.values(description.paths).flatMap((path) => Object.values(path).map((one) => one.operationId))
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    )
  })

  test('says nothing of our own keywords', () => {
    assert.doesNotMatch(text, /"(trim|lowercase|secret|\$id|hide)":/)
  })

  test('Redocly finds no error', async () => {
    // Two declared paths end in a slash, as the specification has them.
    const config = await createConfig({ extends: ['recommended'], rules: { 'no-path-trailing-slash': 'off' } })
    const problems = await lintFromString({ source: text, config, absoluteRef: 'openapi.json' })
    assert.deepEqual(
      problems.filter((problem) => problem.severity === 'error').map(({ ruleId, message }) => `${ruleId}: ${message}`),
      [],
    )
  })
})

describe('the explorer', () => {
  test('takes scripts and styles from this site alone, and needs nothing inline', async (t) => {
    const { app } = await build(t)
    for (const url of ['/docs', '/redoc', '/docs/oauth2-redirect']) {
      const page = await app.inject({ url })
      assert.deepEqual([page.statusCode, page.headers['content-type']], [200, 'text/html; charset=utf-8'])
      const policy = String(page.headers['content-security-policy'])
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
      assert.doesNotMatch(policy, /https?:|unsafe/)
      assert.doesNotMatch(page.body, /<script>|\son\w+="|style="/)
    }
    const { body } = await app.inject('/docs')
    const files = [...body.matchAll(/(?:src|stylesheet" href|icon" href)="([^"]+)"/g)].map((match) => match[1]!)
    for (const wanted of [/explorer-[\w-]+\.js$/, /swagger-ui-bundle\.js$/, /swagger-ui\.css$/])
      assert.ok(
        files.some((file) => wanted.test(file)),
        String(wanted),
      )
    for (const url of files) {
      const file = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
      assert.equal(file.statusCode, 200, url)
      if (/swagger/.test(url)) assert.equal(file.headers['content-encoding'], 'br', url)
    }
    for (const url of ['/read/assets/swagger-ui/.sources', '/read/assets/swagger-ui/..%2fassets.ts'])
      assert.equal((await app.inject({ url })).statusCode, 404, url)
  })

  test('shows examples that the API takes', async (t) => {
    const { app, person } = await build(t)
    const { headers } = await person('editor')
    const { paths } = (await app.inject('/openapi.json')).json()
    const payload = paths['/api/docs/'].post.requestBody.content['application/json'].example
    const response = await app.inject({ method: 'POST', url: '/api/docs/', headers, payload })
    assert.equal(response.statusCode, 201, response.body)
  })

  test('a form of OAuth 2 gets a token, for the tools that sign in so', async (t) => {
    const { app } = await build(t)
    const account = { email: 'anna@example.com', password: 'a long enough one' }
    assert.equal((await app.inject({ method: 'POST', url: '/auth/register', payload: account })).statusCode, 200)
    const form = new URLSearchParams({ grant_type: 'password', username: account.email, password: account.password })
    const response = await app.inject({
      method: 'POST',
      url: '/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
    })
    assert.equal(response.statusCode, 200)
    const { access_token: token, token_type: type } = response.json()
    assert.equal(type, 'bearer')
    const me = await app.inject({ url: '/auth/me', headers: { authorization: `Bearer ${token}` } })
    assert.equal(me.json().email, account.email)
  })

  test('/docs/ leads to /docs, /docs/dashboard lives beside it, no file outside the list is served', async (t) => {
    const { app } = await build(t)
    const toggled = await app.inject({ url: '/docs/' })
    assert.deepEqual([toggled.statusCode, toggled.headers.location], [307, '/docs'])
    assert.equal((await app.inject({ url: '/docs/dashboard' })).statusCode, 200)
    for (const url of ['/docs/static/', '/docs/static/index.html', '/read/assets/../package.json'])
      assert.equal((await app.inject({ url })).statusCode, 404, url)
  })

  test('the served description is the printed one, and is 304 for those who know it', async (t) => {
    const { app } = await build(t)
    const response = await app.inject({ url: '/openapi.json' })
    assert.equal(response.body, (await describeService()).body)
    const again = await app.inject({
      url: '/openapi.json',
      headers: { 'if-none-match': String(response.headers.etag) },
    })
    assert.deepEqual({ statusCode: again.statusCode, body: again.body }, { statusCode: 304, body: '' })
  })
})
