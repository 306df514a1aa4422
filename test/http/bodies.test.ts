// What a request may carry and what it gets when it is wrong, word for word: the conventions that FastAPI's clients expect.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { oneSmallApp } from './small-app.ts'

const issue = (type: string, loc: unknown[], msg: string, input: unknown, ctx?: object) => ({
  type,
  loc,
  msg,
  input,
  ...(ctx && { ctx }),
})
const INT_PARSING = 'Input should be a valid integer, unable to parse string as an integer'
const NO_OBJECT = 'Input should be a valid dictionary or object to extract fields from'
const jsonInvalid = (offset: number, error: string) =>
  issue('json_invalid', ['body', offset], 'JSON decode error', {}, { error })

const app = oneSmallApp()

type SentBody = { body?: string | Buffer; type?: string | null }
async function send(line: string, { body, type = 'application/json' }: SentBody = {}) {
  const [method = '', url = ''] = line.split(' ')
  const headers = body === undefined || type === null ? {} : { 'content-type': type }
  return app().inject({ method: method as 'GET', url, headers, ...(body !== undefined && { payload: body }) })
}

/** refuses is a row of the table: this request, this 422, byte for byte. */
function refuses(name: string, line: string, sent: SentBody, ...issues: object[]): void {
  test(name, async () => {
    const response = await send(line, sent)
    assert.equal(response.body, JSON.stringify({ detail: issues }))
    assert.partialDeepStrictEqual(response, { statusCode: 422, headers: { 'content-type': 'application/json' } })
  })
}

describe('query and path', () => {
  refuses('a missing parameter', 'GET /search', {}, issue('missing', ['query', 'q'], 'Field required', null))
  refuses(
    'an empty text',
    'GET /search?q=',
    {},
    issue('string_too_short', ['query', 'q'], 'String should have at least 1 character', '', { min_length: 1 }),
  )
  for (const given of ['abc', '', '1.5', '0x10'])
    refuses(
      `no integer: "${given}"`,
      `GET /search?q=a&limit=${given}`,
      {},
      issue('int_parsing', ['query', 'limit'], INT_PARSING, given),
    )
  refuses(
    'below the minimum, the input stays a text',
    'GET /search?q=a&limit=0',
    {},
    issue('greater_than_equal', ['query', 'limit'], 'Input should be greater than or equal to 1', '0', { ge: 1 }),
  )
  for (const [name, given] of [
    ['above the maximum', '201'],
    ['far above the maximum', `1${'0'.repeat(23)}`],
  ] as const)
    refuses(
      name,
      `GET /search?q=a&limit=${given}`,
      {},
      issue('less_than_equal', ['query', 'limit'], 'Input should be less than or equal to 200', given, { le: 200 }),
    )
  refuses(
    'the last of repeated keys counts',
    'GET /search?q=a&limit=3&limit=999',
    {},
    issue('less_than_equal', ['query', 'limit'], 'Input should be less than or equal to 200', '999', { le: 200 }),
  )
  refuses(
    'outside a closed vocabulary',
    'GET /search?q=a&direction=left',
    {},
    issue('enum', ['query', 'direction'], "Input should be 'up' or 'down'", 'left', { expected: "'up' or 'down'" }),
  )
  refuses('an id that is no integer', 'GET /docs/abc', {}, issue('int_parsing', ['path', 'doc_id'], INT_PARSING, 'abc'))
  refuses(
    'an id of 0',
    'GET /docs/0',
    {},
    issue('greater_than_equal', ['path', 'doc_id'], 'Input should be greater than or equal to 1', '0', { ge: 1 }),
  )
  refuses(
    'faults of path, query and body come together, in this order',
    'PUT /docs/abc?limit=999',
    { body: '{"count":"q"}' },
    issue('int_parsing', ['path', 'doc_id'], INT_PARSING, 'abc'),
    issue('less_than_equal', ['query', 'limit'], 'Input should be less than or equal to 200', '999', { le: 200 }),
    issue('missing', ['body', 'title'], 'Field required', { count: 'q' }),
    issue('int_parsing', ['body', 'count'], INT_PARSING, 'q'),
  )
  refuses(
    'a NUL character',
    'GET /slugs/a%00b',
    {},
    issue('value_error', ['path', 'slug'], 'Value error, String contains a NUL character', 'a\0b', {
      error: 'String contains a NUL character',
    }),
  )

  test('integers as people write them, and unknown parameters, are taken', async () => {
    for (const [given, limit] of [
      ['5.0', 5],
      ['%205', 5],
      ['1_0', 10],
      ['%2B7', 7],
    ])
      assert.equal((await send(`GET /search?q=a&limit=${given}&other=1`)).json().limit, limit)
  })

  test('a name that every object has is just another unknown parameter', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', '__proto__[limit]', 'limit[]'])
      assert.deepEqual((await send(`GET /search?q=a&${name}=999`)).json(), { q: 'a', limit: 50 }, name)
  })

  test('a slug of 2,000 characters and of any script is one path segment', async () => {
    const long = 'я'.repeat(300)
    assert.deepEqual((await send(`GET /slugs/${encodeURIComponent(long)}`)).json(), { slug: long })
    assert.deepEqual((await send('GET /slugs/a%2Fb')).json(), { slug: 'a/b' })
  })
})

