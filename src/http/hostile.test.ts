// What the pure half of the HTTP kernel does with inputs that no client means: arbitrary JSON, and large or deep ones.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { ISSUE_TYPES, MAX_ISSUES } from '#issues.ts'
import { parseForm, parseJsonBody } from './requests/json.ts'
import { compileCheck } from './requests/validation.ts'

const DocumentCreate = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 300, trim: true }),
  slug: Type.Optional(Type.String({ maxLength: 200, lowercase: true, trim: true })),
  category_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  visibility: Type.Optional(Type.Enum(['public', 'members', 'restricted'])),
  access: Type.Optional(
    Type.Object({ roles: Type.Optional(Type.Array(Type.String())), users: Type.Optional(Type.Array(Type.Integer())) }),
  ),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20 })),
  pinned: Type.Optional(Type.Boolean({ default: false })),
  meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  blocks: Type.Optional(Type.Array(Type.Unknown())),
})
const check = compileCheck(DocumentCreate, 'body')

/** anyDocument hits declared names often enough to get past the first rule. */
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('5', 'yes', ' Public ', 1, 0, null, 1e300, '\ud800', '\0'),
)
const anyDocument = fc.oneof(
  fc.record(Object.fromEntries(Object.keys(DocumentCreate.properties).map((name) => [name, anyValue])), {
    requiredKeys: [],
  }),
  anyValue,
)

describe('any JSON value', () => {
  it('is accepted or refused with issues of the catalogue, and never throws', () => {
    fc.assert(
      fc.property(anyDocument, (raw) => {
        const { value, issues } = check(raw)
        assert.equal(value === undefined, issues.length > 0)
        for (const issue of issues) {
          assert.ok(ISSUE_TYPES.includes(issue.type))
          assert.equal(issue.loc[0], 'body')
        }
        JSON.stringify(issues)
      }),
      { numRuns: 500 },
    )
  })

  it('once accepted, is accepted again as the same', () => {
    const title = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => ` x${text} `)
    const lax = fc.constantFrom(5, '5.0', ' 7', '1_0', true, 1e300, null)
    const likely = fc.record(
      {
        title,
        slug: title,
        category_id: lax,
        access: fc.record({ users: fc.array(fc.constantFrom(1, '2', '+3', false)) }),
        pinned: fc.constantFrom('yes', 'OFF', 1, 0, true),
        meta: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
      },
      { requiredKeys: ['title'] },
    )
    let accepted = 0
    fc.assert(
      fc.property(likely, (raw) => {
        const first = check(raw)
        if (first.issues.length > 0) return
        accepted++
        assert.deepEqual(check(first.value), first)
      }),
      { numRuns: 300 },
    )
    assert.ok(accepted > 200)
  })

  it('as a query of texts never throws either', () => {
    const query = compileCheck(
      Type.Object({ q: Type.String({ minLength: 1 }), n: Type.Integer({ minimum: 0 }), b: Type.Boolean() }),
      'query',
    )
    const texts = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(fc.record({ q: texts, n: texts, b: texts }, { requiredKeys: [] }), (raw) => {
        const { value, issues } = query(raw)
        assert.equal(value === undefined, issues.length > 0)
      }),
      { numRuns: 300 },
    )
  })
})

describe('what a response shows of a large input', () => {
  const sizeOf = (raw: unknown) => JSON.stringify(check(raw).issues).length

  it('a long text is cut, never through a surrogate pair', () => {
    const input = check({ title: 'x'.repeat(2_000_000) }).issues[0]?.input
    assert.equal(input, `${'x'.repeat(1000)}…`)
    const cut = check({ title: `x${'😀'.repeat(5000)}` }).issues[0]?.input as string
    assert.ok(cut.isWellFormed() && cut.endsWith('😀…'))
  })

  it('a large object or list is shown in part', () => {
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`key${i}`, `value ${i}`]))
    assert.ok(sizeOf(wide) < 5000)
    assert.ok(sizeOf({ ['k'.repeat(1_000_000)]: 'x'.repeat(1_000_000), list: ['y'.repeat(1_000_000)] }) < 5000)
    assert.ok(sizeOf({ title: Array.from({ length: 100_000 }, () => ({ a: [1, 2, 3] })) }) < 12_000)
  })

  it('a small object is shown whole', () => {
    const raw = { category_id: 5, meta: { a: [1, { b: null }], c: 'text' }, blocks: [{ type: 'paragraph' }] }
    assert.deepEqual(check(raw).issues[0]?.input, raw)
  })

  it('a million faults are reported up to a limit', () => {
    const items = new Array(1_000_000).fill('\0')
    assert.equal(check({ title: 'a', blocks: items }).issues.length, MAX_ISSUES)
    assert.equal(check({ title: 'a', meta: { items } }).issues.length, MAX_ISSUES)
    assert.equal(check({ title: 'a', access: { users: items } }).issues.length, MAX_ISSUES)
  })

  it('a value too deep to recurse into is still searched and shown', () => {
    let deep: unknown = '\0'
    for (let i = 0; i < 100_000; i++) deep = [deep]
    const { issues } = check({ meta: { deep } })
    assert.equal(issues.length, 2)
    assert.ok(JSON.stringify(issues[0]).length < 1000)
  })
})

describe('large and broken bodies', () => {
  // Quadratic work on these sizes would take minutes: finishing at all is the assertion.
  const MIB8 = 8 * 1024 * 1024
  const errorOf = (text: string): unknown => {
    const parsed = parseJsonBody(Buffer.from(text))
    return parsed.issue?.ctx?.error
  }
  const BROKEN = 'Not valid JSON from here on'

  it('deep nesting is refused before it is parsed', () => {
    assert.equal(errorOf('['.repeat(100_000)), 'JSON is nested deeper than 64 levels')
    assert.equal(errorOf('{"a":'.repeat(100_000)), 'JSON is nested deeper than 64 levels')
    assert.equal(errorOf('[]'.repeat(1_000_000)), BROKEN)
  })

  it('long strings, numbers and blanks are passed in linear time', () => {
    assert.equal(errorOf(`["${'x'.repeat(MIB8)}`), BROKEN)
    assert.equal(errorOf(`["${'\\"'.repeat(MIB8 / 2)}`), BROKEN)
    assert.equal(errorOf(`["${'\\\\'.repeat(MIB8 / 2)}"x`), BROKEN)
    assert.equal(errorOf(`[${'1'.repeat(MIB8)}x`), BROKEN)
    assert.equal(errorOf(' '.repeat(MIB8)), 'Expecting value')
    assert.equal(errorOf(`{"__proto__"${' '.repeat(MIB8)}:1}`), "Key '__proto__' is not allowed")
    assert.equal(errorOf('"__proto__",'.repeat(100_000)), BROKEN)
  })

  it('a megabyte of digits is no integer', () => {
    const ids = compileCheck(Type.Object({ id: Type.Integer() }), 'body')
    assert.equal(ids({ id: '9'.repeat(MIB8) }).issues[0]?.type, 'int_parsing')
  })

  it('a form of a million fields is read', () => {
    assert.deepEqual(Object.keys(parseForm(Buffer.from('a=1&'.repeat(500_000))).value as object), ['a'])
  })
})
