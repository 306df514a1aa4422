// Pages that all begin with the name of the project: they have titles of their own.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { build, onEngines } from '../../test/build.ts'
import { folderOf } from '../../test/folder.ts'
import { FolderAddresses } from './page/addresses.ts'

test('a link to the heading that became the title leads to the page', () => {
  const addresses = new FolderAddresses([{ path: 'a.md', href: '/read/a', top: 'the-title' }], [])
  assert.equal(addresses.find('a.md', '', '#the-title'), '/read/a')
  assert.equal(addresses.find('a.md', '', '#part'), undefined)
})

onEngines('a heading that several pages of a folder begin with', (engine) => {
  test('is no title, and the report says so', async (t) => {
    const { db, clock, config } = await build(t, { engine })
    const banner = '<h1 align="center">Acme</h1>\n\n'
    const folder = folderOf(t, {
      'use/README.md': `${banner}All about it.\n`,
      'use/Getting-Started.md': `${banner}## Getting started\n\nText.\n`,
      'use/Hooks.md': `# Acme\n\n## Hooks\n\nText.\n`,
      'a/one.md': '# Overview\n\nText.\n',
      'b/two.md': '# Overview\n\nText.\n',
      'c/three.md': '# Overview\n\nText.\n',
    })
    const report = await importFolder({ db, clock, config }, COMMAND_LINE, folder)
    const reason = `3 pages begin with the heading "Acme", which is left out: it is no page's own title`
    assert.deepEqual(report.warnings, [{ path: 'use', reason }])
    const rows = await db.read.selectFrom('documents').select('title').orderBy('slug').execute()
    assert.deepEqual(
      rows.map(({ title }) => title),
      ['Overview', 'Overview', 'Overview', 'Getting Started', 'Hooks'],
    )
    const categories = await db.read.selectFrom('categories').select('name').orderBy('name').execute()
    assert.deepEqual(
      categories.map(({ name }) => name),
      ['A', 'B', 'C', 'Use'],
    )
  })
})
