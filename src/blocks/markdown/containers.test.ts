// The blocks that come from containers, HTML, math and fences: how each is read, written again and shown to readers.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blocksToHtml } from 'galley-blocks/html/html.ts'
import type { Block } from 'galley-blocks/model.ts'
import { blocksToText } from 'galley-blocks/text.ts'
import { block, text, withoutIds } from '../../../test/blocks.ts'
import { validateBlocks } from '../validation/validate.ts'
import { blocksFromMarkdown } from './from-markdown.ts'
import { blocksToMarkdown } from './to-markdown.ts'

const words = (value: string): Block => block('paragraph', [text(value)])
const linked = (href: string, label: string): Block =>
  block('paragraph', [{ type: 'link', href, content: [text(label)] }])
const reads = (markdown: string, expected: Block[]): void =>
  assert.deepEqual(withoutIds(blocksFromMarkdown(markdown)), withoutIds(expected))
const html = (markdown: string): string => blocksToHtml(blocksFromMarkdown(markdown)).replaceAll('\n', '')

describe('callouts', () => {
  const callout = (kind: string, title: string, ...children: Block[]): Block =>
    block('callout', undefined, { props: { kind, title }, children })

  test('are read in the spellings of several tools', () => {
    reads(':::note\nText.\n:::', [callout('note', '', words('Text.'))])
    reads(':::tip[A *fine* title]\nText.\n:::', [callout('tip', 'A fine title', words('Text.'))])
    reads('::: warning Words\nText.\n:::', [callout('warning', 'Words', words('Text.'))])
    reads(':::important "Words"\nText.\n:::', [callout('important', 'Words', words('Text.'))])
    reads(':::danger{title="Words"}\nText.\n:::', [callout('danger', 'Words', words('Text.'))])
    reads(':::caution\nText.\n:::', [callout('danger', '', words('Text.'))])
    reads(':::info\nText.\n:::', [callout('note', 'Info', words('Text.'))])
  })

  test('are quotes that begin with their name, as on GitHub', () => {
    reads('> [!NOTE]\n> Text.', [callout('note', '', words('Text.'))])
    reads('> [!caution]\n>\n> - a', [callout('danger', '', block('bulletListItem', [text('a')]))])
    reads('> [!TIP]  \n> a *b*', [callout('tip', '', block('paragraph', [text('a '), text('b', { italic: true })]))])
    reads('> [!WARNING]', [callout('warning', '')])
    reads('- > [!NOTE]\n  > Text.', [block('bulletListItem', [], { children: [callout('note', '', words('Text.'))] })])
    reads('> [!other] x', [block('quote', [text('[!other] x')])])
    reads('> a [!NOTE]', [block('quote', [text('a [!NOTE]')])])
  })

  test('inside a list belong to their item', () => {
    const item = block('bulletListItem', [text('a')], { children: [callout('note', '', words('Text.'))] })
    reads('- a\n\n  :::note\n  Text.\n  :::\n- b', [item, block('bulletListItem', [text('b')])])
  })

  test('are written in one spelling, with longer fences around others', () => {
    const inner = callout('tip', 'a [b] *c*', words(':::'))
    assert.equal(
      blocksToMarkdown([callout('note', '', inner)]),
      '::::note\n:::tip[a \\[b\\] \\*c\\*]\n\\:::\n:::\n::::\n',
    )
  })

  test('of a kind that does not exist are refused, and caution is danger', () => {
    assert.ok('errors' in validateBlocks([{ type: 'callout', props: { kind: 'loud' } }]))
    const checked = validateBlocks([{ type: 'callout', props: { kind: 'caution' } }])
    assert.ok('blocks' in checked)
    assert.equal(checked.blocks[0]!.props.kind, 'danger')
  })

  test('show their title, or the name of their kind', () => {
    assert.equal(
      html(':::note[<Title>]\nText.\n:::'.replace('<', '\\<')),
      '<div class="callout note" role="note"><p class="callout-title" dir="auto">&lt;Title&gt;</p><p dir="auto">Text.</p></div>',
    )
    assert.match(html(':::danger\nText.\n:::'), /<p class="callout-title"><!--say callout_danger --><\/p>/)
  })
})

