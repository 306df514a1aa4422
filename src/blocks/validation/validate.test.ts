// What is taken as blocks, what is refused, and how a refusal names the place.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Block, MAX_BLOCKS, MAX_DEPTH } from 'galley-blocks/model.ts'
import type { Issue } from '#issues.ts'
import { block, EDITOR_BLOCKS, text } from '../../../test/blocks.ts'
import { validateBlocks } from './validate.ts'

function accepted(input: unknown): Block[] {
  const result = validateBlocks(input)
  assert.ok('blocks' in result, JSON.stringify(result))
  return result.blocks
}

function refused(input: unknown): Issue[] {
  const result = validateBlocks(input)
  assert.ok('errors' in result)
  return result.errors
}

describe('validateBlocks: what it takes', () => {
  test("the editor's own JSON comes out as it went in", () => {
    const before = structuredClone(EDITOR_BLOCKS)
    assert.deepEqual(accepted(EDITOR_BLOCKS), before)
    assert.deepEqual(EDITOR_BLOCKS, before)
  })

  test('missing ids, props, children and styles are filled in, without touching the input', () => {
    const input = [
      { type: 'paragraph', content: [{ type: 'text', text: 'a' }], children: [{ type: 'divider', content: null }] },
    ]
    const before = structuredClone(input)
    const result = validateBlocks(input, counter())
    assert.deepEqual(result, {
      blocks: [
        {
          id: '1',
          type: 'paragraph',
          props: {},
          content: [{ type: 'text', text: 'a', styles: {} }],
          children: [{ id: '2', type: 'divider', props: {}, children: [] }],
        },
      ],
    })
    assert.deepEqual(input, before)
  })

  test('the plain text of a link becomes the list that the editor writes', () => {
    const link = { type: 'link', href: '/', content: 'here' }
    const checked = validateBlocks([{ id: 'a', type: 'paragraph', props: {}, content: [link], children: [] }])
    assert.ok('blocks' in checked)
    assert.deepEqual(checked.blocks[0]!.content, [{ ...link, content: [{ type: 'text', text: 'here', styles: {} }] }])
  })

  test('an empty document, plain string content, and an empty URL are fine', () => {
    assert.deepEqual(accepted([]), [])
    accepted([block('paragraph', 'plain'), block('image', undefined, { props: { url: '' } })])
  })

  test(`${MAX_BLOCKS} blocks and ${MAX_DEPTH} levels are fine`, () => {
    assert.equal(accepted(Array.from({ length: MAX_BLOCKS }, () => ({ type: 'divider' }))).length, MAX_BLOCKS)
    accepted(nested(MAX_DEPTH))
  })
})

