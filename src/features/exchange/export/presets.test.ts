// What is exported for a tool is what that tool's import reads as the same.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { build, onEngines } from '../../../../test/build.ts'
import { folderOf } from '../../../../test/folder.ts'
import { importFolder } from '../import/import.ts'
import { titleAndBlocks } from '../import/page.ts'
import { PRESET_NAMES, type PresetName } from '../preset-names.ts'
import { presetNamed } from '../presets/presets.ts'
import { exportFolder } from './export.ts'
import { writtenFor } from './syntax.ts'

const normal = (markdown: string) => blocksToMarkdown(blocksFromMarkdown(markdown))
/** there and back: written for a tool, and read as that tool's page. */
function thereAndBack(preset: PresetName, markdown: string): string {
  const body = writtenFor(preset, normal(markdown))
  const path = preset === 'docusaurus' || preset === 'mintlify' ? 'page.mdx' : 'page.md'
  return blocksToMarkdown(titleAndBlocks({ preset: presetNamed(preset), path, body }, { title: 'T' }).blocks)
}

const TEXTS: Record<string, { text: string; not?: PresetName[] }> = {
  'a callout': { text: ':::tip\nText.\n\n- a\n:::', not: ['hugo'] },
  'a warning': { text: ':::danger\nText.\n:::', not: ['hugo'] },
  'details in a list': { text: '1. one\n\n   :::details[More]\n   Text.\n   :::\n\n2. two' },
  'a callout behind code in a list': { text: '- ```\n  x\n  ```\n\n:::tip\nText.\n:::', not: ['hugo'] },
  'a callout that is a whole item': { text: '1. :::tip\n   Text.\n   :::\n2. two', not: ['hugo', 'mkdocs'] },
  'code that looks like a container': { text: '```\n:::note\nx\n:::\n```' },
  tabs: {
    text: '::::tabs\n:::tab[npm]\n```sh\nnpm i\n```\n:::\n\n:::tab[pnpm]\nText.\n:::\n::::',
    not: ['starlight', 'vitepress', 'hugo'],
  },
}

describe('syntax', () => {
  for (const preset of PRESET_NAMES)
    for (const [what, { text, not = [] }] of Object.entries(TEXTS))
      if (!not.includes(preset))
        test(`${what}, for ${preset}`, () => assert.equal(thereAndBack(preset, text), normal(text)))

  test('what a tool has no word for is written as plain text', () => {
    assert.equal(writtenFor('hugo', '::::tabs\n:::tab[npm]\nText.\n:::\n::::'), '**npm**\n\nText.')
    assert.equal(writtenFor('hugo', ':::danger[Stop]\nText.\n:::'), '> [!CAUTION] Stop\n> Text.')
  })

  test('what nobody knew goes back to the tool that it came from, and to no other', () => {
    const container = ':::unknown{hugo}\n```\n{{% odd a=1 %}}\n```\n\nText.\n:::'
    assert.equal(writtenFor('hugo', container), '{{% odd a=1 %}}\n\nText.\n{{% /odd %}}')
    const item = container.replaceAll('\n', '\n  ').replaceAll('  \n', '\n')
    assert.equal(writtenFor('hugo', `- ${item}`), '- {{% odd a=1 %}}\n\n  Text.\n  {{% /odd %}}')
    assert.match(writtenFor('mkdocs', container), /```\n\{\{% odd/)
    const whole = '<p>\n  A {{ b }}\n</p>'
    assert.equal(writtenFor('vitepress', `:::unknown{vitepress}\n\`\`\`\n${whole}\n\`\`\`\n\nA\n:::`), whole)
  })
})

test('a shortcode that is text or code stays that for Hugo', () => {
  const text = 'Use `{{< note >}}` or {{% tip %}}.\n\n```\n{{</* kept */>}} and >}}\n```\n'
  const written = writtenFor('hugo', text)
  assert.equal(written, 'Use `{{</* note */>}}` or {{%/* tip */%}}.\n\n```\n{{</*/* kept */*/>}} and >}}\n```\n')
  const page = { preset: presetNamed('hugo'), path: 'page.md', body: written }
  assert.equal(blocksToMarkdown(titleAndBlocks(page, { title: 'T' }).blocks), text)
})

