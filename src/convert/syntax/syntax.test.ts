// The syntax of other tools as blocks: what each tool's own words become, and that what nobody knows is kept.

import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { describe, test } from 'node:test'
import type { Block } from 'galley-blocks/model.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import type { PresetName } from '../preset-names.ts'
import { commentsIn, titleAndBlocks } from '../to-blocks.ts'
import { presetNamed } from '../tools/presets.ts'
import { ContainerWriter } from './containers.ts'

type SourceOptions = { path?: string; parts?: Record<string, string> }

function read(preset: PresetName, lines: string[], { path = 'page.md', parts = {} }: SourceOptions = {}) {
  const findPart = (from: string, address: string) => {
    const path = posix.join(posix.dirname(from), address)
    return parts[path] === undefined ? undefined : { path, text: parts[path] }
  }
  const page = { preset: presetNamed(preset), path, body: lines.join('\n'), findPart }
  return titleAndBlocks(page, { title: 'T' })
}
const mdx = (...lines: string[]) => read('starlight', lines, { path: 'page.mdx' })
/** shape is each block's type with what it says of itself, and its children. */
const shape = (blocks: Block[]): unknown[] =>
  blocks.map(({ type, props, content, children }) => {
    const { kind, title, label, summary, source, language } = props
    const text = Array.isArray(content)
      ? content.map((item) => ('text' in item ? item.text : `${item.type}`)).join('')
      : ''
    const words = [kind, title, label, summary, source, language === 'text' ? '' : language, text].filter(Boolean)
    const own = [type, ...words].join(' ')
    return children.length > 0 ? [own, ...shape(children)] : own
  })

test('steps are numbered, commands in attributes are tabs, and nothing that is empty is lost', () => {
  const steps = ['<Steps>', '<Step title="One">', 'A', '</Step>', '<Step title="Two">', 'B', '</Step>', '</Steps>']
  assert.deepEqual(shape(mdx(...steps).blocks), [
    ['numberedListItem One', 'paragraph A'],
    ['numberedListItem Two', 'paragraph B'],
  ])
  const tabs = mdx('<CommandTabs npm="npm i" pnpm="pnpm i" />', '', '<Note />').blocks
  assert.deepEqual(shape(tabs), [
    ['tabs', ['tab npm', 'codeBlock sh npm i'], ['tab pnpm', 'codeBlock sh pnpm i']],
    'unknown <Note />',
  ])
  const { blocks } = read('mintlify', ['<Step title="A b">', 'C', '</Step>'], { path: 'page.mdx' })
  assert.equal(blocksToMarkdown(blocks).trim(), '1. <a id="a-b"></a>**A b**\n\n   C')
})

describe('Hugo', () => {
  const CASES: [string, string[], unknown[]][] = [
    ['a callout', ['{{< note >}}', 'Text.', '{{< /note >}}'], [['callout note', 'paragraph Text.']]],
    [
      'a callout of a theme, in a list',
      ['1. one', '   {{% alert color="danger" title="Stop" %}}', '   No.', '   {{% /alert %}}', '1. two'],
      [['numberedListItem one', ['callout danger Stop', 'paragraph No.']], 'numberedListItem two'],
    ],
    [
      'tabs with code',
      [
        '{{< tabs >}}',
        '{{% tab name="A" %}}',
        'a',
        '{{% /tab %}}',
        '{{< tab name="B" codelang="sh" >}}',
        'b',
        '{{< /tab >}}',
        '{{< /tabs >}}',
      ],
      [['tabs', ['tab A', 'paragraph a'], ['tab B', 'codeBlock sh b']]],
    ],
    [
      'one in a line of a list',
      ['- {{< weird >}}One{{< /weird >}}', '- {{< weird >}}Two{{< /weird >}}', '', 'After.'],
      [
        ['bulletListItem', ['unknown {{< weird >}}', 'paragraph One']],
        ['bulletListItem', ['unknown {{< weird >}}', 'paragraph Two']],
        'paragraph After.',
      ],
    ],
    ['an address', ['[x]({{< relref "a.md" >}})'], ['paragraph link']],
    ['highlighted code', ['{{< highlight go >}}', 'x := 1', '{{< /highlight >}}'], ['codeBlock go x := 1']],
    ['an escaped one', ['`{{</* note */>}}`'], ['paragraph {{< note >}}']],
    ['one in code', ['```', '{{< note >}}', '```'], ['codeBlock {{< note >}}']],
    ['a comment', ['a {{< comment >}}secret{{< /comment >}}b'], ['paragraph a b']],
    ['one that nobody knows', ['{{< weird x="1" >}}'], ['unknown {{< weird x="1" >}}']],
    [
      'one that nobody knows, around text',
      ['{{% weird %}}', 'Inside.', '{{% /weird %}}'],
      [['unknown {{% weird %}}', 'paragraph Inside.']],
    ],
    ['one that nobody knows, within text', ['v{{< param "v" >}}!'], ['paragraph v!', 'unknown {{< param "v" >}}']],
    ['a quote that never ends', ['{{< note "x >}} rest'], ['paragraph {{< note "x >}} rest']],
  ]
  for (const [what, lines, blocks] of CASES)
    test(what, () => assert.deepEqual(shape(read('hugo', lines).blocks), blocks))
})

