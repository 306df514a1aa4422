// Markdown ⇄ blocks: what becomes of each construct, and that going there and back loses nothing.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Block, MAX_DEPTH, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToText } from 'galley-blocks/text.ts'
import { anyBlocks, block, EDITOR_BLOCKS, EDITOR_WORDS, text, withoutIds } from '../../../test/blocks.ts'
import { validateBlocks } from '../validation/validate.ts'
import { blocksFromMarkdown } from './from-markdown.ts'
import { blocksToMarkdown } from './to-markdown.ts'

const corpus = new URL('../corpus/', import.meta.url)

function read(markdown: string): Block[] {
  let last = 0
  return blocksFromMarkdown(markdown, () => `b${++last}`)
}

/** What Markdown gives is saved without going through the gate again. */
function assertPassesUnchanged(blocks: Block[]): void {
  const checked = validateBlocks(blocks)
  assert.ok('blocks' in checked && checked.blocks === blocks)
}

function assertFixedPoint(markdown: string): void {
  const blocks = read(markdown)
  assertPassesUnchanged(blocks)
  const written = blocksToMarkdown(blocks)
  const again = read(written)
  assert.deepEqual(withoutIds(again), withoutIds(blocks))
  assert.equal(blocksToMarkdown(again), written)
}

const MARKDOWN_PIECES = [
  ...['a', 'word', 'Two words', ' ', '  ', '\n', '\n\n', '\n\n', '\n  ', '\n    ', '\t', '\r\n', '  \n', '\\\n', '\\'],
  ...['*', '**', '***', '_', '__', '~~', '~', '`', '``', '`code`', '**bold**', '*it*', 'a_b', '```', '```js'],
  ...['\n```\n', '~~~', '# ', '\n## H\n', '#', '- ', '+ ', '* ', '1. ', '2) ', '0. ', '10.', '> ', '>', '- [ ] '],
  ...['- [x] ', '---', '\n===', '***', '[', ']', '(', ')', '](', '[a](b)', '![a](b "t")', '[![a](b)](c)'],
  ...['[j](javascript:x)', '[r]', '\n[r]: /u "t"\n', '[^1]', '\n[^1]: note\n', '\n\n    more', '|', '\\|'],
  ...['\n|a|b|\n|-|:-:|\n|c|d|\n', '<u>', '</u>', '<b>', '</b>', '<br>', '<div>', '\n<div>\n', '<!-- c -->'],
  ...['\n<pre>\n', '&amp;', '&#32;', '&nbsp;', '&', '<', 'http://x.y', 'www.x.y', 'a@b.c', 'x:/y'],
  ...['漢字', '。', 'ё', 'ש', '😀', '\u00a0', '\u200b', '\f', '!', '.', ':', '"', "'", '1', '-', '+', '=', '{', '$'],
  ...['\n:::note\n', '\n:::\n', '\n::::tabs\n', '\n::::\n', '::: tip Words', ':::x[a]{b}', ':tada:', '$x$', '$$'],
  ...['\n$$\n', '<details>', '</details>', '<Card a="b" />', '<T>', '</T>', '<kbd>', '</kbd>', '<a id="x">', '</a>'],
  ...['{#id}', '<!--'],
  ...['<video src="/a.mp4">', '</video>', '<audio src="/b" />', '<span>', '</span>', '\n<p>', '</p>'],
  ...['\n```js {1} title="x"\n', '\n```mermaid\n', '<img src="/a.png">', '<table><tr><td>', '</td></tr></table>'],
]
const markdownish = fc.array(fc.constantFrom(...MARKDOWN_PIECES), { maxLength: 30 }).map((pieces) => pieces.join(''))

