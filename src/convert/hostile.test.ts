// What reading a page or a tool's file costs follows from its length, whatever shape it has, and nothing in it is thrown but the
// reader's own errors. Each shape here was quadratic or ended the stack once; CPU time is compared within one run.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { oldRedirects } from './old-redirects.ts'
import { FolderAddresses } from './page/addresses.ts'
import { reasonOf } from './page/file.ts'
import { splitFrontMatter } from './page/front-matter.ts'
import type { PresetName } from './preset-names.ts'
import { linesIn } from './report.ts'
import { readHtmlPage } from './saved/html-page.ts'
import { titleAndBlocks } from './to-blocks.ts'
import { translateGitBook } from './tools/gitbook.ts'
import { presetNamed } from './tools/presets.ts'

type Shape = (length: number) => string
const repeated =
  (unit: string, before = '', after = ''): Shape =>
  (length) =>
    before + unit.repeat(length / unit.length) + after
const nested =
  (open: string, close: string, before = '', after = ''): Shape =>
  (length) => {
    const levels = length / (open.length + close.length)
    return `${before}${open.repeat(levels)}x${close.repeat(levels)}${after}`
  }

const numbered = (length: number, part: (nth: number) => string): string =>
  Array.from({ length: length / part(1000).length }, (_, nth) => part(nth)).join('')

const PAGES: [PresetName, path: string, Record<string, Shape>][] = [
  [
    'docusaurus',
    'page.mdx',
    {
      'expressions that are broken': repeated('{a b} '),
      'a text that does not end': repeated('}', "{'"),
      'a program that does not end': repeated('a,\n\n', 'export const a = [\n'),
      'attributes that are broken': repeated('a={1 2} ', '<A ', '/>'),
      'attributes of one element': (length) => `<b ${numbered(length, (nth) => `a${nth}="1" `)}>x</b>`,
      'elements inside elements': nested('<A>', '</A>'),
    },
  ],
  [
    'vitepress',
    'page.md',
    {
      'templates inside templates': nested('<template #a>', '</template>'),
      'computed elements inside elements': nested('<div v-if="a">', '</div>'),
      'includes that do not end': repeated('<!-- @include: a'),
    },
  ],
  [
    'plain',
    'page.md',
    {
      'tables inside tables': nested('<table><tr><td>', '</td></tr></table>'),
      'figures inside figures': nested('<figure>', '</figure>'),
      'a block inside marks inside marks': (length) => `<p>${nested('<b>', '</b>')(length).replace('x', '<hr>')}</p>`,
      'names that we use ourselves': (length) => `<p>${numbered(length, (nth) => `md-slot-${nth} `)}</p>`,
      'marks that every paragraph has again': (length) =>
        `<p>${numbered(length / 2, (nth) => `<b a=${nth}>`)}</p>${'<p>x</p>'.repeat(length / 16)}`,
      'a wide table with short rows': (length) =>
        `<table><tr>${'<td>'.repeat(length / 8)}</tr>${'<tr></tr>'.repeat(length / 18)}</table>`,
    },
  ],
  ['hugo', 'page.md', { 'shortcodes inside shortcodes': nested('{{< a >}}\n', '\n{{< /a >}}') }],
  ['gitbook', 'page.md', { 'hints inside hints': nested('{% hint %}\n', '\n{% endhint %}') }],
]
/** Tags as our own syntax: what that costs shows only by itself, and where there are many. */
const TAGS: Record<string, Shape> = {
  'an end far away': repeated('{%', '', '%}'),
  'ends without a beginning': (length) => '{% a %}'.repeat(length / 20) + '{% endb %}'.repeat(length / 20),
  'tags of one line': repeated('x {% hint %}b{% endhint %} '),
  'long fences and short ends': (length) =>
    `{% a %}x{% enda %}\n${'::::a\n'.repeat(length / 12)}${':::\n'.repeat(length / 8)}`,
}
const FRONT_MATTER: Record<string, Shape> = {
  'records as keys of records': repeated('? '),
  'keys of one record': (length) => numbered(length, (nth) => `k${nth}: v\n`),
  'merges of one record': repeated('<<: *a\n', 'a: &a {b: c}\n'),
}
const SAVED: Record<string, Shape> = {
  'macros that do not end': repeated('<div class="confluence-information-macro-note">'),
  'macros inside macros': repeated(
    '<div class="confluence-information-macro-note"><div class="confluence-information-macro-body">',
  ),
}
const LINES: [PresetName, path: string, string[]][] = [
  ['docusaurus', 'page.mdx', ['::: a.b\n', '[TOC]\n', '--8<-- "a"\n']],
  ['mkdocs', 'page.md', ['=== "a"\n', '!!! note\n', '::: a.b\n']],
  ['vitepress', 'page.md', ['::: tip\n', '::: tip\n:::\n']],
  ['plain', 'page.md', ['===\n', '$$\n', '> [!NOTE]\n\n', '- > a\n\n', '- a &\n# b\n']],
]
const FILES: [PresetName, file: string, Record<string, Shape>][] = [
  [
    'vitepress',
    '.vitepress/config.ts',
    {
      'names in a row': repeated('.a', 'export default { sidebar: a', ' }'),
      'lists inside lists': nested('[', ']', 'export default { sidebar: ', ' }'),
      'groups inside groups': nested('{text: "a", items: [', ']}', 'const x = {}\nexport default { sidebar: [', '] }'),
    },
  ],
  ['docusaurus', 'docusaurus.config.js', { 'names in a row': repeated('.a', 'export default { redirects: a', ' }') }],
  [
    'mkdocs',
    'mkdocs.yml',
    { 'lists inside lists': nested('[', ']', 'nav: '), 'records as keys of records': repeated('? ', 'nav: a\n') },
  ],
  [
    'docusaurus',
    'folder/_category_.yml',
    { 'records as keys of records': repeated('? '), 'an error at each word': repeated('{% ') },
  ],
  ['mintlify', 'docs.json', { 'lists inside lists': nested('[', ']', '{"navigation": ', '}') }],
]

