// The 422 checks of queries and paths, fault by fault.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { compileCheck } from './validation.ts'

/** issuesOf is what the response's `detail` would be, as text: key order counts. */
const issuesOf = (check: ReturnType<typeof compileCheck>, raw: unknown): string => JSON.stringify(check(raw).issues)

const INT_PARSING = 'Input should be a valid integer, unable to parse string as an integer'

describe('query', () => {
  const search = compileCheck(
    Type.Object({
      q: Type.String({ minLength: 1 }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    }),
    'query',
  )

  it('a missing required parameter has input null', () => {
    assert.equal(issuesOf(search, {}), '[{"type":"missing","loc":["query","q"],"msg":"Field required","input":null}]')
  })

  it('an empty text is too short', () => {
    assert.equal(
      issuesOf(search, { q: '' }),
      '[{"type":"string_too_short","loc":["query","q"],"msg":"String should have at least 1 character","input":"","ctx":{"min_length":1}}]',
    )
  })

  it('the text says characters for a minimum of three', () => {
    const check = compileCheck(Type.Object({ q: Type.String({ minLength: 3 }) }), 'query')
    assert.equal(check({ q: 'ab' }).issues[0]?.msg, 'String should have at least 3 characters')
  })

  for (const limit of [
    'abc',
    '',
    '1.5',
    '0x10',
    '1e1',
    '1__0',
    '_1',
    '1_',
    '+ 7',
    '5.',
    '.0',
    '--1',
    '٣',
    '1 0',
    '9'.repeat(5000),
  ]) {
    it(`limit ${JSON.stringify(limit.slice(0, 10))} is no integer`, () => {
      const input = limit.length > 1000 ? `${limit.slice(0, 1000)}…` : limit
      assert.equal(
        issuesOf(search, { q: 'a', limit }),
        JSON.stringify([{ type: 'int_parsing', loc: ['query', 'limit'], msg: INT_PARSING, input }]),
      )
    })
  }

  for (const [limit, value] of [
    ['5.0', 5],
    [' 5', 5],
    ['1_0', 10],
    ['+7', 7],
    ['007', 7],
    ['1_0.00', 10],
  ] as const) {
    it(`limit ${JSON.stringify(limit)} is ${value}`, () => {
      assert.deepEqual(search({ q: 'a', limit }), { value: { q: 'a', limit: value }, issues: [] })
    })
  }

  it('a bound that is broken keeps the raw text as input', () => {
    assert.equal(
      issuesOf(search, { q: 'a', limit: '0' }),
      '[{"type":"greater_than_equal","loc":["query","limit"],"msg":"Input should be greater than or equal to 1","input":"0","ctx":{"ge":1}}]',
    )
    assert.equal(
      issuesOf(search, { q: 'a', limit: '201' }),
      '[{"type":"less_than_equal","loc":["query","limit"],"msg":"Input should be less than or equal to 200","input":"201","ctx":{"le":200}}]',
    )
    assert.equal(search({ q: 'a', limit: `1${'0'.repeat(23)}` }).issues[0]?.type, 'less_than_equal')
  })

  it('unknown parameters are ignored and defaults applied', () => {
    assert.deepEqual(search({ q: 'a', zz: '\0' }), { value: { q: 'a', limit: 50 }, issues: [] })
    const optional = compileCheck(Type.Object({ n: Type.Optional(Type.Integer()) }), 'query')
    assert.deepEqual(optional(undefined), { value: {}, issues: [] })
  })

  it('two faults come in the order of declaration', () => {
    assert.deepEqual(
      search({ limit: 'x' }).issues.map((issue) => [issue.type, issue.loc[1]]),
      [
        ['missing', 'q'],
        ['int_parsing', 'limit'],
      ],
    )
  })

  it('an optional integer with an empty value is no integer', () => {
    const check = compileCheck(Type.Object({ n: Type.Optional(Type.Union([Type.Integer(), Type.Null()])) }), 'query')
    assert.equal(check({ n: '' }).issues[0]?.type, 'int_parsing')
    assert.deepEqual(check({}), { value: {}, issues: [] })
  })

  it('a closed vocabulary is an enum, however it is written', () => {
    const expected =
      '[{"type":"enum","loc":["query","direction"],"msg":"Input should be \'up\' or \'down\'","input":"left","ctx":{"expected":"\'up\' or \'down\'"}}]'
    for (const direction of [
      Type.Enum(['up', 'down']),
      Type.Unsafe<'up' | 'down'>({ type: 'string', enum: ['up', 'down'] }),
    ]) {
      assert.equal(issuesOf(compileCheck(Type.Object({ direction }), 'query'), { direction: 'left' }), expected)
    }
  })

  it('a pattern that does not match is named', () => {
    const check = compileCheck(Type.Object({ direction: Type.String({ pattern: '^(up|down)$' }) }), 'query')
    assert.equal(
      issuesOf(check, { direction: 'left' }),
      '[{"type":"string_pattern_mismatch","loc":["query","direction"],"msg":"String should match pattern \'^(up|down)$\'","input":"left","ctx":{"pattern":"^(up|down)$"}}]',
    )
  })

  it('booleans take the words that pydantic takes', () => {
    const check = compileCheck(Type.Object({ on: Type.Boolean() }), 'query')
    for (const word of ['1', 't', 'TRUE', 'y', 'Yes', 'on']) assert.deepEqual(check({ on: word }).value, { on: true })
    for (const word of ['0', 'F', 'false', 'n', 'no', 'oFF']) assert.deepEqual(check({ on: word }).value, { on: false })
    for (const word of ['', ' true', 'maybe', '2']) assert.equal(check({ on: word }).issues[0]?.type, 'bool_parsing')
  })
})

describe('path', () => {
  const document = compileCheck(Type.Object({ doc_id: Type.Integer({ minimum: 1 }) }), 'path')

  it('an id that is no integer is int_parsing', () => {
    assert.equal(
      issuesOf(document, { doc_id: 'abc' }),
      JSON.stringify([{ type: 'int_parsing', loc: ['path', 'doc_id'], msg: INT_PARSING, input: 'abc' }]),
    )
  })

  it('an id of 0 is below the minimum', () => {
    assert.equal(
      issuesOf(document, { doc_id: '0' }),
      '[{"type":"greater_than_equal","loc":["path","doc_id"],"msg":"Input should be greater than or equal to 1","input":"0","ctx":{"ge":1}}]',
    )
  })

  it('an id beyond 2^53-1 becomes the largest safe integer, on both sides of zero', () => {
    const check = compileCheck(Type.Object({ id: Type.Integer() }), 'path')
    for (const id of ['9007199254740993', '9'.repeat(400)]) {
      assert.deepEqual(check({ id }).value, { id: Number.MAX_SAFE_INTEGER })
      assert.deepEqual(check({ id: `-${id}` }).value, { id: Number.MIN_SAFE_INTEGER })
    }
    assert.ok(Object.is((check({ id: '-0' }).value as { id: number }).id, 0))
  })

  it('a bucket outside the five is an enum fault', () => {
    const bucket = Type.Enum(['empty', 'queued', 'processing', 'approved', 'failed'])
    assert.equal(
      issuesOf(compileCheck(Type.Object({ bucket }), 'path'), { bucket: 'nope' }),
      `[{"type":"enum","loc":["path","bucket"],"msg":"Input should be 'empty', 'queued', 'processing', 'approved' or 'failed'","input":"nope","ctx":{"expected":"'empty', 'queued', 'processing', 'approved' or 'failed'"}}]`,
    )
  })

  it('a NUL character is a value error', () => {
    const check = compileCheck(Type.Object({ slug: Type.String() }), 'path')
    assert.equal(
      issuesOf(check, { slug: 'a\0' }),
      '[{"type":"value_error","loc":["path","slug"],"msg":"Value error, String contains a NUL character","input":"a\\u0000","ctx":{"error":"String contains a NUL character"}}]',
    )
  })
})
