// Text that pages take from other files: every tool's words for it, in a folder as it lies on disk.

import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { folderOf } from '../../../test/folder.ts'
import { scanFolder } from '../folder/scan.ts'
import { openSourceFolder } from '../folder/source-folder.ts'
import type { PresetName } from '../preset-names.ts'
import { titleAndBlocks } from '../to-blocks.ts'
import type { Preset } from '../tools/preset.ts'
import { presetNamed } from '../tools/presets.ts'

const FILES = {
  'guide/part.md': '---\ntitle: Part\n---\nFrom the *part*.\n',
  'guide/loop.md': 'Again.\n\n<!--@include: ./loop.md-->\n',
  'snippets/note.mdx': 'A snippet.\n',
  'examples/pod.yaml': 'kind: Pod\n# #region name\nname: a\n# #endregion name\n',
  'hugo.toml': '[params]\nversion = "v1.8"\n[params.a]\nb = 1\n',
  '.gitbook/includes/shared.md': 'Shared.\n',
}

const POD = 'kind: Pod\n# #region name\nname: a\n# #endregion name'

const CASES: [PresetName, string, string, string][] = [
  ['vitepress', 'guide/a.md', '<!-- @include: ./part.md -->', 'From the *part*.'],
  ['vitepress', 'guide/a.md', '<!--@include: @/guide/part.md{1,1}-->', 'From the *part*.'],
  ['vitepress', 'guide/a.md', '<!--@include: ./gone.md-->', unknown('vitepress', '<!--@include: ./gone.md-->')],
  ['vitepress', 'guide/a.md', '<<< @/examples/pod.yaml#name{1} [pod]', '```yaml title="pod" {1}\nname: a\n```'],
  ['vitepress', 'guide/a.md', 'v{{ version }}', `v\n\n${unknown('vitepress', '{{ version }}')}`],
  ['vitepress', 'guide/a.md', '`{{ version }}`', '`{{ version }}`'],
  ['mkdocs', 'guide/a.md', '!!! note\n    --8<-- "guide/part.md"', ':::note\nFrom the *part*.\n:::'],
  ['mkdocs', 'guide/a.md', '```yaml\n--8<-- "pod.yaml:name"\n```', '```yaml\nname: a\n```'],
  ['mkdocs', 'guide/a.md', '{% include-markdown "./part.md" %}', 'From the *part*.'],
  ['hugo', 'guide/a.md', '- a\n  {{< include "part.md" >}}', '- a From the *part*.'],
  ['hugo', 'guide/a.md', '{{< include "part" >}}', 'From the *part*.'],
  ['hugo', 'guide/a.md', '{{% code_sample file="pod.yaml" %}}', `\`\`\`yaml\n${POD}\n\`\`\``],
  ['hugo', 'guide/a.md', 'Of {{< param "version" >}}, `{{< param a.b >}}`.', 'Of v1.8, `1`.'],
  ['hugo', 'guide/a.md', 'Of {{< param "gone" >}}.', `Of .\n\n${unknown('hugo', '{{< param "gone" >}}')}`],
  [
    'hugo',
    'guide/a.md',
    '{{< figure src="https://x.example/a.png" alt="a" >}}\n## B',
    '![a](https://x.example/a.png)\n\n## B',
  ],
  ['gitbook', 'guide/a.md', '{% include "../.gitbook/includes/shared.md" %}', 'Shared.'],
  ['mintlify', 'guide/a.mdx', '<Snippet file="note.mdx" />', 'A snippet.'],
  ['mintlify', 'guide/a.mdx', 'import Note from "/snippets/note.mdx"\n\n<Note />', 'A snippet.'],
]

function unknown(syntax: string, source: string): string {
  return `:::unknown{${syntax}}\n\`\`\`\n${source}\n\`\`\`\n:::`
}

describe('text of other files', () => {
  const root = folderOf({ after }, FILES)
  const folder = openSourceFolder(root, scanFolder(root).names)
  const { findPart } = folder
  const sourceOf = (preset: Preset, path: string, body: string) => {
    const findValue = preset.readValues?.(folder)
    return { preset, path, body, findPart, ...(findValue && { findValue }) }
  }
  const read = (preset: PresetName, path: string, body: string) =>
    blocksToMarkdown(titleAndBlocks(sourceOf(presetNamed(preset), path, body), { title: 'T' }).blocks).trim()

  for (const [preset, path, body, expected] of CASES)
    test(`${preset}: ${body.split('\n').join(' ')}`, () => assert.equal(read(preset, path, body), expected))

  test('a file that includes itself comes to an end', () => {
    assert.match(read('vitepress', 'guide/a.md', '<!--@include: ./loop.md-->'), /^(?:Again\.\n\n){4}:::unknown/)
  })

  test('tabs keep the ids that links lead to, and take their text from files', () => {
    const tabs = '{{< tabs name="get_it" >}}\n{{< tab name="A" include="part.md" />}}\n{{< /tabs >}}'
    assert.match(read('hugo', 'guide/a.md', tabs), /:::tab\[A\]\n<a id="get-it-0"><\/a>From the \*part\*\./)
  })

  test('nothing outside the folder is read', () => {
    assert.match(read('hugo', 'guide/a.md', '{{< include "../../../../etc/hostname" >}}'), /^:::unknown/)
  })

  test('what tools keep above the folder is read, but not through a link to somewhere else', () => {
    const top = folderOf({ after }, { 'elsewhere/secret.md': 'Secret.\n', 'site/includes/shared.md': 'Shared.\n' })
    symlinkSync(join(top, 'elsewhere'), join(top, 'site', 'snippets'))
    mkdirSync(join(top, 'site', 'docs'))
    const { findPart: find } = openSourceFolder(join(top, 'site', 'docs'), [])
    assert.equal(find('a.md', 'shared.md')?.text, 'Shared.\n')
    assert.equal(find('a.md', 'secret.md'), undefined)
  })
})