describe('tabs', () => {
  test('work without script, and are found by search', () => {
    const markdown = '::::tabs\n:::tab[One]\nfirst\n:::\n\n:::tab[Two]\nsecond\n:::\n::::\n'
    const blocks = blocksFromMarkdown(markdown)
    assert.equal(blocksToMarkdown(blocks), markdown)
    assert.equal(blocksToText(blocks), 'One\nfirst\nTwo\nsecond')
    assert.match(
      blocksToHtml(blocks),
      /<input type="radio" name="tab_1" id="tab_1_1" checked>\n<label for="tab_1_1" dir="auto">One<\/label>/,
    )
  })

  test('are what a code group is', () => {
    const code = (language: string, value: string) => block('codeBlock', [text(value)], { props: { language } })
    const tab = (label: string, child: Block) => block('tab', undefined, { props: { label }, children: [child] })
    reads('::: code-group\n```js [a.js]\n1\n```\n```ts\n2\n```\n:::', [
      block('tabs', undefined, { children: [tab('a.js', code('js', '1')), tab('ts', code('ts', '2'))] }),
    ])
  })
})

describe('code', () => {
  test('has a title, lines and numbers, in the spellings of several tools', () => {
    const props = { language: 'js', title: 'a b.js', highlight: '1,3-5', lineNumbers: true }
    for (const info of [
      'js title="a b.js" {1,3-5} showLineNumbers',
      'js{1,3-5} [a b.js] :line-numbers',
      'js title=\'a b.js\' hl_lines="1 3-5" linenums="1"',
    ])
      reads(`\`\`\`${info}\nx\n\`\`\``, [block('codeBlock', [text('x')], { props })])
  })

  test('loses the marks of a difference from its text, not from its look', () => {
    const markdown = '```js\na // [!code ++]\nb // [!code --]\nc # [!code highlight]\n```'
    const props = { language: 'js', added: '1', removed: '2', highlight: '3' }
    reads(markdown, [block('codeBlock', [text('a\nb\nc')], { props })])
    assert.match(html(markdown), /<ins class="line">a<\/ins><del class="line">b<\/del><span class="line marked">c/)
  })

  test('shows its title', () => {
    assert.match(
      html('```js title="<x>"\na\n```'),
      /^<figure class="code"><figcaption dir="auto">&lt;x&gt;<\/figcaption>/,
    )
  })
})

describe('math', () => {
  test('is a block between dollars, and a mark within text', () => {
    reads('$$\na\n- b\n$$', [block('math', [text('a\n- b')])])
    reads('$$ a_1 * b_2 $$', [block('math', [text('a_1 * b_2')])])
    reads('so $a_1 * b_2$.', [block('paragraph', [text('so '), text('a_1 * b_2', { math: true }), text('.')])])
  })

  test('is not what dollars else mean', () => {
    for (const prose of ['$5 or $10', '$HOME/$USER', '$'.concat('{A}:$', '{B}'), 'a $ b $ c', 'US$5/US$6'])
      reads(prose, [words(prose)])
  })
})