describe('body', () => {
  const missing = issue('missing', ['body'], 'Field required', null)
  refuses('none', 'POST /items/', {}, missing)
  refuses('empty', 'POST /items/', { body: '' }, missing)
  refuses('null', 'POST /items/', { body: 'null' }, missing)
  refuses('cut off', 'POST /items/', { body: '{"a":' }, jsonInvalid(5, 'Expecting value'))
  for (const [name, body, input] of [
    ['a list', '[1]', [1]],
    ['a text', '"x"', 'x'],
  ] as const)
    refuses(
      `${name} for an object`,
      'POST /items/',
      { body },
      issue('model_attributes_type', ['body'], NO_OBJECT, input),
    )
  refuses(
    'a list for a dictionary',
    'POST /any',
    { body: '[]' },
    issue('dict_type', ['body'], 'Input should be a valid dictionary', []),
  )
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text', 'multipart/form-data', ';;', null])
    refuses(
      `of type ${type}`,
      'POST /items/',
      { body: '{"title":"a"}', type },
      issue('model_attributes_type', ['body'], NO_OBJECT, '{"title":"a"}'),
    )
  refuses(
    'a missing field shows the whole body',
    'POST /items/',
    { body: '{"x":1}' },
    issue('missing', ['body', 'title'], 'Field required', { x: 1 }),
  )
  refuses(
    'a number for a text',
    'POST /items/',
    { body: '{"title":5}' },
    issue('string_type', ['body', 'title'], 'Input should be a valid string', 5),
  )
  refuses(
    'a blank text',
    'POST /items/',
    { body: '{"title":"  "}' },
    issue('string_too_short', ['body', 'title'], 'String should have at least 1 character', '  ', { min_length: 1 }),
  )
  for (const [given, type, msg] of [
    ['q', 'int_parsing', INT_PARSING],
    [null, 'int_type', 'Input should be a valid integer'],
    [1.5, 'int_from_float', 'Input should be a valid integer, got a number with a fractional part'],
  ] as const)
    refuses(
      `${given} for an integer`,
      'POST /items/',
      { body: JSON.stringify({ title: 'a', count: given }) },
      issue(type, ['body', 'count'], msg, given),
    )
  refuses(
    'a text for a list, and what is not a boolean',
    'POST /items/',
    { body: '{"title":"a","tags":"q","done":"maybe"}' },
    issue('list_type', ['body', 'tags'], 'Input should be a valid list', 'q'),
    issue('bool_parsing', ['body', 'done'], 'Input should be a valid boolean, unable to interpret input', 'maybe'),
  )
  refuses(
    'a number in a list of texts',
    'POST /items/',
    { body: '{"title":"a","tags":[1]}' },
    issue('string_type', ['body', 'tags', 0], 'Input should be a valid string', 1),
  )
  refuses(
    'half a surrogate pair',
    'POST /items/',
    { body: '{"title":"\\ud800"}' },
    issue('value_error', ['body', 'title'], 'Value error, String contains a lone surrogate', '\ud800', {
      error: 'String contains a lone surrogate',
    }),
  )
  refuses(
    'a form without its fields, and no word of what it holds',
    'POST /login',
    { body: 'pass=secret1', type: 'application/x-www-form-urlencoded' },
    issue('missing', ['body', 'username'], 'Field required', { pass: 'secret1' }),
    issue('missing', ['body', 'password'], 'Field required', { pass: 'secret1' }),
  )

  refuses(
    'a form without anything in it, field by field',
    'POST /login',
    { body: '', type: 'application/x-www-form-urlencoded' },
    issue('missing', ['body', 'username'], 'Field required', {}),
    issue('missing', ['body', 'password'], 'Field required', {}),
  )

  test('a secret is never echoed, whatever is wrong around it', async () => {
    const bodies: SentBody[] = [
      { body: '{"password":"hidden"}' },
      { body: '{"username":5,"password":"hidden"}' },
      { body: '{"username":"a","password":["hidden"]}' },
      { body: '["hidden"]' },
      { body: 'password=hidden', type: 'text/plain' },
      { body: 'password=hidden', type: 'application/x-www-form-urlencoded' },
    ]
    for (const sent of bodies) {
      const response = await send('POST /login', sent)
      assert.equal(response.statusCode, 422)
      assert.doesNotMatch(response.body, /hidden/, String(sent.body))
    }
  })

  test('JSON by any name of it, unknown fields and words for booleans are taken', async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/ld+json',
    ])
      assert.deepEqual((await send('POST /items/', { body: '{"title":" a ","x":1,"done":"yes"}', type })).json(), {
        title: 'a',
        done: true,
      })
  })

  test('an optional body may be absent, empty or null', async () => {
    for (const sent of [{}, { body: '' }, { body: 'null' }])
      assert.deepEqual((await send('POST /optional', sent)).json(), { body: null })
    assert.equal((await send('POST /optional', { body: '[]' })).statusCode, 422)
  })

  test('over the limit is 413 that names it, announced or not', async () => {
    const big = JSON.stringify({ title: 'x'.repeat(2 * 1024 * 1024) })
    const small = await send('POST /items/', { body: big })
    assert.partialDeepStrictEqual(small, { statusCode: 413, body: '{"detail":"Request body is larger than 2 MiB"}' })
    assert.equal((await send('POST /large', { body: big })).statusCode, 422)
    const larger = await send('POST /large', { body: JSON.stringify({ title: 'x'.repeat(8 * 1024 * 1024) }) })
    assert.partialDeepStrictEqual(larger, { statusCode: 413, body: '{"detail":"Request body is larger than 8 MiB"}' })
  })

  test('a 204 has neither body nor content type', async () => {
    const response = await send('DELETE /items/1')
    assert.deepEqual([response.statusCode, response.body, response.headers['content-type']], [204, '', undefined])
  })
})
