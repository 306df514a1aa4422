// Attributes, icons, references, definition lists and components that hold code: what a page says with them, as Markdown.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { folderOf } from '../../../test/folder.ts'
import { openSourceFolder } from '../folder/source-folder.ts'
import type { PresetName } from '../preset-names.ts'
import { titleAndBlocks } from '../to-blocks.ts'
import { presetNamed } from '../tools/presets.ts'
import type { FindPart } from './includes.ts'

function read(preset: PresetName, body: string, path = 'page.md', findPart: FindPart = () => undefined): string {
  return blocksToMarkdown(
    titleAndBlocks({ preset: presetNamed(preset), path, body, findPart }, { title: 'T' }).blocks,
  ).trim()
}

describe('what themes add to text', () => {
  const CASES: [PresetName, string, string][] = [
    ['mkdocs', '## A { #b .c }', '## A {#b}'],
    ['mkdocs', '## A { data-toc-label="B" }', '## A'],
    ['mkdocs', '[a](https://x.example){ .button } b', '[a](https://x.example) b'],
    ['mkdocs', 'A.\n{: .c }', 'A.'],
    ['mkdocs', '`{ #a }` and {a} and { a = 1 }', '`{ #a }` and {a} and { a = 1 }'],
    ['mkdocs', '> ```\n> { #a }\n> ```\n\nB { #c }', '> ```\n> { #a }\n> ```\n\nB<a id="c"></a>'],
    ['mkdocs', '`a { #b }\n\nC` { .d } ``e``', '\\`a<a id="b"></a>\n\nC\\` `e`'],
    [
      'mkdocs',
      'A\n:   ```\n    : b\n\n    c\n    ```\n\n\n    D\n\nE',
      '- **A**\n\n  ```\n  : b\n\n  c\n  ```\n\n  D\n\nE',
    ],
    [
      'mkdocs',
      '```\n=== "A"\n\n    ```\n    b\n    ```\n```\n\n{ #c }',
      '````\n=== "A"\n\n    ```\n    b\n    ```\n````\n\n<a id="c"></a>',
    ],
    [
      'mkdocs',
      '=== "A"\n\n    ```\n    b\n\n=== "C"\n\n    d',
      '::::tabs\n:::tab[A]\n```\nb\n```\n:::\n\n:::tab[C]\nd\n:::\n::::',
    ],
    ['mkdocs', '- a[^1]: b\n\n  [^1]:\n    C.\n\n- d', '- a[^1]: b\n- d\n\n[^1]: C.'],
    [
      'mkdocs',
      '!!! tip "A [b][c]"\n    d[^1] [c]\n\n    [^1]: E.\n\n[c]: https://x.example',
      ':::tip[A b]\nd[^1] [c](https://x.example)\n:::\n\n[^1]: E.',
    ],
    ['mkdocs', '<div>A</div>\n  [b]: https://x.example\n\n[b]', 'A\n\n[b](https://x.example)'],
    ['mkdocs', ':material-star: A', 'A'],
    ['mkdocs', '| a | b |\n|---|---|\n| :material-check: | :material-close: |', '| a | b |\n| - | - |\n| ✓ | ✗ |'],
    [
      'mkdocs',
      '[`a`][pkg.A], [c][], [d][] and [e][f]\n\n[c]: https://x.example',
      '`a`, [c](https://x.example), d and e',
    ],
    ['mkdocs', '- a\n\n    === "B"\n\n        b\n\n    c', '- a\n\n  ::::tabs\n  :::tab[B]\n  b\n  :::\n  ::::\n\n  c'],
    ['mkdocs', '[TOC]\n\nA', 'A'],
    ['mkdocs', '### ::: pkg.A\n\nB', '### pkg.A\n\n::::unknown{mkdocs}\n```\n::: pkg.A\n```\n::::\n\nB'],
    ['mkdocs', '::: pkg.A\n    options: 1\nB', '::::unknown{mkdocs}\n```\n::: pkg.A\n    options: 1\n```\n::::\n\nB'],
    ['mkdocs', '`a`\n:   One.\n\n    Two.\n\nB', '- **`a`**\n\n  One.\n\n  Two.\n\nB'],
    [
      'hugo',
      'A b\n: One\n: Two\n\nC\n: Three',
      '- <a id="a-b"></a>**A b**\n\n  One\n\n  Two\n\n- <a id="c"></a>**C**\n\n  Three',
    ],
    ['hugo', '## A\n\nA\n: B', '## A\n\n- <a id="a-1"></a>**A**\n\n  B'],
    ['hugo', 'A\n: B\n\n## A', '- <a id="a"></a>**A**\n\n  B\n\n## A {#a-1}'],
    ['mkdocs', '## 1.0 <small>May</small> { id="1.0" }', '## 1.0 May {#1.0}'],
    ['mkdocs', 'Is `a`[^1]:\n\n[^1]: B', 'Is `a`[^1]:\n\n[^1]: B'],
    ['hugo', 'A {x="y"}\n\nB\n{class="c"}', 'A {x="y"}\n\nB'],
    ['hugo', '{{< code-toggle file=hugo >}}\na = 1\n{{< /code-toggle >}}', '```toml title="hugo"\na = 1\n```'],
    ['hugo', '{{< new-in 0.1.0 />}}', 'New in v0.1.0'],
    ['gitbook', 'A**:** b **** c', 'A: b  c'],
    ['vitepress', '## A <sup class="b" data-text="3" /> {#c}', '## A {#c}'],
    [
      'vitepress',
      '<select>\n  <option>\n    {{ a }}\n\n  </option>\n</select>\n\nB',
      '<select>\n  <option>\n  </option>\n</select>\n\n:::unknown{vitepress}\n```\n{{ a }}\n```\n:::\n\nB',
    ],
    [
      'vitepress',
      '<ul>\n  <li v-for="a in b">{{ a }}</li>\n</ul>\n\nB',
      ':::unknown{vitepress}\n```\n<ul>\n  <li v-for="a in b">{{ a }}</li>\n</ul>\n```\n:::\n\nB',
    ],
    [
      'vitepress',
      '::: tip\n<p>See <a :href="b">this</a>.</p>\n:::',
      '::::tip\n:::unknown{vitepress}\n```\n<p>See <a :href="b">this</a>.</p>\n```\n\nSee this.\n:::\n::::',
    ],
    ['vitepress', '```html\n\n<a :href="b">c</a>\n\n```', '```html\n\n<a :href="b">c</a>\n\n```'],
    ['vitepress', '<Summary a="b" />', '\\<Summary a="b" />'],
    ['vitepress', '[[toc]]\n\nA', 'A'],
  ]
  for (const [preset, source, expected] of CASES)
    test(`${preset}: ${source.replaceAll('\n', '↵')}`, () => assert.equal(read(preset, source), expected))
})

