// Bodies as JSON and as forms: what is read, and how each fault is answered.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseForm, parseJsonBody } from './json.ts'

const parse = (text: string) => parseJsonBody(Buffer.from(text))
const faultOf = (text: string): unknown[] => {
  const { issue } = parse(text)
  return issue === undefined ? [] : [issue.loc[1], issue.ctx?.error]
}

describe('parseJsonBody', () => {
  it('reads JSON, also behind a byte order mark', () => {
    assert.deepEqual(parse('{"a":[1,null,"é😀"]}'), { value: { a: [1, null, 'é😀'] } })
    assert.deepEqual(parse('\ufeff{}'), { value: {} })
    assert.deepEqual(parse('{"a":1,"a":2}'), { value: { a: 2 } })
  })

  it('an empty body is undefined', () => {
    assert.deepEqual(parse(''), { value: undefined })
  })

  it('a fault has the shape and the offset that FastAPI gives', () => {
    assert.equal(
      JSON.stringify(parse('{"a":').issue),
      '{"type":"json_invalid","loc":["body",5],"msg":"JSON decode error","input":{},"ctx":{"error":"Expecting value"}}',
    )
  })

  it('a fault is where the text stops being JSON', () => {
    const faults: [at: number, ...texts: string[]][] = [
      [0, '"abc', 'nul', '-', "'a'", '\0'],
      [1, '{a:1}', '{', '{,}', '"\\x"', '01', '1.', '1e+', '[,]', '[-Infinity]'],
      [2, '[1}', '[1, ]', '"a\nb"', '"\\u12g4"', '"\\u1234', '1 2', '{}}', '  '],
      [3, '[1 2]'],
      [4, '{"a"'],
      [5, '{"a" 1}', '["😀" 1]', '{"a":"\\'],
      [7, '{"a":1,,"b":2}', '{"a":1 "b":2}', '{"a":1 , }'],
      [8, '{"a":1, '],
      [9, '{"title":NaN}'],
    ]
    for (const [at, ...texts] of faults)
      for (const text of texts) assert.equal(faultOf(text)[0], at, JSON.stringify(text))
  })

  it('bytes that are not UTF-8 are refused', () => {
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0x22, 0xc3, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
    ]) {
      assert.equal(parseJsonBody(Buffer.from(bytes)).issue?.ctx?.error, 'Body is not valid UTF-8')
    }
  })

  it('64 levels pass, 65 do not, and brackets in strings are no levels', () => {
    const nested = (depth: number) => `${'["é",'.repeat(depth)}1${']'.repeat(depth)}`
    assert.equal(parse(nested(64)).issue, undefined)
    assert.deepEqual(faultOf(nested(65)), [64 * 5, 'JSON is nested deeper than 64 levels'])
    assert.equal(parse(JSON.stringify(`\\"${'['.repeat(100)}`)).issue, undefined)
    assert.equal(parse(`[${'[],{},'.repeat(100)}1]`).issue, undefined)
  })

  it('keys that reach for prototypes are refused, however they are spelled', () => {
    for (const text of [
      '{"__proto__":{"admin":true}}',
      '{"a":[{"__proto__":1}]}',
      '{"\\u005f_proto\\u005F_":1}',
      '{"constructor":{"prototype":{}}}',
      '{"\\u0063onstructor":{"prototype":{}}}',
    ]) {
      assert.match(String(faultOf(text)[1]), /^Key '.*' is not allowed$/, text)
    }
    assert.deepEqual(faultOf('{"é":{"__proto__":1}}')[0], 6)
  })

  it('a text may talk about prototypes', () => {
    for (const text of ['["__proto__"]', '{"constructor":"prototype"}', '{"a":"constructor \\u0041"}']) {
      assert.deepEqual(parse(text), { value: JSON.parse(text) })
    }
  })

  it('refuses what JSON.parse refuses and nothing else', () => {
    const pieces = fc.constantFrom(...'{}[]":,\\u1-.e0 \n', 'true', 'null', '"a"', '😀', '\\ud800')
    const texts = fc.oneof(
      fc.array(pieces, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
      fc.json(),
    )
    fc.assert(
      fc.property(texts, (text) => {
        let expected: unknown
        try {
          expected = { value: JSON.parse(text) }
        } catch {
          assert.equal(parse(text).issue?.type, 'json_invalid')
          return
        }
        fc.pre(!text.includes('proto'))
        assert.deepEqual(parse(text), expected)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('parseForm', () => {
  const form = (text: string) => ({ ...(parseForm(Buffer.from(text)).value as object) })

  it('decodes names and values, and the last of a name counts', () => {
    assert.deepEqual(form('username=a%40b.de&password=x+y%2B&username=%C3%A9'), { username: 'é', password: 'x y+' })
    assert.deepEqual(form(''), {})
  })

  it('has no prototype to reach', () => {
    const fields = parseForm(Buffer.from('__proto__=1&a=2')).value as object
    assert.equal(Object.getPrototypeOf(fields), null)
    assert.deepEqual(Object.keys(fields), ['__proto__', 'a'])
  })

  it('refuses bytes that are not UTF-8', () => {
    assert.equal(parseForm(Buffer.from([0x61, 0xff])).issue?.type, 'json_invalid')
  })
})