describe('Markdown → blocks → Markdown', () => {
  for (const name of readdirSync(corpus)) {
    test(`corpus/${name} is a fixed point`, () => assertFixedPoint(readFileSync(new URL(name, corpus), 'utf8')))
  }

  test('whatever people type is a fixed point', () => {
    fc.assert(fc.property(markdownish, assertFixedPoint), { numRuns: 300 })
  })

  test('no word is lost', () => {
    // What a comment holds is not shown to anyone.
    const words = fc.array(fc.constantFrom(...MARKDOWN_PIECES.filter((piece) => piece !== '<!--')), { maxLength: 20 })
    fc.assert(
      fc.property(words, (pieces) => {
        // Each word is marked by its place, so that a lost one cannot hide behind another.
        const marked = pieces.flatMap((piece, index) => [piece, `zq${index}zq`])
        const text = JSON.stringify(read(marked.join('')))
        for (const index of pieces.keys())
          assert.ok(text.includes(`zq${index}zq`), `zq${index}zq of ${marked.join('')}`)
      }),
      { numRuns: 300 },
    )
  })

  test('arbitrary characters do not break it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (source) => {
        assertPassesUnchanged(read(source))
      }),
      { numRuns: 100 },
    )
  })
})

describe('an embed', () => {
  const embeds: [name: string, markdown: string, url: string][] = [
    ['an address of YouTube', '![A talk](https://youtu.be/a_b-1?t=4)', 'https://youtu.be/a_b-1?t=4'],
    [
      'a player of YouTube',
      '<iframe width="9" src="https://www.youtube.com/embed/ab?rel=0" title="A talk"></iframe>',
      'https://www.youtube.com/watch?v=ab',
    ],
    ['a player of Vimeo', '<iframe src="//player.vimeo.com/video/12" title="A talk"></iframe>', 'https://vimeo.com/12'],
    [
      'a page',
      '<iframe src="https://example.org/a?b=1&amp;c=2" title="A talk"></iframe>',
      'https://example.org/a?b=1&c=2',
    ],
  ]
  for (const [name, markdown, url] of embeds)
    test(`is made of ${name}, and a frame for other tools`, () => {
      const [only, ...others] = read(markdown)
      assert.deepEqual([only?.type, only?.props.url, only?.props.name, others], ['video', url, 'A talk', []])
      only!.props.caption = 'Seen & <heard>'
      const written = blocksToMarkdown([only!])
      assert.match(written, /^<figure>\n<iframe src="https:[^"]+" title="A talk"><\/iframe>\n<figcaption>/)
      assertFixedPoint(written)
      assert.equal(read(written)[0]?.props.caption, 'Seen & <heard>')
    })

  test('keeps its proportions, unless nobody could read in it', () => {
    const frame = (size: string) => `<iframe src="https://example.org/a" title="A page" ${size}></iframe>`
    const portrait = frame('width="300" height="400"')
    assert.equal(read(portrait)[0]?.props.ratio, '300/400')
    assert.equal(blocksToMarkdown(read(portrait)), `${portrait}\n`)
    for (const size of ['width="100%" height="400"', 'width="9" height="900"', 'width="0" height="0"', 'height="400"'])
      assert.equal(read(frame(size))[0]?.props.ratio ?? '', '', size)
  })

  test('is no frame of what runs or is not encrypted', () => {
    for (const src of ['javascript:alert(1)', 'data:text/html,x', 'http://example.org/', '/panel/'])
      assert.equal(read(`<iframe src="${src}"></iframe>`)[0]?.type, 'unknown', src)
  })
})