describe('HTML', () => {
  test('becomes the blocks that mean the same', () => {
    reads('<details>\n<summary>More</summary>\n\n- *a*\n\n</details>', [
      block('details', undefined, {
        props: { summary: 'More' },
        children: [block('bulletListItem', [text('a', { italic: true })])],
      }),
    ])
    reads('<figure><img src="/a.png" alt="A"><figcaption>Below</figcaption></figure>', [
      block('image', undefined, { props: { url: '/a.png', name: 'A', caption: 'Below' } }),
    ])
    reads('<kbd>a</kbd><sub>b</sub><sup>c</sup><mark>d</mark><br>e', [
      block('paragraph', [
        text('a', { keyboard: true }),
        text('b', { subscript: true }),
        text('c', { superscript: true }),
        text('d', { highlight: true }),
        text('\ne'),
      ]),
    ])
    reads('<ul><li>a<ol><li>b</li></ol></li></ul><h3 id="x">H</h3><pre><code class="language-js">c\n</code></pre>', [
      block('bulletListItem', [text('a')], { children: [block('numberedListItem', [text('b')])] }),
      block('heading', [text('H')], { props: { level: 3, anchor: 'x' } }),
      block('codeBlock', [text('c')], { props: { language: 'js' } }),
    ])
  })

  test('stays one line around what only marks some of its words', () => {
    const marked = '<span>red</span> <font color="red">hot</font> <label>ink</label> <ruby>漢<rt>kan</rt></ruby>'
    reads(`<p>Hello ${marked} world</p>`, [words('Hello red hot ink 漢kan world')])
    reads('<div>\n<span><b>a</b></span> b\n</div>', [block('paragraph', [text('a', { bold: true }), text(' b')])])
    reads('<div><span>a<hr>b</span></div>', [words('a'), block('divider'), words('b')])
  })

  const player = (type: string, url: string, name = '') => block(type, undefined, { props: { url, name, caption: '' } })

  test('that plays is a block of its own, wherever it stands', () => {
    const [film, sound] = [player('video', '/a.mp4', 'No film'), player('audio', '/b')]
    reads('<video src="/a.mp4">No *film*</video>', [film])
    reads('<div>\n<video>\n<source src="/a.mp4">\n\nNo *film*\n\n</video>\n</div>', [film])
    reads('before <audio src="/b" controls></audio> after', [words('before'), sound, words('after')])
    const named = block('audio', undefined, { props: { url: '/b', name: 'A *b*', caption: 'c < d' } })
    reads(blocksToMarkdown([named]), [named])
  })

  test('that its author did not close ends where it stands', () => {
    reads('<video src="/a.mp4" />\n\nText\n\n<hr>', [player('video', '/a.mp4'), words('Text'), block('divider')])
    reads('<video src="/a.mp4" /> and *so* on', [
      player('video', '/a.mp4'),
      block('paragraph', [text('and '), text('so', { italic: true }), text(' on')]),
    ])
  })

  test('that hides is hidden', () => {
    reads('a <!-- b -->c\n\n<!--\n\nd\n\n-->\n\ne', [words('a c'), words('e')])
    reads('<div>\n<!-- a -->\nb</div>', [words('b')])
  })

  test('that has no block is kept around what is inside, and readers see that alone', () => {
    const markdown = '<fieldset disabled>\n\nInside\n\n</fieldset>\n\na <meter value="1">b</meter>\n'
    const blocks = blocksFromMarkdown(markdown)
    assert.equal(blocksToMarkdown(blocks), markdown)
    assert.equal(html(markdown), '<p dir="auto">Inside</p><p dir="auto">a b</p>')
  })

  test('is none where no element has the name: a placeholder, a type or a component is text', () => {
    for (const [markdown, expected] of [
      ['galley import <folder>', 'galley import <folder>'],
      ['List<String> and Map<Object>', 'List<String> and Map<Object>'],
      ['*<id>* or </id>', '<id> or </id>'],
      ['- <first name>\n- x', '<first name>\nx'],
      ['| a |\n| - |\n| <T> |', 'a\n<T>'],
      ['# Reading <id>', 'Reading <id>'],
      ['<dir> of [<T>](/t)', '<dir> of <T>'],
      ['a <b>bold</b> <T>', 'a bold <T>'],
      ['<div>List<String> in <b>HTML</b></div>', 'List<String> in HTML'],
      ['<details>\n<summary>Set<T></summary>\n\nx\n</details>', 'Set<T>\nx'],
      ['<pre>\nSet<T>\n</pre>', 'Set<T>'],
      ['\\<id> `<id>` &lt;id>', '<id> <id> <id>'],
    ] as const) {
      const blocks = blocksFromMarkdown(markdown)
      assert.equal(blocksToText(blocks), expected, markdown)
      assert.equal(blocksToText(blocksFromMarkdown(blocksToMarkdown(blocks))), expected, markdown)
    }
  })

  test('is none on a line of its own either, and what follows is Markdown', () => {
    const blocks = blocksFromMarkdown('<Steps gap="2">\n**Inside**\n</Steps>\n\n<Card title="x" />\n')
    assert.equal(
      html(blocksToMarkdown(blocks)),
      '<p dir="auto">&lt;Steps gap=&quot;2&quot;&gt; <strong>Inside</strong> &lt;/Steps&gt;</p><p dir="auto">&lt;Card title=&quot;x&quot; /&gt;</p>',
    )
  })

  test('is none of what only looks like a tag: addresses, and what pictures are drawn with', () => {
    reads('[a](<b c>)', [linked('b c', 'a')])
    reads('<https://a.b/>', [linked('https://a.b/', 'https://a.b/')])
    const svg = 'a <svg width="1"><path d="M0"/></svg> b\n'
    assert.equal(blocksToMarkdown(blocksFromMarkdown(svg)), svg)
    assert.equal(html(svg), '<p dir="auto">a  b</p>')
  })

  test('that runs never gets anywhere', () => {
    const hostile =
      '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n[<b onclick="x">a</b>](/b)\n\n<a href="javascript:x">c</a>'
    assert.equal(
      html(hostile),
      '<figure class="media"><img src="x" alt="" loading="lazy" decoding="async"></figure><p dir="auto"><a href="/b"><strong>a</strong></a></p><p dir="auto">c</p>',
    )
  })
})

