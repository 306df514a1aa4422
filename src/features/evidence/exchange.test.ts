// Evidence in an exported folder, on both engines: it comes back on another site, and where it is already nothing changes. And in
// a backup, which is a copy of the database.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { writeBackup } from '#engine/db/backup/backup.ts'
import { restoreBackup } from '#engine/db/backup/restore.ts'
import { openDb } from '#engine/db/open.ts'
import { exportFolder } from '#features/exchange/export/export.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { build, ENGINES, onEngines } from '../../../test/build.ts'
import { approveWith, evidenceOn } from '../../../test/evidence.ts'
import { folderOf } from '../../../test/folder.ts'

onEngines('evidence in a folder', (engine) => {
  test('comes back with export and import, and a second import changes nothing', async (t) => {
    const one = await evidenceOn(await build(t, { engine }))
    const category_id = (await one.call('POST', '/api/admin/categories/', { name: 'Rules', review_after: 90 })).body.id
    const source = await one.make({ title: 'Source', markdown: 'Keep 30 days.', category_id })
    const id = await one.make({ title: 'Guide' })
    const notes = { kind: 'notes' as const, id: null, title: 'Mail', quote: 'secret' }
    const page = { kind: 'document' as const, id: source, title: 'Source', quote: 'Keep 30 days.' }
    await approveWith(one, id, [{ text: 'We keep **it**.', origin: 'notes', sources: [notes, page] }])
    const folder = folderOf(t)
    await exportFolder(one, folder, { force: true })
    assert.match(readFileSync(join(folder, 'guide.md'), 'utf8').split('\n---\n')[0]!, /^galley: .*secret.*Keep 30/m)
    const before = await one.evidence(id)
    const again = await importFolder(one, COMMAND_LINE, folder)
    assert.deepEqual(
      { updated: again.updated, skipped: again.skipped, evidence: await one.evidence(id) },
      { updated: 0, skipped: [], evidence: before },
    )
    assert.deepEqual(again.categories, { created: 0, updated: 0 })

    const other = await evidenceOn(await build(t, { engine }))
    const file = join(folder, 'guide.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"evidence":[', '"evidence":[{"text":1},'))
    const report = await importFolder(other, COMMAND_LINE, folder)
    assert.deepEqual(
      { created: report.created, warningsLength: report.warnings.length },
      { created: 2, warningsLength: 1 },
    )
    assert.equal((await other.call('GET', '/api/admin/categories/')).body[0].review_after, 90)
    const { body } = await other.call('GET', '/api/docs/guide')
    const [block] = await other.evidence(body.id)
    const shown = block.sources.map(({ kind, quote }: { kind: string; quote: string }) => [kind, quote])
    assert.deepEqual(shown, [
      ['notes', 'secret'],
      ['document', 'Keep 30 days.'],
    ])
    await other.call('PUT', `/api/docs/${block.sources[1].id}`, { markdown: 'Keep 45 days.' })
    assert.deepEqual(await other.staleOf(body.id), [null, 'changed'])
  })
})

onEngines('what is watched', (engine) => {
  test('comes back: a block whose comma someone fixed is still checked against its quote', async (t) => {
    const one = await evidenceOn(await build(t, { engine }))
    const sentence = 'Backups are kept for 30 days.'
    const source = await one.make({ title: 'Source', markdown: sentence })
    const id = await one.make({ title: 'Guide', markdown: sentence })
    await one.quote(id, source, sentence)
    await one.call('PUT', `/api/docs/${id}`, { markdown: 'Backups are kept, for 30 days.' })
    const folder = folderOf(t)
    await exportFolder(one, folder, { force: true })
    const other = await evidenceOn(await build(t, { engine }))
    await importFolder(other, COMMAND_LINE, folder)
    const ids = await other.db.read.selectFrom('documents').select(['id', 'slug']).execute()
    const idOf = (slug: string) => ids.find((row) => row.slug === slug)!.id
    await other.call('PUT', `/api/docs/${idOf('source')}`, { markdown: 'Backups are kept for 45 days.' })
    assert.deepEqual(await other.staleOf(idOf('guide')), ['changed'])
  })
})

/** On PostgreSQL a backup is pg_dump's, whose version has to be the server's: what it leaves out is not ours to test. */
test('a backup that is restored has the evidence and what needs a look', {
  skip: !ENGINES.includes('sqlite'),
}, async (t) => {
  const on = await evidenceOn(await build(t, { engine: 'sqlite' }))
  const source = await on.make({ title: 'Source', markdown: 'Keep 30 days.' })
  const id = await on.make({ title: 'Guide', markdown: 'We keep it.' })
  await on.quote(id, source, 'Keep 30 days.')
  await on.call('PUT', `/api/docs/${source}`, { markdown: 'Keep 45 days.' })
  const dataDir = folderOf(t)
  await writeBackup(on.db, join(dataDir, 'a.backup'))
  await restoreBackup({ ...on.config, dataDir }, join(dataDir, 'a.backup'), false)
  const restored = await openDb({ ...on.config, dataDir })
  t.after(() => restored.close())
  const tables = ({ read }: typeof restored) =>
    Promise.all([
      read.selectFrom('evidence').selectAll().execute(),
      read.selectFrom('evidence_sources').selectAll().execute(),
    ])
  const [blocks, sources] = await tables(restored)
  assert.deepEqual([blocks, sources], await tables(on.db))
  assert.deepEqual(
    { blocksLength: blocks.length, reason: sources[0]?.reason, nearest: sources[0]?.nearest },
    { blocksLength: 1, reason: 'changed', nearest: 'Keep 45 days.' },
  )
})
