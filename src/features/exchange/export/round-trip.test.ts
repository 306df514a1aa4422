// What is exported imports again without loss, wherever the pages came from.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import type { PresetName } from '#convert/preset-names.ts'
import type { Db } from '#engine/db/db.ts'
import { listCategories } from '#features/categories/reading.ts'
import { type Built, build, onEngines } from '../../../../test/build.ts'
import { folderOf } from '../../../../test/folder.ts'
import { importFolder } from '../import/import.ts'
import { listAfter } from '../store.ts'
import { exportFolder } from './export.ts'

const FOLDERS: Partial<Record<PresetName, Record<string, string>>> = {
  docusaurus: {
    'index.md': '---\nslug: /\nauthor: Ada\n---\n\n# Home\n\nText with \\{braces}, see [start](guide/01-start.mdx).\n',
    'guide/_category_.json': '{"label": "The guide", "position": 2}',
    'guide/01-start.mdx':
      "---\nsidebar_position: 3\n---\n\nimport Odd from '@site/src/Odd'\n\n<Odd a={1} />\n\nText.\n",
    'guide/tabs.mdx':
      '# Tabs\n\n<Tabs>\n<TabItem value="a" label="a">\n\nOne.\n\n</TabItem>\n</Tabs>\n\n:::danger[Stop]\nText.\n:::\n',
  },
  hugo: {
    '_index.md': '---\ntitle: Home\n---\n\nText.\n',
    'guide/_index.md': '---\ntitle: Guide\nweight: 3\n---\n\nA page of its own.\n\n- with a list\n',
    'guide/one.md': '---\ntitle: One\ndescription: With *words*.\n---\n\n{{% odd a=1 %}}\nText.\n{{% /odd %}}\n',
    'guide/two.md':
      '---\ntitle: Two\ndraft: true\ntags: [a, b]\n---\n\n`{{</* note */>}}` and {{< tip >}}x{{< /tip >}}\n',
    'terms/_index.md': '---\ntitle: Terms\ndescription: A list.\nvisibility: members\n---\n',
    'terms/de/a.md': '---\ntitle: A\nlang: de\n---\n\nText.\n',
  },
}

onEngines('an export', (engine) => {
  for (const [preset, files] of Object.entries(FOLDERS) as [PresetName, Record<string, string>][])
    test(`of what came from ${preset} says the same in an empty database`, async (t) => {
      const [one, other] = [await build(t, { engine }), await build(t, { engine })]
      await importFolder(one, COMMAND_LINE, folderOf(t, files), { preset })
      const folder = folderOf(t)
      await exportFolder(one, folder, { force: false })
      const { failed, skipped, unknown, warnings } = await importFolder(other, COMMAND_LINE, folder)
      assert.deepEqual({ failed, skipped, warnings }, { failed: [], skipped: [], warnings: [] })
      assert.ok(unknown.length > 0)
      assert.deepEqual(await pagesIn(other.db), await pagesIn(one.db))
      assert.deepEqual(await categoriesIn(other), await categoriesIn(one))
    })

  test('has block ids, former slugs and redirects', async (t) => {
    const [one, other] = [await build(t, { engine }), await build(t, { engine })]
    const pages = {
      'old.md': '# Old\n\nText, see [b](guide/b.md).\n',
      'guide/b.md': '# B\n\n- one\n- two [old](../old.md)\n',
    }
    await importFolder(one, COMMAND_LINE, folderOf(t, pages), { preset: 'plain' })
    const { headers } = await one.person('editor')
    const { id } = (await one.app.inject({ url: '/api/docs/old', headers })).json()
    await one.app.inject({ method: 'PUT', url: `/api/docs/${id}`, headers, payload: { slug: 'new' } })
    for (const payload of [
      { from: '/docs/b', to: '/read/guide-b#one' },
      { from: '/docs/é x', to: '/read/new' },
    ])
      assert.equal((await one.app.inject({ method: 'POST', url: '/api/redirects', headers, payload })).statusCode, 201)
    const folder = folderOf(t)
    await exportFolder(one, folder, { force: false })
    const { warnings, skipped } = await importFolder(other, COMMAND_LINE, folder)
    assert.deepEqual({ warnings, skipped }, { warnings: [], skipped: [] })
    const blocks = async ({ db }: Built) => (await listAfter(db.read, 0, 9)).map((row) => [row.slug, row.blocks]).sort()
    const moved = (await blocks(one)).map(([slug, text]) => [slug, text!.replace('/read/old', '/read/new')])
    assert.deepEqual(await blocks(other), moved)
    const leads = ['/read/old', '/docs/b', '/docs/%C3%A9%20x'].map((url) => other.app.inject(url))
    assert.deepEqual(
      (await Promise.all(leads)).map(({ headers }) => headers.location),
      ['/read/new', '/read/guide-b#one', '/read/new'],
    )
  })

  test('has no names of another tool, no files and no fields of it', async (t) => {
    const built = await build(t, { engine })
    await importFolder(built, COMMAND_LINE, folderOf(t, FOLDERS.docusaurus!), { preset: 'docusaurus' })
    const folder = folderOf(t)
    await exportFolder(built, folder, { force: false })
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$|^_/.test(name))
    assert.deepEqual(names.sort(), [
      '_redirects',
      'guide/README.md',
      'guide/guide-01-start.md',
      'guide/guide-tabs.md',
      'index.md',
    ])
    const text = readFileSync(join(folder, 'index.md'), 'utf8')
    assert.match(
      text,
      /^---\ntitle: Home\nslug: index\nvisibility: public\ngalley: \{"ids":\["[^"]+"\]\}\n---\n\nText with \{braces\}, see \[start\]\(guide\/guide-01-start\.md\)\.\n$/,
    )
  })

  test('of our own is known as one, whatever its pages write about', async (t) => {
    const { db, clock, config } = await build(t, { engine })
    const pages = { 'a.md': '# A\n\n`{{< note >}}`\n', 'guide/b.md': '# B\n\n`{{% note %}}`\n' }
    await importFolder({ db, clock, config }, COMMAND_LINE, folderOf(t, pages), { preset: 'plain' })
    const given = folderOf(t)
    await exportFolder({ db, clock }, given, { force: true })
    const { preset, because, unchanged, skipped } = await importFolder({ db, clock, config }, COMMAND_LINE, given)
    assert.deepEqual(
      { preset, because, unchanged, skipped },
      { preset: 'plain', because: 'it is an export of Galley', unchanged: 2, skipped: [] },
    )
  })
})

/** pagesIn is all that a page says, without ids. */
async function pagesIn(db: Db) {
  const rows = await listAfter(db.read, 0, 100)
  const pages = rows.map(({ slug, title, summary, tags, visibility, published, lang, position, blocks }) => {
    return {
      slug,
      title,
      summary,
      tags,
      visibility,
      published,
      lang,
      position,
      text: blocksToMarkdown(JSON.parse(blocks)),
    }
  })
  return pages.sort((first, second) => (first.slug < second.slug ? -1 : 1))
}

const categoriesIn = async (deps: { db: Db }) =>
  (await listCategories(deps, COMMAND_LINE)).map(({ slug, name, description, visibility, slot }) => {
    return { slug, name, description, visibility, slot }
  })
