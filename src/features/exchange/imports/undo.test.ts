// The undo of an import after people have gone on writing, and what is left of one that was cut off.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { HOUR } from '#time.ts'
import { runImporter } from '#worker/importer.ts'
import { type Built, build, onEngines, TestClock, type TestPerson } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { zipOf } from '../../../../test/docx.ts'
import { until } from '../../../../test/until.ts'
import { claimImport } from './claims.ts'
import { createImport, getImport, keepPiece, readImport, startImport, stopImport, undoImport } from './imports.ts'
import { runStep } from './steps.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const pagesOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`many/page-${n}.md`, `# Page ${n}\n\nText.\n`]))

onEngines('an import', (engine) => {
  const t = suiteCleaner()
  const clock = new TestClock()
  let built: Built
  let editor: TestPerson
  let actor: Parameters<typeof createImport>[1]
  before(async () => {
    built = await build(t, { engine, clock })
    editor = await built.person('editor')
    actor = { userId: editor.id, role: 'editor', label: editor.email, member: true, everything: true }
  })
  const work = async () => {
    const row = await claimImport(built)
    if (row) await runStep(built, row)
  }
  /** upload uploads a folder and has it read. */
  const upload = async (
    files: Record<string, string>,
    choice: Parameters<typeof readImport>[3] = {},
    by = actor,
  ): Promise<number> => {
    const zip = zipOf(files)
    const { id } = await createImport(built, by, { name: 'site', size: zip.length })
    await keepPiece(built, by, id, { number: 0, bytes: zip })
    await readImport(built, by, id, choice)
    await work()
    return id
  }
  /** begin starts it, too; a worker has to do the rest. */
  const begin: typeof upload = async (files, choice, by = actor) => {
    const id = await upload(files, choice, by)
    await startImport(built, by, id)
    return id
  }
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    (await built.app.inject({ method, url, headers: editor.headers, ...(payload && { payload }) })).json()
  const env = () => ({
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    GALLEY_DATA: built.config.dataDir,
    DATABASE_URL: built.config.databaseUrl,
    GALLEY_LOG_LEVEL: 'silent',
  })
  const countPages = async () =>
    Number(
      (
        await built.db.read
          .selectFrom('documents')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('title', 'like', 'Page %')
          .executeTakeFirstOrThrow()
      ).count,
    )

  test('leaves to people what they have written since, and names it', async () => {
    const old = await call('POST', '/api/docs/', { title: 'Old', slug: 'old', markdown: 'As it was.', tags: ['mine'] })
    const shelf = await call('POST', '/api/admin/categories/', { name: 'Shelf' })
    const files = { 'old.md': '# New title\n\nAs it is.\n', 'one/a.md': '# A\n\nText.\n', 'two/b.md': '# B\n\nText.\n' }
    const id = await begin(files, { as_drafts: false, category_id: shelf.id })
    await work()
    assert.equal((await call('GET', '/api/docs/old')).title, 'Old', 'in a category slugs have its name before them')
    const b = await call('GET', '/api/docs/shelf-two-b')
    await call('PUT', `/api/docs/${b.id}`, { markdown: 'Written by hand.' })
    await undoImport(built, actor, id)
    await work()
    const { state, undone } = await getImport(built, COMMAND_LINE, id)
    assert.equal(state, 'undone')
    assert.deepEqual(undone, {
      deleted: 2,
      restored: 0,
      categories: 1,
      kept: [{ document_id: b.id, title: 'B', reason: 'someone has written in it since' }],
    })
    assert.equal((await call('GET', `/api/docs/${old.id}/blocks`)).version, 1)
    const deletions = await built.db.read
      .selectFrom('document_rows')
      .select('deletion_id')
      .where('deletion_id', 'is not', null)
      .execute()
    assert.equal(new Set(deletions.map(({ deletion_id }) => deletion_id)).size, 1, 'one deletion')
  })

  test('gives a page that it changed back its text and its place', async () => {
    const old = await call('POST', '/api/docs/', {
      title: 'Former',
      slug: 'former',
      markdown: 'As it was.',
      tags: ['mine'],
    })
    const id = await begin(
      { 'former.md': '---\ntags: [new]\nvisibility: members\ncategory: Shelf\n---\n# Changed\n\nAs it is.\n' },
      { as_drafts: false },
    )
    await work()
    const changed = await call('GET', '/api/docs/former')
    assert.deepEqual(
      { title: changed.title, visibility: changed.visibility, tags: changed.tags },
      { title: 'Changed', visibility: 'members', tags: ['new'] },
    )
    await undoImport(built, actor, id)
    await work()
    const again = await call('GET', '/api/docs/former')
    assert.deepEqual(
      {
        title: again.title,
        visibility: again.visibility,
        tags: again.tags,
        category_id: again.category_id,
        id: again.id,
      },
      { title: 'Former', visibility: 'public', tags: ['mine'], category_id: null, id: old.id },
    )
    assert.deepEqual((await getImport(built, COMMAND_LINE, id)).undone?.restored, 1)
  })

  test('takes back what waits for review, with its proposals', async () => {
    const shelf = await call('POST', '/api/admin/categories/', { name: 'Reviewed' })
    const { headers } = await built.person('admin')
    const url = `/api/admin/categories/${shelf.id}/publishing`
    await built.app.inject({ method: 'PUT', url, headers, payload: { publishing: 'review' } })
    const id = await begin({ 'r/one.md': '# One\n\nText.\n' }, { as_drafts: false, category_id: shelf.id })
    await work()
    const waiting = async () => (await call('GET', '/api/admin/proposals')).length
    assert.equal(await waiting(), 1)
    await undoImport(built, actor, id)
    await work()
    const { undone } = await getImport(built, COMMAND_LINE, id)
    assert.deepEqual(
      { deleted: undone?.deleted, kept: undone?.kept, waiting: await waiting() },
      { deleted: 1, kept: [], waiting: 0 },
    )
  })

  test('keeps old addresses where that is wanted, and its undo takes them back', async () => {
    const id = await begin(
      { 'guide/old-page.md': '# Moved\n\nText.\n', 'b.md': '# B2\n' },
      { as_drafts: false, redirects: true },
    )
    await work()
    assert.equal((await getImport(built, COMMAND_LINE, id)).report?.redirects, 3)
    const led = async () => (await built.app.inject({ url: '/guide/old-page' })).headers.location
    assert.match(String(await led()), /^\/read\//)
    await undoImport(built, actor, id)
    await work()
    assert.equal(await led(), undefined)
  })

  test('that is stopped keeps what it wrote, and can be gone on with', async () => {
    const id = await begin(pagesOf(60))
    const row = (await claimImport(built))!
    await stopImport(built, actor, id)
    await runStep(built, row)
    assert.equal(await countPages(), 0, 'its worker writes nothing more')
    assert.deepEqual(
      {
        state: (await getImport(built, COMMAND_LINE, id)).state,
        error: (await getImport(built, COMMAND_LINE, id)).error,
      },
      { state: 'interrupted', error: 'It was stopped' },
    )
    await startImport(built, actor, id)
    await work()
    assert.deepEqual(
      { state: (await getImport(built, COMMAND_LINE, id)).state, countPages: await countPages() },
      { state: 'done', countPages: 60 },
    )
    await undoImport(built, actor, id)
    await work()
    await assert.rejects(stopImport(built, actor, id), /is not under way/)
  })

  test('as drafts shows visitors no category of its own until one of its pages is published', async () => {
    const id = await begin({ 'zeppelins/hangar.md': '# Hangar\n\nText.\n', 'b.md': '# B3\n' })
    await work()
    const naming = async () => {
      const channels = ['/', '/llms.txt', '/sitemap.xml', '/feed.xml']
      const bodies = await Promise.all(channels.map(async (url) => (await built.app.inject({ url })).body))
      return channels.filter((_, nth) => /zeppelins/i.test(bodies[nth]!))
    }
    assert.deepEqual(await naming(), [])
    const { pages } = (await getImport(built, COMMAND_LINE, id)).report!
    const hangar = pages.find(({ title }) => title === 'Hangar')!
    await call('PUT', `/api/docs/${hangar.id}`, { published: true })
    assert.ok((await naming()).includes('/llms.txt'))
  })

  test('reads nothing of the machine that it is unpacked on', async () => {
    const { dataDir } = built.config
    mkdirSync(join(dataDir, 'imports/snippets'), { recursive: true })
    for (const folder of ['', 'snippets', 'imports', 'imports/snippets'])
      writeFileSync(join(dataDir, folder === 'snippets' ? '' : folder, 'secret.md'), 'Swordfish')
    const id = await begin({ 'docs/page.md': '# P\n\n--8<-- "secret.md"\n', 'mkdocs.yml': 'site_name: x\n' })
    await work()
    const [page] = (await getImport(built, COMMAND_LINE, id)).report!.pages
    assert.equal(JSON.stringify(await call('GET', `/api/docs/${page!.id}/blocks`)).includes('Swordfish'), false)
  })

  test('that a process was killed over goes on by itself, and doubles nothing', async () => {
    const id = await begin(pagesOf(300))
    const row = (await claimImport(built))!
    const args = ['src/main.ts', 'import-step', String(id), String(row.fence)]
    const child: ChildProcess = spawn(process.execPath, args, {
      cwd: ROOT,
      env: env(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await until('it has written some pages', async () => (await countPages()) > 0)
    child.kill('SIGKILL')
    await ended
    assert.equal((await getImport(built, COMMAND_LINE, id)).state, 'importing')
    const runOut = { lease_until: clock.now() - HOUR }
    await built.db.inTransaction((tx) => tx.updateTable('imports').set(runOut).where('id', '=', id).execute())
    const stop = new AbortController()
    const importer = runImporter(built, { signal: stop.signal, env: env(), pollMs: 50 })
    const isDone = until('it is done', async () => (await getImport(built, COMMAND_LINE, id)).state === 'done')
    await isDone.finally(() => stop.abort()).finally(() => importer)
    assert.equal(await countPages(), 300)
    const { report } = await getImport(built, COMMAND_LINE, id)
    assert.equal(report!.pages.length, 300)
    const { created, unchanged, pages } = report!
    assert.deepEqual({ created, unchanged }, { created: 300, unchanged: 0 }, 'those of the first process are counted')
    assert.ok(pages.every(({ change }) => change === 'created'))
    await undoImport(built, actor, id)
    await work()
    assert.deepEqual(
      { countPages: await countPages(), deleted: (await getImport(built, COMMAND_LINE, id)).undone?.deleted },
      { countPages: 0, deleted: 300 },
    )
  })

  test('ends with the right of the person who started it, and reports what it made until then', async () => {
    const person = await built.person('editor')
    const id = await begin(pagesOf(600), {}, { ...actor, userId: person.id })
    const row = (await claimImport(built))!
    const step = runStep(built, row)
    await until('it has written some pages', async () => (await countPages()) > 0)
    const { headers } = await built.person('admin')
    const url = `/api/admin/users/${person.id}`
    const payload = { role: 'reader' }
    const { statusCode } = await built.app.inject({ method: 'PATCH', url, headers, payload })
    assert.equal(statusCode, 200)
    const atDemotion = await countPages()
    await step
    const made = await countPages()
    // PostgreSQL may have a batch under way that began before.
    assert.ok(made < 600 && made <= atDemotion + 20, `${made} pages, ${atDemotion} when the role was changed`)
    const { state, error, report } = await getImport(built, COMMAND_LINE, id)
    assert.deepEqual(
      { state, error, created: report?.created, pages: report?.pages.length },
      { state: 'interrupted', error: 'The person who started it may no longer import', created: made, pages: made },
    )
    await undoImport(built, actor, id)
    await work()
    assert.equal(await countPages(), 0)
  })

  test('waits for an earlier one of the same person, and for nobody else', async () => {
    const other = await built.person('editor')
    const them = { ...actor, userId: other.id }
    const long = await upload(pagesOf(400))
    const next = await upload({ 'next/a.md': '# Next\n\nText.\n' })
    const short = await upload({ 'short/b.md': '# Short\n\nText.\n' }, {}, them)
    for (const id of [long, next]) await startImport(built, actor, id)
    await startImport(built, them, short)
    const stop = new AbortController()
    const importer = runImporter(built, { signal: stop.signal, env: env(), pollMs: 50 })
    const stateOf = async (id: number) => (await getImport(built, COMMAND_LINE, id)).state
    const isDone = until('that of the other person is done', async () => (await stateOf(short)) === 'done')
    await isDone.finally(() => stop.abort()).finally(() => importer)
    assert.deepEqual([await stateOf(long), await stateOf(next)], ['importing', 'importing'])
    assert.equal((await claimImport(built))?.id, long)
    assert.equal(await claimImport(built), undefined)
    for (const id of [long, next]) await stopImport(built, actor, id)
    for (const id of [long, next, short]) {
      await undoImport(built, actor, id)
      await work()
    }
  })

  test('that takes too long is ended, and can be continued', async () => {
    const id = await begin(pagesOf(3))
    const stop = new AbortController()
    const importer = runImporter(built, { signal: stop.signal, env: env(), pollMs: 50, longestStepMs: 1 })
    const isEnded = until('it is ended', async () => (await getImport(built, COMMAND_LINE, id)).state === 'interrupted')
    await isEnded.finally(() => stop.abort()).finally(() => importer)
    assert.match((await getImport(built, COMMAND_LINE, id)).error!, /^It took longer than/)
    await startImport(built, actor, id)
    await work()
    assert.equal((await getImport(built, COMMAND_LINE, id)).report?.created, 3)
    await undoImport(built, actor, id)
    await work()
  })

  test('that ends every process that takes it is given up, and can be undone', async () => {
    const id = await begin(pagesOf(3))
    for (let tries = 0; tries < 3; tries++) {
      assert.equal((await claimImport(built))?.id, id)
      clock.advance(31_000)
    }
    assert.equal(await claimImport(built), undefined)
    assert.deepEqual(
      { state: (await getImport(built, COMMAND_LINE, id)).state, countPages: await countPages() },
      { state: 'interrupted', countPages: 0 },
    )
    await startImport(built, actor, id)
    await work()
    assert.equal(await countPages(), 3)
    await undoImport(built, actor, id)
    await work()
    assert.equal(await countPages(), 0)
  })

  test('is written by one process: whoever lost it writes nothing more', async () => {
    const id = await begin(pagesOf(2))
    const late = (await claimImport(built))!
    clock.advance(31_000)
    const next = (await claimImport(built))!
    await runStep(built, late)
    assert.deepEqual(
      { countPages: await countPages(), state: (await getImport(built, COMMAND_LINE, id)).state },
      { countPages: 0, state: 'importing' },
    )
    await runStep(built, next)
    assert.deepEqual(
      { countPages: await countPages(), state: (await getImport(built, COMMAND_LINE, id)).state },
      { countPages: 2, state: 'done' },
    )
  })
})