describe('blocksFromMarkdown', () => {
  const cases: [string, string, unknown[]][] = [
    [
      'a heading',
      '### Three *deep*',
      [block('heading', [text('Three '), text('deep', { italic: true })], { props: { level: 3 } })],
    ],
    ['soft and hard breaks', 'a\nb  \nc', [block('paragraph', [text('a b\nc')])]],
    ['soft breaks in Chinese', '中\n文 x\n字', [block('paragraph', [text('中文 x 字')])]],
    ['underline', '<u>x</u>', [block('paragraph', [text('x', { underline: true })])]],
    ['what HTML groups', '<div class="x">\n  hi\n</div>', [block('paragraph', [text('hi')])]],
    ['a rule', '***', [block('divider')]],
    [
      'code',
      '```ts title="a.ts"\nx\n\n```',
      [block('codeBlock', [text('x\n')], { props: { language: 'ts', title: 'a.ts' } })],
    ],
    ['code of no language', '    x', [block('codeBlock', [text('x')], { props: { language: 'text' } })]],
    [
      'a picture',
      '![alt](/a.png "cap")',
      [block('image', undefined, { props: { url: '/a.png', name: 'alt', caption: 'cap' } })],
    ],
    ['a film', '![alt](/a.mp4)', [block('video', undefined, { props: { url: '/a.mp4', name: 'alt', caption: '' } })]],
    [
      'a linked picture between words',
      'x [![a](/a.png)](/b) y',
      [
        block('paragraph', [text('x')]),
        block('image', undefined, { props: { url: '/a.png', name: 'a', caption: '', link: '/b' } }),
        block('paragraph', [text('y')]),
      ],
    ],
    [
      'a list with numbers, boxes and children',
      '3. a\n   - b\n\n     more\n4. [x] c\n5. d',
      [
        block('numberedListItem', [text('a')], {
          props: { start: 3 },
          children: [block('bulletListItem', [text('b')], { children: [block('paragraph', [text('more')])] })],
        }),
        block('checkListItem', [text('c')], { props: { checked: true } }),
        block('numberedListItem', [text('d')], { props: { start: 5 } }),
      ],
    ],
    [
      'two lists of numbers',
      '1. a\n2. b\n\n\n1) c',
      [
        block('numberedListItem', [text('a')]),
        block('numberedListItem', [text('b')]),
        block('numberedListItem', [text('c')], { props: { start: 1 } }),
      ],
    ],
    [
      'a quote of several parts',
      '> a\n>\n> b\n>\n> > c',
      [block('quote', [text('a')], { children: [block('paragraph', [text('b')]), block('quote', [text('c')])] })],
    ],
    [
      'a link by reference, and a definition that none uses',
      '[a][R]\n\n[r]: /u "t"\n[s]: /v\n[//]: # (a comment)',
      [
        block('paragraph', [{ type: 'link', href: '/u', content: [text('a')], title: 't' }]),
        block('unknown', [], { props: { syntax: 'markdown', source: '[s]: /v' } }),
      ],
    ],
    ['a link without words', '[](/u)', [block('paragraph', [{ type: 'link', href: '/u', content: [text('/u')] }])]],
    ['an unsafe link', '[a](javascript:x)', [block('paragraph', [text('a (javascript:x)')])]],
    ['an unsafe picture', '![a](data:x)', [block('paragraph', [text('a (data:x)')])]],
    ['an unsafe autolink', '<javascript:x>', [block('paragraph', [text('javascript:x')])]],
    ['a footnote', 'a[^n]\n\n[^n]: b', [block('paragraph', [text('a[^n]')]), block('paragraph', [text('[^n]: b')])]],
  ]
  for (const [what, markdown, expected] of cases) {
    test(what, () => assert.deepEqual(withoutIds(read(markdown)), withoutIds(expected as Block[])))
  }

  test('a table with alignment and marks, made rectangular', () => {
    const [table] = read('|a|b|\n|:-:|-|\n|**c**|d<br>e|f|\n|g|')
    const cell = (content: unknown[], props = {}) => ({ type: 'tableCell', content, props })
    const centred = { textAlignment: 'center' }
    assert.deepEqual(table?.content, {
      type: 'tableContent',
      columnWidths: [null, null, null],
      headerRows: 1,
      rows: [
        { cells: [cell([text('a')], centred), cell([text('b')]), cell([])] },
        { cells: [cell([text('c', { bold: true })], centred), cell([text('d\ne')]), cell([text('f')])] },
        { cells: [cell([text('g')], centred), cell([]), cell([])] },
      ],
    })
  })

  test('what is deeper than a document may be is lifted, not lost', () => {
    const levels = Array.from({ length: 30 }, (_, level) => `${'  '.repeat(level)}- level ${level}.`)
    const blocks = read(levels.join('\n'))
    assert.ok('blocks' in validateBlocks(blocks))
    assert.equal([...walkBlocks(blocks)].length, 30)
    const depth = (list: Block[]): number =>
      list.length === 0 ? 0 : 1 + Math.max(...list.map((one) => depth(one.children)))
    assert.equal(depth(blocks), MAX_DEPTH)
  })

  test('hostile sources keep their text and cost neither stack nor patience', () => {
    for (const piece of ['> ', '- ', '1. ', '**a*', '*_', '[a](', '![', '<!--', '`a', '[']) {
      const text = blocksToText(read(`${piece.repeat(2_000)}end`))
      assert.ok(text.includes('end'), piece)
    }
    const stairs = Array.from({ length: 400 }, (_, level) => `${'  '.repeat(level)}- s${level}.`).join('\n')
    const text = blocksToText(read(stairs))
    for (let level = 0; level < 400; level++) assert.ok(text.includes(`s${level}.`))
  })
})

