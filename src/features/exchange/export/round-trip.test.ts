// A folder of another tool that was imported comes back as it was: the same files, and no front matter that was not there.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { build, onEngines } from '../../../../test/build.ts'
import { folderOf } from '../../../../test/folder.ts'
import { importFolder } from '../import/import.ts'
import type { PresetName } from '../preset-names.ts'
import { exportFolder } from './export.ts'
import { asMdx, withProgram } from './mdx.ts'

const long = 'A page of its own.\n\n- with a list'

const FOLDERS: Partial<Record<PresetName, Record<string, string>>> = {
  vitepress: {
    'index.md': '---\nlayout: home\n---\n\n# Home\n\nText.\n',
    'guide/index.md': `# Guide\n\n${long}\n`,
    'guide/Start.md': '---\ndescription: With *words*.\n---\n\n# Start\n\nSee [the guide](index.md).\n',
    'blog.md': '<script setup>\nlet a\n</script>\n\n# Blog\n\nText.\n',
    'blog/index.md': '# Blog\n\nAll posts.\n',
    'blog/one.md': '---\ntitle: One\n---\n\nText.\n',
  },
  docusaurus: {
    'intro.md': '---\nsidebar_position: 2\nslug: /\n---\n\n# Intro\n\nText with \\{braces}.\n',
    'guide/_category_.json': '{\n  "label": "The guide"\n}\n',
    'guide/01-start.mdx': "---\ntitle: Start\n---\n\nimport Odd from '@site/src/Odd'\n\n<Odd a={1} />\n\nText.\n",
  },
  starlight: {
    'index.mdx': '---\ntitle: Home\ntemplate: splash\n---\n\nText.\n',
    'guide/one.mdx':
      "---\ntitle: One\nsidebar:\n  order: 3\n---\n\nimport { TabItem, Tabs } from '@astrojs/starlight/components'\n\n" +
      '<Tabs>\n\n<TabItem value="a" label="a">\n\nText, see [two](/guide/two/).\n\n</TabItem>\n\n</Tabs>\n',
    'guide/two.md': '---\ntitle: Two\ndraft: true\n---\n\nText.\n',
  },
  hugo: {
    '_index.md': '---\ntitle: Home\n---\n\nText.\n',
    'guide/_index.md': `---\ntitle: Guide\nweight: 3\n---\n\n${long}\n`,
    'about/_index.md': '---\ntitle: About\nweight: 7\nlinkTitle: Us\n---\n',
    'about/us.md': '---\ntitle: Us\n---\n\nText.\n',
    'terms/_index.md': '---\ntitle: Terms\ndescription: A list.\n---\n\nMore than that.\n',
    'guide/one.md': '---\ntitle: One\nauthor: Ada\nweight: 5\n---\n\nSee [the guide](../).\n',
  },
}
/** CONFIGURED are files above the folder, by which a tool knows the order of pages. */
const CONFIGURED: Partial<Record<PresetName, Record<string, string>>> = {
  vitepress: { '.vitepress/config.ts': "export default { themeConfig: { sidebar: [{ link: '/blog/one' }] } }" },
}

onEngines('imported and exported', (engine) => {
  for (const [preset, files] of Object.entries(FOLDERS) as [PresetName, Record<string, string>][])
    test(`${preset}: the same files`, async (t) => {
      const { db, clock } = await build(t, { engine })
      await importFolder({ db, clock }, COMMAND_LINE, folderOf(t, { ...files, ...CONFIGURED[preset] }), { preset })
      const given = folderOf(t)
      await exportFolder({ db }, given, { force: true, preset })
      const names = readdirSync(given, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
      assert.deepEqual(names.sort(), Object.keys(files).sort())
      for (const [name, text] of Object.entries(files))
        assert.equal(readFileSync(join(given, name), 'utf8'), text, `${preset}: ${name}`)
    })

  test('an export of our own is known as one, whatever its pages write about', async (t) => {
    const { db, clock } = await build(t, { engine })
    const pages = { 'a.md': '# A\n\n`{{< note >}}`\n', 'guide/b.md': '# B\n\n`{{% note %}}`\n' }
    await importFolder({ db, clock }, COMMAND_LINE, folderOf(t, pages), { preset: 'plain' })
    const given = folderOf(t)
    await exportFolder({ db }, given, { force: true })
    const { preset, because, unchanged, skipped } = await importFolder({ db, clock }, COMMAND_LINE, given)
    assert.deepEqual(
      { preset, because, unchanged, skipped },
      { preset: 'plain', because: 'evidence.jsonl is in the folder', unchanged: 2, skipped: [] },
    )
  })

  test('what has been changed since is said, and nothing hides what was published', async (t) => {
    const { db, clock } = await build(t, { engine })
    await importFolder({ db, clock }, COMMAND_LINE, folderOf(t, FOLDERS.starlight!), { preset: 'starlight' })
    await db.inTransaction((tx) =>
      tx.updateTable('document_rows').set({ published: 1, title: 'Second' }).where('slug', '=', 'guide-two').execute(),
    )
    const given = folderOf(t)
    await exportFolder({ db }, given, { force: true, preset: 'starlight' })
    assert.equal(readFileSync(join(given, 'guide/two.md'), 'utf8'), '---\ntitle: Second\n---\n\nText.\n')
  })
})

test('Markdown for MDX has no braces and tags but those that it means', () => {
  const CASES: [string, string][] = [
    ['a < b {c} `<d> {e}`', 'a \\< b \\{c} `<d> {e}`'],
    ['<https://a.b/c> and <me@a.b>', '[https://a.b/c](https://a.b/c) and [me@a.b](mailto:me@a.b)'],
    ['a<br>b <img src="c>d"> <Odd a={{ b: 1 }} />', 'a<br />b <img src="c>d" /> <Odd a={{ b: 1 }} />'],
    ['## A {#b}\n\n$x_{1}$', '## A {/* #b */}\n\n$x_{1}$'],
    ['import a from b', '&#105;mport a from b'],
    ['a\n\nexport b\n\n```\n\nimport c\n```', 'a\n\n&#101;xport b\n\n```\n\nimport c\n```'],
  ]
  for (const [source, expected] of CASES) assert.equal(asMdx(source, 'starlight'), expected)
})

test('a page imports what it uses, and no part whose text it has', () => {
  const program = "import A from 'a'\nimport Part from './_part.mdx'\nexport const b = A.c"
  assert.equal(withProgram('<D x={b} />', 'plain', program), "import A from 'a'\n\nexport const b = A.c\n\n<D x={b} />")
  assert.match(withProgram('<Tabs>', 'docusaurus', program), /^import Tabs from '@theme\/Tabs'\n\n<Tabs>$/)
})