describe('validateBlocks: what it refuses', () => {
  const cases: [string, unknown, Issue['type'], (string | number)[]][] = [
    ['no list', { blocks: [] }, 'list_type', []],
    ['no block', ['x'], 'dict_type', [0]],
    ['a missing type', [{ id: 'a' }], 'missing', [0, 'type']],
    ['a type that is no string', [{ type: 5 }], 'string_type', [0, 'type']],
    ['an empty type', [{ type: '' }], 'string_too_short', [0, 'type']],
    ['an id that is no string', [{ type: 'x', id: 7 }], 'string_type', [0, 'id']],
    ['an endless id', [{ type: 'x', id: 'i'.repeat(201) }], 'string_too_long', [0, 'id']],
    ['an id that is no key', [{ type: 'x', id: '__proto__' }], 'value_error', [0, 'id']],
    ['props that are a list', [{ type: 'x', props: [] }], 'dict_type', [0, 'props']],
    ['children that are none', [{ type: 'x', children: {} }], 'list_type', [0, 'children']],
    ['content that is a number', [{ type: 'paragraph', content: 4 }], 'list_type', [0, 'content']],
    ['content of no known shape', [{ type: 'paragraph', content: { a: 1 } }], 'value_error', [0, 'content']],
    ['a level of 7', [{ type: 'heading', props: { level: 7 } }], 'less_than_equal', [0, 'props', 'level']],
    ['a level of 0', [{ type: 'heading', props: { level: 0 } }], 'greater_than_equal', [0, 'props', 'level']],
    ['a level of 1.5', [{ type: 'heading', props: { level: 1.5 } }], 'int_from_float', [0, 'props', 'level']],
    ['a level in words', [{ type: 'heading', props: { level: 'two' } }], 'int_type', [0, 'props', 'level']],
    ['an item that is none', [{ type: 'x', content: [1] }], 'dict_type', [0, 'content', 0]],
    ['an item without type', [{ type: 'x', content: [{}] }], 'missing', [0, 'content', 0, 'type']],
    [
      'text that is none',
      [{ type: 'x', content: [{ type: 'text', text: 1 }] }],
      'string_type',
      [0, 'content', 0, 'text'],
    ],
    [
      'styles that are none',
      [{ type: 'x', content: [{ type: 'text', text: '', styles: 1 }] }],
      'dict_type',
      [0, 'content', 0, 'styles'],
    ],
    [
      'a link to nowhere',
      [{ type: 'x', content: [{ type: 'link', content: [] }] }],
      'missing',
      [0, 'content', 0, 'href'],
    ],
    [
      'a link without words',
      [{ type: 'x', content: [{ type: 'link', href: '/' }] }],
      'missing',
      [0, 'content', 0, 'content'],
    ],
    ['a table without rows', [{ type: 'table', content: { type: 'tableContent' } }], 'missing', [0, 'content', 'rows']],
    [
      'a row without cells',
      [{ type: 'table', content: { type: 'tableContent', rows: [{}] } }],
      'missing',
      [0, 'content', 'rows', 0, 'cells'],
    ],
    ['a picture whose URL is none', [{ type: 'image', props: { url: 3 } }], 'string_type', [0, 'props', 'url']],
  ]
  for (const [what, input, type, loc] of cases) {
    test(`${what}: ${type}`, () => {
      const [error, ...others] = refused(input)
      assert.deepEqual({ type: error?.type, loc: error?.loc, others }, { type, loc, others: [] })
    })
  }

  const evil = 'java\nscript:alert(1)'
  const badLink = { type: 'link', href: evil, content: [text('x')] }
  const places: [string, object, (string | number)[]][] = [
    ['props.url', { type: 'image', props: { url: evil } }, ['props', 'url']],
    ['props.url of an unknown type', { type: 'embed', props: { url: evil } }, ['props', 'url']],
    ["a picture's link", { type: 'image', props: { url: '/a', link: evil } }, ['props', 'link']],
    ['a link', { type: 'paragraph', content: [text('a'), badLink] }, ['content', 1, 'href']],
    [
      'a custom item',
      { type: 'paragraph', content: [{ type: 'card', props: { href: evil } }] },
      ['content', 0, 'props', 'href'],
    ],
    [
      'inside a custom item',
      { type: 'paragraph', content: [{ type: 'box', content: [badLink] }] },
      ['content', 0, 'content', 0, 'href'],
    ],
    [
      'a table cell',
      {
        type: 'table',
        content: { type: 'tableContent', rows: [{ cells: ['a', { type: 'tableCell', content: [badLink] }] }] },
      },
      ['content', 'rows', 0, 'cells', 1, 'content', 0, 'href'],
    ],
  ]
  for (const [place, bad, loc] of places) {
    test(`an unsafe URL in ${place}, naming the block`, () => {
      const outer = [block('divider'), block('quote', [], { children: [{ id: 'culprit', ...bad } as Block] })]
      const [error, ...others] = refused(outer)
      assert.deepEqual(others, [])
      assert.deepEqual(error?.loc, [1, 'children', 0, ...loc])
      assert.equal(error?.type, 'value_error')
      assert.match(error?.msg ?? '', /^Value error, Block "culprit" /)
      assert.equal(error?.input, evil)
    })
  }

  test('a block without id is named by its place', () => {
    assert.match(refused([{ type: 'image', props: { url: 'data:x' } }])[0]!.msg, /Block at 0 /)
  })

  test('an id used twice, wherever it stands', () => {
    const input = [
      block('divider', undefined, { id: 'a' }),
      block('quote', [], { children: [block('divider', undefined, { id: 'a' })] }),
    ]
    assert.deepEqual(refused(input), [
      {
        type: 'value_error',
        loc: [1, 'children', 0, 'id'],
        msg: 'Value error, Block id "a" is used more than once',
        input: 'a',
        ctx: { error: 'Block id "a" is used more than once' },
      },
    ])
  })

  test('all problems at once, in reading order', () => {
    const errors = refused([{ type: 1, props: 2 }, { type: 'heading', props: { level: 9 } }, 3])
    assert.deepEqual(
      errors.map(({ loc }) => loc.join('.')),
      ['0.type', '0.props', '1.props.level', '2'],
    )
  })

  test('one block too many, and one level too many', () => {
    const [tooMany] = refused(Array.from({ length: MAX_BLOCKS + 1 }, () => ({ type: 'divider' })))
    assert.deepEqual(tooMany, {
      type: 'too_long',
      loc: [],
      msg: 'List should have at most 10000 items after validation, not 10001',
      input: null,
      ctx: { field_type: 'List', max_length: 10_000, actual_length: 10_001 },
    })
    const [tooDeep] = refused(nested(MAX_DEPTH + 1))
    assert.equal(tooDeep?.type, 'value_error')
    assert.match(tooDeep?.msg ?? '', /at most 12 levels/)
  })

  test('hostile nesting costs no stack', () => {
    assert.equal(refused(nested(9_000))[0]?.type, 'value_error')
    let content: unknown = []
    for (let level = 0; level < 100_000; level++) content = [{ type: 'box', content }]
    assert.equal(refused([{ type: 'paragraph', content }])[0]?.type, 'value_error')
  })

  test('an answer stays small however much is wrong', () => {
    const children = Array.from({ length: 9_000 }, () => ({ text: 'x'.repeat(1000) }))
    const errors = refused([{ children }])
    assert.ok(errors.length <= 100)
    assert.ok(JSON.stringify(errors).length < 100_000)
  })
})

function nested(levels: number): unknown[] {
  let list: unknown[] = []
  for (let level = 0; level < levels; level++) list = [{ type: 'quote', children: list }]
  return list
}

function counter(): () => string {
  let last = 0
  return () => String(++last)
}

test('a link of a picture is an address, whatever the type of its block', () => {
  for (const type of ['image', 'gallery']) {
    const [issue] = refused([{ type, props: { url: '/pictures/a.png', link: 'javascript:alert(1)' } }])
    assert.deepEqual(issue?.loc.slice(-2), ['props', 'link'], type)
  }
})
