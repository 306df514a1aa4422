// The 422 checks of bodies, addresses and secrets, fault by fault.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { compileCheck } from './validation.ts'

/** issuesOf is what the response's `detail` would be, as text: key order counts. */
const issuesOf = (check: ReturnType<typeof compileCheck>, raw: unknown): string => JSON.stringify(check(raw).issues)

const INT_PARSING = 'Input should be a valid integer, unable to parse string as an integer'

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
  const summaryOf = (fields: object) => {
    const issue = firstOf(fields)
    return [issue?.type, issue?.loc, issue?.msg, issue?.input]
  }

  it('none at all, or null, is missing', () => {
    const expected = '[{"type":"missing","loc":["body"],"msg":"Field required","input":null}]'
    assert.equal(issuesOf(body, undefined), expected)
    assert.equal(issuesOf(body, null), expected)
  })

  it('a list or a text is no object', () => {
    const msg = 'Input should be a valid dictionary or object to extract fields from'
    assert.equal(
      issuesOf(body, [1]),
      JSON.stringify([{ type: 'model_attributes_type', loc: ['body'], msg, input: [1] }]),
    )
    assert.equal(
      issuesOf(body, 'raw text'),
      JSON.stringify([{ type: 'model_attributes_type', loc: ['body'], msg, input: 'raw text' }]),
    )
  })

  it('a list is no free-form dictionary', () => {
    const expected = '[{"type":"dict_type","loc":["body"],"msg":"Input should be a valid dictionary","input":[]}]'
    for (const schema of [
      Type.Record(Type.String(), Type.Unknown()),
      Type.Object({ ids: Type.Array(Type.Integer()) }, { additionalProperties: true }),
      Type.Unsafe<object>({ type: 'object' }),
    ]) {
      assert.equal(issuesOf(compileCheck(schema, 'body'), []), expected)
    }
  })

  it('a missing field shows the whole object around it', () => {
    assert.equal(
      issuesOf(body, { count: 1, zz: [1] }),
      '[{"type":"missing","loc":["body","title"],"msg":"Field required","input":{"count":1,"zz":[1]}}]',
    )
    assert.deepEqual(summaryOf({ material: [{ title: 'a' }, { url: 'u' }] }), [
      'missing',
      ['body', 'material', 1, 'title'],
      'Field required',
      { url: 'u' },
    ])
  })

  it('unknown fields are dropped, and kept by dictionaries', () => {
    assert.deepEqual(body({ title: 'a', zz: '\0', meta: { zz: [1] } }).value, {
      title: 'a',
      done: true,
      meta: { zz: [1] },
      queues: ['docs'],
    })
    const open = compileCheck(Type.Object({ a: Type.Integer() }, { additionalProperties: true }), 'body')
    assert.deepEqual(open({ a: '1', b: '2' }).value, { a: 1, b: '2' })
  })

  it('a default list is a fresh one each time', () => {
    const first = body({ title: 'a' }).value as { queues: string[] }
    first.queues.push('changed')
    assert.deepEqual((body({ title: 'a' }).value as { queues: string[] }).queues, ['docs'])
  })

  it('strings are never coerced', () => {
    assert.equal(
      issuesOf(body, { title: 5 }),
      '[{"type":"string_type","loc":["body","title"],"msg":"Input should be a valid string","input":5}]',
    )
    assert.equal(firstOf({ title: null })?.type, 'string_type')
  })

  it('integers follow the lax mode', () => {
    assert.deepEqual(summaryOf({ count: 'q' }), ['int_parsing', ['body', 'count'], INT_PARSING, 'q'])
    assert.deepEqual(summaryOf({ count: null }), [
      'int_type',
      ['body', 'count'],
      'Input should be a valid integer',
      null,
    ])
    assert.deepEqual(summaryOf({ count: 1.5 }), [
      'int_from_float',
      ['body', 'count'],
      'Input should be a valid integer, got a number with a fractional part',
      1.5,
    ])
    for (const [given, count] of [
      ['5', 5],
      [5.0, 5],
      [true, 1],
      [1e23, Number.MAX_SAFE_INTEGER],
      [Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER],
    ]) {
      assert.equal((body({ title: 'a', count: given }).value as { count: number }).count, count)
    }
  })

  it('null passes where it is declared, and faults are those of the other member', () => {
    assert.equal((body({ title: 'a', parent: null }).value as { parent: null }).parent, null)
    assert.equal(firstOf({ parent: 'q' })?.type, 'int_parsing')
    const role = Type.Union([Type.Enum(['a', 'b']), Type.Null()])
    assert.equal(
      compileCheck(Type.Object({ role }), 'body')({ role: 'c' }).issues[0]?.msg,
      "Input should be 'a' or 'b'",
    )
  })

  it('lists are checked as lists and item by item', () => {
    assert.deepEqual(summaryOf({ tags: 'q' }), ['list_type', ['body', 'tags'], 'Input should be a valid list', 'q'])
    assert.deepEqual(summaryOf({ tags: [1] }), [
      'string_type',
      ['body', 'tags', 0],
      'Input should be a valid string',
      1,
    ])
    assert.equal(
      JSON.stringify(firstOf({ tags: ['a', 'b', 'c'] })),
      '{"type":"too_long","loc":["body","tags"],"msg":"List should have at most 2 items after validation, not 3","input":["a","b","c"],"ctx":{"field_type":"List","max_length":2,"actual_length":3}}',
    )
    assert.equal(
      JSON.stringify(firstOf({ tags: [] })),
      '{"type":"too_short","loc":["body","tags"],"msg":"List should have at least 1 item after validation, not 0","input":[],"ctx":{"field_type":"List","min_length":1,"actual_length":0}}',
    )
  })

  it('booleans take words, 0 and 1, and nothing else', () => {
    const msg = 'Input should be a valid boolean, unable to interpret input'
    assert.deepEqual(summaryOf({ done: 'maybe' }), ['bool_parsing', ['body', 'done'], msg, 'maybe'])
    assert.deepEqual(
      { two: firstOf({ done: 2 })?.type, half: firstOf({ done: 0.5 })?.type, null: firstOf({ done: null })?.type },
      { two: 'bool_parsing', half: 'bool_type', null: 'bool_type' },
    )
    assert.equal((body({ title: 'a', done: 'yes' }).value as { done: boolean }).done, true)
    assert.equal((body({ title: 'a', done: 0 }).value as { done: boolean }).done, false)
  })

  it('all faults of a body come in one response, in the order of declaration', () => {
    const { issues, value } = body({ meta: [], done: 'maybe', count: 'q' })
    assert.deepEqual(
      issues.map((issue) => issue.loc[1]),
      ['title', 'count', 'done', 'meta'],
    )
    assert.equal(value, undefined)
  })

  it('trimming comes before the lengths, which count code points', () => {
    assert.deepEqual((body({ title: '  a  ' }).value as { title: string }).title, 'a')
    assert.deepEqual(
      summaryOf({ title: ' \t ' })
        .slice(0, 1)
        .concat(firstOf({ title: ' \t ' })?.input),
      ['string_too_short', ' \t '],
    )
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

  it('NUL characters and lone surrogates are found in strings, in free-form values and in their keys', () => {
    assert.deepEqual(firstOf({ title: 'a\ud800' })?.msg, 'Value error, String contains a lone surrogate')
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
  const check = compileCheck(
    Type.Object({ email: Type.String({ format: 'email', trim: true, lowercase: true }) }),
    'body',
  )

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
    const wrong = [
      '',
      '@',
      'a@',
      '@b.c',
      'a@b',
      'a b@c.de',
      'a@b..de',
      '.a@b.de',
      'a.@b.de',
      'a..b@c.de',
      'a@.b.de',
      'a@b.de.',
    ]
    wrong.push('a@-b.de', 'a@b_c.de', 'a@b@c.de', 'a@1.2.3.4', 'a<b>@c.de', 'a\nb@c.de', `${'a'.repeat(65)}@b.de`)
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
    assert.equal(
      issuesOf(login, { password: 'hunter2hunter2', zz: 1 }),
      '[{"type":"missing","loc":["body","identifier"],"msg":"Field required","input":{"password":"**********","zz":1}}]',
    )
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
    ]) {
      assert.throws(() => compileCheck(schema, 'body'), /Schema/)
    }
    assert.throws(() => compileCheck(Type.Object({ ids: Type.Array(Type.Integer()) }), 'query'), /Schema/)
  })
})