onEngines('an export for', (engine) => {
  const FILES = {
    'index.md': '# Home\n\n- [Start](start.md)\n',
    'start.md': '---\nauthor: Ada\n---\n# Start\n\n[Next](guide/next.md)\n\n:::note\nText.\n:::\n',
    'guide/README.md': '---\ntitle: The guide\nvisibility: members\nposition: 0\n---\nHow to.\n',
    'guide/next.md': '---\nsummary: What is next.\nposition: 2\n---\n# Next\n\nText.\n',
    'guide/deep/more.md': '---\ndraft: true\nposition: 1\n---\n# More\n\nText.\n',
  }
  const WRITTEN: Record<Exclude<PresetName, 'plain'>, [file: string, pattern: RegExp]> = {
    docusaurus: ['guide/_category_.json', /"label": "The guide"/],
    starlight: ['guide/next.md', /^sidebar:\n {2}order: 2$/m],
    vitepress: ['start.md', /^::: info$/m],
    mkdocs: ['../mkdocs.yml', /The guide:\n {6}- Next: guide\/next.md/],
    hugo: ['guide/_index.md', /^title: The guide$/m],
    gitbook: ['SUMMARY.md', /## The guide\n\n\* \[Next\]\(<guide\/next.md>\)/],
    mintlify: ['docs.json', /"group": "The guide"/],
  }
  for (const [preset, [file, pattern]] of Object.entries(WRITTEN) as [PresetName, [string, RegExp]][])
    test(`${preset} has its names, and imports without a change`, async (t) => {
      const { db, clock } = await build(t, { engine })
      await importFolder({ db, clock }, COMMAND_LINE, folderOf(t, FILES))
      const given = folderOf(t)
      await exportFolder({ db }, given, { force: true, preset })
      const root = preset === 'mkdocs' ? join(given, 'docs') : given
      assert.match(readFileSync(join(root, file), 'utf8'), pattern)
      assert.match(readFileSync(join(root, 'guide/next.md'), 'utf8'), /^visibility: members$/m)
      assert.match(readFileSync(join(root, 'start.md'), 'utf8'), /^author: Ada$/m)
      assert.ok(existsSync(join(root, 'guide/deep/more.md')))
      assert.ok(existsSync(join(root, preset === 'hugo' ? '_index.md' : 'index.md')))
      const again = await importFolder({ db, clock }, COMMAND_LINE, root, { preset })
      assert.deepEqual({ failed: again.failed, created: again.created }, { failed: [], created: 0 })
      const rows = await db.read
        .selectFrom('documents')
        .select(['slug', 'published', 'audience'])
        .orderBy('slug')
        .execute()
      assert.deepEqual(
        rows.map((row) => `${row.slug} ${row.published} ${row.audience}`),
        ['guide-deep-more 0 restricted', 'guide-next 1 members', 'index 1 public', 'start 1 public'],
      )
    })

  test('what else a configuration says is kept', async (t) => {
    const { db, clock } = await build(t, { engine })
    await importFolder({ db, clock }, COMMAND_LINE, folderOf(t, FILES))
    const yaml = '# Ours\nsite_name: Acme\nnav:\n  - Old: old.md\nx: !!python/name:a.b ""\n'
    const given = folderOf(t, { 'mkdocs.yml': yaml, 'docs.json': '{"name": "Acme", "colors": {"primary": "#123456"}}' })
    for (const preset of ['mkdocs', 'mintlify'] as const) await exportFolder({ db }, given, { force: true, preset })
    const mkdocs = readFileSync(join(given, 'mkdocs.yml'), 'utf8')
    assert.match(mkdocs, /^# Ours\nsite_name: Acme\nnav:\n[\s\S]*guide\/next.md[\s\S]*^x: !!python\/name:a.b ""$/m)
    assert.doesNotMatch(mkdocs, /old\.md/)
    assert.equal(JSON.parse(readFileSync(join(given, 'docs.json'), 'utf8')).colors.primary, '#123456')
    writeFileSync(join(given, 'mkdocs.yml'), 'a: [')
    await assert.rejects(exportFolder({ db }, given, { force: true, preset: 'mkdocs' }), /mkdocs\.yml can't be read/)
    assert.equal(readFileSync(join(given, 'mkdocs.yml'), 'utf8'), 'a: [')
  })
})
