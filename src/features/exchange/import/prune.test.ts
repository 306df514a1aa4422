// Pages whose files are gone from a folder that is imported again, and those that stay.

import assert from 'node:assert/strict'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { buildDeps, onEngines } from '../../../../test/build.ts'
import { folderOf } from '../../../../test/folder.ts'
import { importFolder } from './import.ts'
import { followFolder, MOST_PRUNED } from './prune.ts'

onEngines('galley import --prune', (engine) => {
  async function imported(t: TestContext, files: Record<string, string>) {
    const deps = await buildDeps(t, { engine })
    const root = folderOf(t, files)
    const again = async (how: { most?: number | undefined; isDry?: boolean; into?: string; of?: string } = {}) => {
      const { isDry = false, into = '', of = root, most = MOST_PRUNED } = how
      const report = await importFolder(deps, COMMAND_LINE, of, { isDry, into })
      await followFolder(deps, COMMAND_LINE, report, { root: of, folder: `${of}\n${into}`, most })
      return {
        gone: report.pruned.map(({ path }) => path),
        failed: report.failed.filter(({ path }) => path === '.'),
        warnings: report.warnings,
      }
    }
    const slugs = async () => {
      const rows = await deps.db.read.selectFrom('documents').select('slug').orderBy('slug').execute()
      return rows.map(({ slug }) => slug)
    }
    return { deps, root, again, slugs }
  }
  const text = 'Text.\n'

  test('moves to the trash what is gone, together, and nothing of another folder', async (t) => {
    const { deps, root, again, slugs } = await imported(t, {
      'a.md': text,
      'b.md': text,
      'c.md': text,
      'sub/d.md': text,
    })
    await again({ most: 0 })
    const other = folderOf(t, { 'e.md': text })
    await again({ of: other, most: 0 })
    await again({ of: other, into: 'Elsewhere', most: 0 })
    for (const path of ['b.md', 'sub/d.md']) rmSync(join(root, path))
    rmSync(join(other, 'e.md'))
    assert.deepEqual((await again({ isDry: true })).gone, ['b.md', 'sub/d.md'])
    assert.deepEqual(await slugs(), ['a', 'b', 'c', 'e', 'elsewhere-e', 'sub-d'])
    assert.deepEqual(await again(), { gone: ['b.md', 'sub/d.md'], failed: [], warnings: [] })
    assert.deepEqual(await slugs(), ['a', 'c', 'e', 'elsewhere-e'])
    const deleted = await deps.db.read
      .selectFrom('document_rows')
      .select('deletion_id')
      .where('slug', 'in', ['b', 'sub-d'])
      .execute()
    assert.equal(new Set(deleted.map(({ deletion_id }) => deletion_id)).size, 1, 'one deletion')
    assert.deepEqual((await again()).gone, [])
  })

  test('follows a file that was renamed or has another slug, and leaves what could not be read', async (t) => {
    const { root, again, slugs } = await imported(t, {
      'a.md': '---\nslug: kept\n---\nText.\n',
      'b.md': '---\nslug: former\n---\nText.\n',
      'c.md': text,
    })
    await again()
    renameSync(join(root, 'a.md'), join(root, 'renamed.md'))
    writeFileSync(join(root, 'b.md'), '---\nslug: newer\n---\nText.\n')
    writeFileSync(join(root, 'c.md'), '---\nvisibility: secret\n---\nText.\n')
    assert.deepEqual((await again()).gone, ['b.md'])
    assert.deepEqual(await slugs(), ['c', 'kept', 'newer'])
    rmSync(join(root, 'renamed.md'))
    assert.deepEqual((await again()).gone, ['renamed.md'])
  })

  test('leaves more than 20 pages unless that is confirmed', async (t) => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`many/${n}.md`, text]))
    const { root, again, slugs } = await imported(t, { 'a.md': text, ...many })
    await again()
    rmSync(join(root, 'many'), { recursive: true })
    const { gone, failed } = await again()
    assert.deepEqual(gone, [])
    assert.match(failed[0]!.reason, /^21 pages are gone from the folder and stay; --yes /)
    assert.equal((await slugs()).length, 22)
    assert.equal((await again({ most: Infinity })).gone.length, 21)
    assert.deepEqual(await slugs(), ['a'])
  })
})