describe('blocksToMarkdown', () => {
  test('loses no word of any kind of block', () => {
    const markdown = blocksToMarkdown(EDITOR_BLOCKS)
    const back = JSON.stringify(read(markdown))
    for (const words of EDITOR_WORDS) {
      assert.ok(back.includes(JSON.stringify(words).slice(1, -1)), `${words} in ${markdown}`)
    }
  })

  test('writes every kind in the way people would', () => {
    assert.equal(
      blocksToMarkdown([
        block('heading', [text('Two\nlines')], { props: { level: 2 } }),
        block('toggleListItem', [text('toggle')], { children: [block('paragraph', [text('inside')])] }),
        block('checkListItem', [], { props: { checked: true } }),
        block('file', undefined, { props: { name: 'f', url: '/f.pdf', caption: 'c' } }),
        block('paragraph', [text('a'), text(' b ', { bold: true }), text('c')]),
        block('table', { type: 'tableContent', rows: [{ cells: ['no', 'header'] }] }),
      ]),
      [
        '## Two<br>lines\n',
        '- toggle\n\n  inside\n\n- [x] <br>\n',
        '[f](/f.pdf "c")\n',
        'a **b** c\n',
        '| | |\n| - | - |\n| no | header |\n',
      ].join('\n'),
    )
  })

  test('a quote that begins with the mark of a callout is written as one', () => {
    assert.equal(blocksToMarkdown([block('quote', [text('[!caution] Mind')])]), ':::danger\nMind\n:::\n')
    assert.equal(blocksToMarkdown([block('quote', [text('[!WARNING] - x')])]), ':::warning\n\\- x\n:::\n')
    assert.equal(blocksToMarkdown([block('quote', [text('[!other] x')])]), '> \\[!other] x\n')
  })

  test('an unsafe link made without the gate is shown, not linked', () => {
    const link = { type: 'link' as const, href: 'javascript:x', content: [text('a')] }
    assert.equal(blocksToMarkdown([block('paragraph', [link])]), 'a (javascript:x)\n')
  })

  test('any blocks become Markdown that says the same and stays the same', () => {
    fc.assert(
      fc.property(anyBlocks, (input) => {
        const result = validateBlocks(input)
        assert.ok('blocks' in result)
        const once = read(blocksToMarkdown(result.blocks))
        const letters = (blocks: Block[]) => blocksToText(blocks).replace(/[^\p{L}\p{N}]+/gu, '')
        assert.equal(letters(once), letters(result.blocks))
        assert.deepEqual(withoutIds(read(blocksToMarkdown(once))), withoutIds(once))
      }),
      { numRuns: 150 },
    )
  })
})

test('a text of more lines than a call has arguments is written', () => {
  const markdown = blocksToMarkdown([block('paragraph', [text('}\n'.repeat(200_000).trimEnd())])])
  assert.equal(markdown, `${'}\\\n'.repeat(199_999)}}\n`)
})