describe('unknown blocks', () => {
  const unknown = (syntax: string, source: string, children: Block[] = []): Block =>
    block('unknown', [], { props: { syntax, source }, children })

  test('are containers whose name nobody knows', () => {
    reads(':::steps{a=b}\n1. x\n:::', [unknown('directive', ':::steps{a=b}', [block('numberedListItem', [text('x')])])])
  })

  test('come back from Markdown whatever their source is', () => {
    for (const source of [
      ...['<Foo bar={{a: 1}} />', '{expression}', '<T>', '</T>', '# no', '<script>', '<!-- x', '```\n:::'],
    ])
      for (const children of [[], [words('inside')]]) {
        const blocks = [unknown('mdx', source, children), words('after'), block('divider')]
        const again = blocksFromMarkdown(blocksToMarkdown(blocks))
        assert.deepEqual(
          again.map(({ type, props, children: inner }) => [type, props.source, inner.length]),
          [
            ['unknown', source, children.length],
            ['paragraph', undefined, 0],
            ['divider', undefined, 0],
          ],
        )
      }
  })

  test('say what is inside their source, unless they say it themselves', () => {
    const checked = validateBlocks([
      { type: 'unknown', props: { syntax: 'jsx', source: '<Foo>hello <b>you</b></Foo>' } },
    ])
    assert.ok('blocks' in checked)
    assert.equal(blocksToText(checked.blocks), 'hello you')
  })
})

test('headings keep the names that their authors gave them', () => {
  const markdown = '## Words {#name}\n\n## <a id="other"></a>More\n'
  const blocks = blocksFromMarkdown(markdown)
  assert.equal(blocksToMarkdown(blocks), markdown)
  assert.match(blocksToHtml(blocks), /<h2 id="name" dir="auto"><span id="words"><\/span>Words/)
  assert.match(blocksToHtml(blocks), /<h2 id="more" dir="auto"><span id="other"><\/span>More/)
})

test('emoji have names, which numbers and words with colons are not', () => {
  reads(':tada: 10:30:45 a::b::c :nope:', [words('🎉 10:30:45 a::b::c :nope:')])
  assert.equal(blocksToMarkdown([words(':tada:')]), '\\:tada:\n')
})

test('an address in a title keeps the marks beside it', () => {
  for (const title of ['www.x.y[r]', 'www._x_.y', 'see https://a.b/c_d_[e]', 'a_b@x.y', 'www.x.y']) {
    const [callout] = blocksFromMarkdown(blocksToMarkdown([{ ...block('callout'), props: { kind: 'tip', title } }]))
    assert.equal(callout!.props.title, title)
  }
})