describe('MkDocs', () => {
  const CASES: [string, string[], unknown[]][] = [
    [
      'a callout with tabs in it',
      ['!!! tip "Read"', '    One.', '', '    === "A"', '        a', '', '    === "B"', '        b', '', 'After.'],
      [
        ['callout tip Read', 'paragraph One.', ['tabs', ['tab A', 'paragraph a'], ['tab B', 'paragraph b']]],
        'paragraph After.',
      ],
    ],
    ['a folded one', ['??? warning', '    Text.'], [['details Warning', 'paragraph Text.']]],
    ['attributes of a heading', ['## Title { #own .x }'], ['heading Title']],
    ['one in code', ['```', '!!! note', '```'], ['codeBlock !!! note']],
  ]
  for (const [what, lines, blocks] of CASES)
    test(what, () => assert.deepEqual(shape(read('mkdocs', lines).blocks), blocks))

  test('the id of a heading is kept', () =>
    assert.equal(read('mkdocs', ['## Title {: #own }']).blocks[0]!.props.anchor, 'own'))
})

test('GitBook', () => {
  const lines = ['{% hint style="warning" %}', 'Hot.', '{% endhint %}', '', '{% tabs %}', '{% tab title="A" %}', 'a']
  const rest = ['{% endtab %}', '{% endtabs %}', '', '{% swagger path="/x" %}']
  assert.deepEqual(shape(read('gitbook', [...lines, ...rest]).blocks), [
    ['callout warning', 'paragraph Hot.'],
    ['tabs', ['tab A', 'paragraph a']],
    'unknown {% swagger path="/x" %}',
  ])
})

describe('MDX', () => {
  const CASES: [string, string[], unknown[]][] = [
    ['imports and exports', ["import A from 'a'", '', 'export const x = 1', '', 'Text.'], ['paragraph Text.']],
    [
      'a callout',
      ['<Aside type="caution" title="So">', 'Text.', '</Aside>'],
      [['callout danger So', 'paragraph Text.']],
    ],
    ['a callout in one line', ['<Note>Text.</Note>'], [['callout note', 'paragraph Text.']]],
    [
      'tabs',
      ['<Tabs>', '<TabItem label="A">', '- a', '</TabItem>', '</Tabs>'],
      [['tabs', ['tab A', 'bulletListItem a']]],
    ],
    [
      'parts by name',
      ['<PackageManagerTabs>', '<Fragment slot="npm">', 'x', '</Fragment>', '</PackageManagerTabs>'],
      [['tabs', ['tab npm', 'paragraph x']]],
    ],
    ['a card', ['<LinkCard title="Go" href="/x" description="There." />'], ['paragraph link', 'paragraph There.']],
    [
      'an element',
      ['<details>', '<summary>More</summary>', '', 'Text.', '', '</details>'],
      [['details More', 'paragraph Text.']],
    ],
    ['a component that nobody knows', ['<Odd a={1}>', 'Text.', '</Odd>'], [['unknown <Odd a={1}>', 'paragraph Text.']]],
    ['one within text', ['A <Odd /> b.'], ['paragraph A  b.', 'unknown <Odd />']],
    ['a text in braces', ['A{" "}b {\'c\'}.'], ['paragraph A b c.']],
    ['an expression', ['{list.map((x) => x)}'], ['unknown {list.map((x) => x)}']],
    [':::', [':::note[Hm]', 'Text.', ':::'], [['callout note Hm', 'paragraph Text.']]],
  ]
  for (const [what, lines, blocks] of CASES) test(what, () => assert.deepEqual(shape(mdx(...lines).blocks), blocks))

  test('comments are left out and counted', () => {
    const { blocks, comments } = mdx('a {/* secret */} b', '', '{/* more */}')
    assert.deepEqual({ shape: shape(blocks), comments }, { shape: ['paragraph a  b'], comments: 2 })
  })

  test('another page is included, and two that include each other come to an end', () => {
    const parts = { 'a/_part.mdx': "import Me from './_part.mdx'\n\nPart.\n\n<Me />" }
    const lines = ["import Part from './_part.mdx'", '', '<Part />']
    const { blocks } = read('docusaurus', lines, { path: 'a/page.mdx', parts })
    assert.deepEqual(shape(blocks).slice(0, 2), ['paragraph Part.', 'paragraph Part.'])
    assert.ok(blocks.length < 10)
  })

  test('a page that is no MDX is read as Markdown, and says why', () => {
    const { blocks, trouble } = mdx('a < b and {', '', '**x**')
    assert.match(trouble ?? '', /^is not MDX \(line \d/)
    assert.deepEqual(shape(blocks), ['paragraph a < b and {', 'paragraph x'])
  })

  test('what was kept comes back from its Markdown', () => {
    const { blocks } = mdx('<Odd a={1}>', 'Text.', '</Odd>', '', '{x}')
    const again = read('plain', [blocksToMarkdown(blocks)]).blocks
    assert.deepEqual(shape(again), shape(blocks))
  })
})

test('comments in code are none', () =>
  assert.equal(commentsIn('<!-- a -->\n\n`<!-- b -->`\n\n```\n<!-- c -->\n```\n\n<!--\nd\n-->'), 2))

test("a container's fence is longer than those in it, also than an author's own", () => {
  const writer = new ContainerWriter()
  const text = `${writer.open('tabs')}\n${writer.open('tab', 'a]b')}\n:::::note\nx\n:::::\n${writer.close()}`
  assert.equal(writer.finish(text), ':::::tabs\n::::tab[a\\]b]\n:::note\nx\n:::\n::::\n:::::')
})

test('fences do not grow with a run of colons that is none', () => {
  const containers = new ContainerWriter()
  const blocks = Array.from({ length: 1_000 }, () => `${containers.open('note')}\na\n${containers.close()}`)
  const written = containers.finish([':'.repeat(1_000), ...blocks].join('\n\n'))
  assert.ok(written.startsWith('\\:::') && written.length < 30_000, `${written.length} characters`)
})