const cpuOf = (work: () => unknown, times = 1): number => {
  const from = process.threadCpuUsage()
  for (let time = 0; time < times; time++) work()
  const { user, system } = process.threadCpuUsage(from)
  return user + system
}

/**
 * growthOf is how many times the work takes for four times the length: linear is 4, quadratic 16. Tries tell cost from chance;
 * what costs little is done often, because a collection of garbage costs more than it does.
 */
function growthOf(work: (length: number) => void, short = SHORT): number {
  let growth = Number.POSITIVE_INFINITY
  // Enough for the code to be compiled; longer ones take what a page may cost at most.
  work(SHORT / 8)
  for (let tries = 0; tries < 4 && growth > MOST_GROWTH; tries++) {
    const times = Math.min(30, Math.ceil(ENOUGH_US / cpuOf(() => work(short))))
    const taken = cpuOf(() => work(short), times)
    growth = Math.min(growth, cpuOf(() => work(4 * short), times) / taken)
  }
  return growth
}
const ENOUGH_US = 30_000
const SHORT = 4_000
/** Lines that were quadratic show it only where there are many. */
const LONG = 32_000
const MOST_GROWTH = 10

/** told runs what may end with an error that an import reports; any other is a fault. */
function told(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    assert.equal(typeof reasonOf(error), 'string')
  }
}

function assertLinear(preset: PresetName, path: string, shape: Shape, short: number): void {
  assertGrowth((length) => titleAndBlocks({ preset: presetNamed(preset), path, body: shape(length) }, {}), short)
}

function assertGrowth(work: (length: number) => unknown, short = SHORT): void {
  const growth = growthOf((length) => told(() => work(length)), short)
  assert.ok(growth <= MOST_GROWTH, `${growth.toFixed(1)} times the work for four times the length`)
}

describe('pages of hostile shapes', () => {
  for (const [preset, path, shapes] of PAGES)
    for (const [name, shape] of Object.entries(shapes))
      test(`${preset}: ${name}`, () => assertLinear(preset, path, shape, SHORT))
  const none = () => undefined
  for (const [name, shape] of Object.entries(TAGS))
    test(`tags: ${name}`, () =>
      assertGrowth((length) => translateGitBook(shape(length), { find: none, value: none }), 2 * LONG))
  for (const [preset, path, units] of LINES)
    for (const unit of units)
      test(`${preset}: lines of ${JSON.stringify(unit)}`, () => assertLinear(preset, path, repeated(unit), LONG))
})

describe('front matter and saved pages of hostile shapes', () => {
  for (const [name, shape] of Object.entries(FRONT_MATTER))
    test(`front matter: ${name}`, () => assertGrowth((length) => splitFrontMatter(`---\n${shape(length)}\n---\n`)))
  for (const [name, shape] of Object.entries(SAVED))
    test(`saved: ${name}`, () => assertGrowth((length) => readHtmlPage(shape(length)), LONG))
})

test('the lines of a report are looked for where the last one was found, each text at its next place', () => {
  const lineOf = linesIn('a\nb\na b\n\nc')
  assert.deepEqual(['c', 'a', 'a', 'a', 'b', 'd', ''].map(lineOf), [5, 1, 3, 3, 2, undefined, undefined])
  const links = Array.from({ length: 1_000 }, (_, nth) => `[a](${nth})`)
  assert.equal(
    links.map(linesIn(links.join('\n'))).filter((line) => line !== undefined).length,
    500,
    'and no more of them',
  )
})

test('parts of parts come to an end', () => {
  const text = '{{< include "part.md" >}}\n'.repeat(20) + 'words '.repeat(2_000)
  const page = { preset: presetNamed('hugo'), path: 'page.md', body: text }
  const read = (findPart: () => { path: string; text: string }) => titleAndBlocks({ ...page, findPart }, {}).blocks
  let found = 0
  read(() => {
    found++
    return { path: 'part.md', text }
  })
  assert.ok(found < 100, `${found} parts were taken`)
})

test('a page that is too long for MDX is read as Markdown, and says so', () => {
  const read = (body: string) => titleAndBlocks({ preset: presetNamed('docusaurus'), path: 'page.mdx', body }, {})
  assert.equal(read('Words.').trouble, undefined)
  const { trouble, blocks } = read('Words.\n\n'.repeat(26_000))
  assert.deepEqual(
    { trouble, blocksLength: blocks.length },
    { trouble: 'is read as Markdown: it has more than 200000 characters', blocksLength: 26_000 },
  )
})

describe('files of tools of hostile shapes', () => {
  for (const [preset, file, shapes] of FILES)
    for (const [name, shape] of Object.entries(shapes))
      test(`${file}: ${name}`, () => {
        const read = (length: number) => {
          const text = shape(length)
          const one = (path: string) => (path === file ? text : undefined)
          const none = () => undefined
          const folder = { files: [file], notes: [], read: one, readAbove: one, findPart: none, levelOf: none }
          presetNamed(preset).readNavigation?.(folder)
          oldRedirects(folder, new FolderAddresses([], []))
        }
        assertGrowth(read)
      })
})
