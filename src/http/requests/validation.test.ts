// The 422 checks of queries, paths, bodies and secrets beyond what test/http/bodies.test.ts sends over HTTP.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { compileCheck } from './validation.ts'

/** issuesOf is what the response's `detail` would be, as text: key order counts. */
const issuesOf = (check: ReturnType<typeof compileCheck>, raw: unknown): string => JSON.stringify(check(raw).issues)

describe('query and path', () => {
  const search = compileCheck(
    Type.Object({
      q: Type.String({ minLength: 3 }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    }),
    'query',
  )
  const typeOf = (limit: string) => search({ q: 'abc', limit }).issues[0]?.type

  it('the text says characters for a minimum of three', () => {
    assert.equal(search({ q: 'ab' }).issues[0]?.msg, 'String should have at least 3 characters')
  })

  it('integers are digits, with a sign, single underscores and zeros behind a point', () => {
    const wrong = 'abc||1.5|0x10|1e1|1__0|_1|1_|+ 7|5.|.0|--1|٣|1 0'.split('|')
    for (const limit of [...wrong, '9'.repeat(5000)]) assert.equal(typeOf(limit), 'int_parsing', limit.slice(0, 10))
    for (const [limit, value] of Object.entries({ '5.0': 5, ' 5': 5, '1_0': 10, '+7': 7, '007': 7, '1_0.00': 10 }))
      assert.deepEqual(search({ q: 'abc', limit }), { value: { q: 'abc', limit: value }, issues: [] })
  })

  it('a long input is shown in part', () => {
    const { input } = search({ q: 'abc', limit: '9'.repeat(5000) }).issues[0]!
    assert.equal(input, `${'9'.repeat(1000)}…`)
  })

  it('unknown parameters are ignored and defaults applied', () => {
    assert.deepEqual(search({ q: 'abc', zz: '\0' }), { value: { q: 'abc', limit: 50 }, issues: [] })
    const optional = compileCheck(Type.Object({ n: Type.Optional(Type.Union([Type.Integer(), Type.Null()])) }), 'query')
    assert.deepEqual(optional(undefined), { value: {}, issues: [] })
    assert.equal(optional({ n: '' }).issues[0]?.type, 'int_parsing')
  })

  it('a closed vocabulary is an enum, however it is written', () => {
    const bucket = Type.Enum(['empty', 'queued', 'failed'])
    const same = Type.Unsafe<string>({ type: 'string', enum: ['empty', 'queued', 'failed'] })
    for (const schema of [bucket, same]) {
      const [issue] = compileCheck(Type.Object({ bucket: schema }), 'path')({ bucket: 'nope' }).issues
      assert.deepEqual([issue?.type, issue?.msg], ['enum', "Input should be 'empty', 'queued' or 'failed'"])
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

  it('an id beyond 2^53-1 becomes the largest safe integer, on both sides of zero', () => {
    const check = compileCheck(Type.Object({ id: Type.Integer() }), 'path')
    for (const id of ['9007199254740993', '9'.repeat(400)]) {
      assert.deepEqual(check({ id }).value, { id: Number.MAX_SAFE_INTEGER })
      assert.deepEqual(check({ id: `-${id}` }).value, { id: Number.MIN_SAFE_INTEGER })
    }
    assert.ok(Object.is((check({ id: '-0' }).value as { id: number }).id, 0))
  })
})

describe('body', () => {
  const Material = Type.Object({ title: Type.String({ maxLength: 3 }), url: Type.Optional(Type.String()) })
  const body = compileCheck(
    Type.Object({
      title: Type.String({ minLength: 1, maxLength: 5, trim: true }),
      count: Type.Optional(Type.Integer()),
      parent: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
      tags: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2 })),
      done: Type.Optional(Type.Boolean({ default: true })),
      material: Type.Optional(Type.Array(Material)),
      meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      queues: Type.Optional(Type.Array(Type.String(), { default: ['docs'] })),
    }),
    'body',
  )
  const firstOf = (fields: object) => body({ title: 'a', ...fields }).issues[0]
  const read = (fields: object) => body({ title: 'a', ...fields }).value as Record<string, unknown>

  it('a list is no dictionary, however the schema says that', () => {
    for (const schema of [
      Type.Object({ ids: Type.Array(Type.Integer()) }, { additionalProperties: true }),
      Type.Unsafe<object>({ type: 'object' }),
    ])
      assert.equal(compileCheck(schema, 'body')([]).issues[0]?.type, 'dict_type')
  })

  it('a field that is missing in a list shows the object around it', () => {
    const { type, loc, input } = firstOf({ material: [{ title: 'a' }, { url: 'u' }] })!
    assert.deepEqual([type, loc, input], ['missing', ['body', 'material', 1, 'title'], { url: 'u' }])
  })

  it('unknown fields are dropped, and kept by dictionaries', () => {
    const kept = { title: 'a', done: true, meta: { zz: [1] }, queues: ['docs'] }
    assert.deepEqual(read({ zz: '\0', meta: { zz: [1] } }), kept)
    const open = compileCheck(Type.Object({ a: Type.Integer() }, { additionalProperties: true }), 'body')
    assert.deepEqual(open({ a: '1', b: '2' }).value, { a: 1, b: '2' })
  })

  it('a default list is a fresh one each time', () => {
    ;(read({}).queues as string[]).push('changed')
    assert.deepEqual(read({}).queues, ['docs'])
  })

  it('integers and booleans follow the lax mode', () => {
    for (const [given, count] of [
      ['5', 5],
      [5.0, 5],
      [true, 1],
      [1e23, Number.MAX_SAFE_INTEGER],
      [Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER],
    ])
      assert.equal(read({ count: given }).count, count)
    const faults = [2, 0.5, null].map((done) => firstOf({ done })?.type)
    assert.deepEqual(faults, ['bool_parsing', 'bool_type', 'bool_type'])
    assert.equal(read({ done: 0 }).done, false)
  })

  it('null passes where it is declared, and faults are those of the other member', () => {
    assert.equal(read({ parent: null }).parent, null)
    assert.equal(firstOf({ parent: 'q' })?.type, 'int_parsing')
    const role = Type.Union([Type.Enum(['a', 'b']), Type.Null()])
    const { issues } = compileCheck(Type.Object({ role }), 'body')({ role: 'c' })
    assert.equal(issues[0]?.msg, "Input should be 'a' or 'b'")
  })

  it('a list has its lengths', () => {
    assert.equal(
      JSON.stringify(firstOf({ tags: ['a', 'b', 'c'] })),
      '{"type":"too_long","loc":["body","tags"],"msg":"List should have at most 2 items after validation, not 3","input":["a","b","c"],"ctx":{"field_type":"List","max_length":2,"actual_length":3}}',
    )
    assert.equal(
      JSON.stringify(firstOf({ tags: [] })),
      '{"type":"too_short","loc":["body","tags"],"msg":"List should have at least 1 item after validation, not 0","input":[],"ctx":{"field_type":"List","min_length":1,"actual_length":0}}',
    )
  })

  it('all faults of a body come in one response, in the order of declaration', () => {
    const { issues, value } = body({ meta: [], done: 'maybe', count: 'q' })
    const places = issues.map((issue) => issue.loc[1])
    assert.deepEqual([places, value], [['title', 'count', 'done', 'meta'], undefined])
  })

  it('lengths count code points', () => {
    assert.equal(body({ title: '😀😀😀😀😀' }).issues.length, 0)
    assert.deepEqual(firstOf({ title: '😀😀😀😀😀😀' })?.ctx, { max_length: 5 })
    assert.equal(firstOf({ title: 'abcdef' })?.msg, 'String should have at most 5 characters')
    const pair = compileCheck(Type.Object({ s: Type.String({ minLength: 2 }) }), 'body')
    assert.equal(pair({ s: '😀' }).issues[0]?.type, 'string_too_short')
  })

  it('lower-casing comes before the pattern', () => {
    const name = Type.String({ lowercase: true, pattern: '^[a-z]+$' })
    assert.deepEqual(compileCheck(Type.Object({ name }), 'body')({ name: 'ANNA' }).value, { name: 'anna' })
  })

  it('NUL characters and lone surrogates are found in free-form values and in their keys', () => {
    const { issues } = body({ title: 'a', meta: { a: [{ b: 'x\0' }], 'k\udc00': 1, n: { 'z\0': 'q\0' } } })
    assert.deepEqual(
      issues.map((issue) => [issue.loc, issue.ctx?.error]),
      [
        [['body', 'meta', 'a', 0, 'b'], 'String contains a NUL character'],
        [['body', 'meta', 'k\udc00'], 'String contains a lone surrogate'],
        [['body', 'meta', 'n', 'z\0'], 'String contains a NUL character'],
      ],
    )
  })

  it('a free-form number that JSON cannot write back is refused', () => {
    assert.equal(firstOf({ meta: { n: Number.POSITIVE_INFINITY } })?.ctx?.error, 'Number is too large')
  })

  it('a dictionary of integers is checked entry by entry', () => {
    const check = compileCheck(Type.Record(Type.String(), Type.Integer()), 'body')
    assert.deepEqual(check({ a: '1' }).value, { a: 1 })
    assert.deepEqual(check({ a: 'x' }).issues[0]?.loc, ['body', 'a'])
    assert.equal(check(JSON.parse('{"__proto__":1}')).issues[0]?.type, 'value_error')
  })
})

describe('email', () => {
  const Email = Type.Object({ email: Type.String({ format: 'email', trim: true, lowercase: true }) })
  const check = compileCheck(Email, 'body')

  it('an address is trimmed and lower-cased', () => {
    assert.deepEqual(check({ email: ' Anna.Ö+x@Exämple.co.UK ' }).value, { email: 'anna.ö+x@exämple.co.uk' })
  })

  it('a fault has the shape of pydantic’s email type', () => {
    assert.equal(
      issuesOf(check, { email: 'anna' }),
      '[{"type":"value_error","loc":["body","email"],"msg":"value is not a valid email address: An email address must have an @-sign.","input":"anna","ctx":{"reason":"An email address must have an @-sign."}}]',
    )
  })

  it('what mail cannot be sent to is refused', () => {
    const wrong = '|@|a@|@b.c|a@b|a b@c.de|a@b..de|.a@b.de|a.@b.de|a..b@c.de|a@.b.de|a@b.de.|a@-b.de|a@b_c.de'.split(
      '|',
    )
    wrong.push('a@b@c.de', 'a@1.2.3.4', 'a<b>@c.de', 'a\nb@c.de', `${'a'.repeat(65)}@b.de`)
    wrong.push(`a@${'b.'.repeat(200)}de`, `a@${'b'.repeat(64)}.de`, 'a@[::1]', '"a b"@c.de')
    for (const email of wrong) assert.equal(check({ email }).issues[0]?.type, 'value_error', email)
  })
})

describe('secrets', () => {
  const login = compileCheck(
    Type.Object({
      identifier: Type.String(),
      password: Type.String({ minLength: 8, secret: true }),
      code: Type.Optional(Type.Union([Type.String({ pattern: '^[0-9]{6}$', secret: true }), Type.Null()])),
    }),
    'body',
  )

  it('a password is never echoed, whatever is wrong with it or around it', () => {
    for (const raw of [
      { password: 'hunter2' },
      { identifier: 'a', password: 'hunter2', code: 'hunter2' },
      { identifier: 'a', password: { deep: ['hunter2'] } },
      { identifier: 'a', password: 'hunter2\0' },
      { password: ['hunter2'], code: { x: 'hunter2' } },
      { Password: 'hunter2', nested: [{ code: 'hunter2' }] },
      ['a', 'hunter2'],
      'identifier=a&password=hunter2',
    ]) {
      const text = issuesOf(login, raw)
      assert.ok(text.includes('"**********"') && !text.includes('hunter2'), text)
    }
  })

  it('fields beside it are shown', () => {
    const { input } = login({ password: 'hunter2hunter2', zz: 1 }).issues[0]!
    assert.deepEqual(input, { password: '**********', zz: 1 })
  })
})

describe('schemas', () => {
  it('a rule that is not implemented stops the start', () => {
    for (const schema of [
      Type.Number(),
      Type.Integer({ exclusiveMinimum: 1 }),
      Type.Array(Type.String(), { uniqueItems: true }),
      Type.Tuple([Type.String()]),
      Type.Ref('Nothing'),
      Type.Cyclic({ Node: Type.Object({ next: Type.Optional(Type.Ref('Node')) }) }, 'Node'),
      Type.Literal('a'),
      Type.Null(),
      Type.Union([Type.Null()]),
      Type.Union([Type.String(), Type.Array(Type.String())]),
      Type.Union([Type.String(), Type.Integer(), Type.Null()]),
      Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]),
      Type.Object({ toString: Type.String() }),
    ])
      assert.throws(() => compileCheck(schema, 'body'), /Schema/)
    assert.throws(() => compileCheck(Type.Object({ ids: Type.Array(Type.Integer()) }), 'query'), /Schema/)
  })
})