describe('components of MDX', () => {
  const files = { 'a.js': 'export const one = `const a = 1`\n', 'b.py': 'print(1)\n' }
  const CASES: [PresetName, string, string][] = [
    ['docusaurus', '## A {/* #b */}', '## A {#b}'],
    ['docusaurus', "import { one } from './a'\n\n<Playground code={one} />", '```ts\nconst a = 1\n```'],
    [
      'docusaurus',
      'import B from \'!!raw-loader!./b.py\'\n\n<CodeBlock language="py">{B}</CodeBlock>',
      '```py\nprint(1)\n```',
    ],
    [
      'starlight',
      '| a |\n|---|\n| <kbd>B</kbd> {"c"} <Since v="1" /> |',
      '| a |\n| - |\n| <kbd>B</kbd> c 1 |\n\n:::unknown{starlight}\n```\n<Since v="1" />\n```\n:::',
    ],
    ['starlight', '<Code code="a" lang="js" title="b" />', '```js title="b"\na\n```'],
    ['starlight', 'Since <Since v="1.2" />', 'Since 1.2\n\n:::unknown{starlight}\n```\n<Since v="1.2" />\n```\n:::'],
    [
      'mintlify',
      '<ParamField body="a.b" type="string" required>\n  Text.\n</ParamField>',
      '- <a id="param-a-b"></a>`a.b` string, required\n\n  Text.',
    ],
  ]
  for (const [preset, source, expected] of CASES)
    test(`${preset}: ${source.replaceAll('\n', '↵')}`, (t) => {
      const { findPart } = openSourceFolder(folderOf(t, files), Object.keys(files))
      assert.equal(read(preset, source, 'page.mdx', findPart), expected)
    })
})

test('text that pages share is found beside their folder, and no other file there', (t) => {
  const root = folderOf(t, {
    'examples/pod.yaml': 'kind: Pod\n',
    'PART.md': 'A part.\n',
    'secret.yaml': 'no',
    '.env': 'no',
    'content/page.md': '',
  })
  const { findPart } = openSourceFolder(`${root}/content`, ['page.md'])
  const found = ['pod.yaml', 'PART.md', 'secret.yaml', '.env', '../.env'].map((one) => findPart('page.md', one)?.text)
  assert.deepEqual(found, ['kind: Pod\n', 'A part.\n', undefined, undefined, undefined])
})
