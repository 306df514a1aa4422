// galley push as a CI job has it: a folder of a checkout, a token, and a service that is reached over HTTP alone.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { claimImport } from '#features/exchange/imports/claims.ts'
import { runStep } from '#features/exchange/imports/steps.ts'
import { type Built, build, type Method, onEngines, type TestPerson } from '../../test/build.ts'
import { lastFirst, suiteCleaner } from '../../test/cleaner.ts'
import { folderOf } from '../../test/folder.ts'

const PICTURE = readFileSync('docs/images/panel-job.png')
const STORED_ABOVE = 'static/plan.png'
/** A site of Docusaurus: the configuration, a picture and a shared text are above its pages. */
const SITE = {
  'site/docusaurus.config.js': "module.exports = { title: 'Kiln' }\n",
  [`site/${STORED_ABOVE}`]: PICTURE,
  'site/docs/start.md': '# Start\n\nSee [firing](guides/firing.md).\n\n![Plan](/plan.png)\n',
  'site/docs/guides/firing.md': '# Firing\n\nUp to 1,200 degrees.\n',
  'site/docs/guides/glazes.md': '# Glazes\n\n![Tests](./tests.png)\n',
  'site/docs/guides/tests.png': Buffer.concat([PICTURE, Buffer.from([0])]),
  'site/docs/notes.bin': 'not read by anything',
}

onEngines('galley push', (engine) => {
  const t = suiteCleaner()
  const ended = new AbortController()
  let built: Built
  let editor: TestPerson
  let origin: string
  let token: string
  before(async () => {
    built = await build(t, { engine })
    await built.app.listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(built.app.server.address() as AddressInfo).port}`
    editor = await built.person('editor')
    const body = { name: 'CI', scopes: ['read', 'write'] }
    token = (await call('POST', '/api/tokens', body)).token
    const working = work(ended.signal)
    // Before the database is closed.
    lastFirst(t).after(() => (ended.abort(), working))
  })

  /** work is what the service's worker does. */
  async function work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const row = await claimImport(built)
      if (row) await runStep(built, row)
      else await sleep(20)
    }
  }
  async function call(method: Method, url: string, payload?: object, headers = editor.headers) {
    const response = await built.app.inject({ method, url, headers, ...(payload && { payload }) })
    assert.ok(response.statusCode < 300, `${method} ${url}: ${response.statusCode} ${response.body}`)
    return response.body === '' ? undefined : response.json()
  }
  /** push runs the command; without GALLEY_DATA in reach it could open no database. */
  function push(folder: string, words: string[] = [], env: Record<string, string> = {}) {
    const args = ['bin/galley.cjs', 'push', folder, '--to', origin, ...words]
    const settings = { PATH: process.env.PATH, GALLEY_TOKEN: token, GALLEY_DATA: join(folder, 'none'), ...env }
    return new Promise<{ code: number; said: string; complained: string }>((resolve) =>
      execFile(process.execPath, args, { env: settings }, (error, said, complained) =>
        resolve({ code: error ? Number(error.code) : 0, said, complained }),
      ),
    )
  }
  const versions = async () => {
    const rows = await built.db.read.selectFrom('documents').select(['slug', 'version']).orderBy('slug').execute()
    return Object.fromEntries(rows.map(({ slug, version }) => [slug, version]))
  }

  test('refuses what can’t work, with one sentence', async () => {
    const folder = folderOf(t, { 'a.md': 'Text.\n' })
    for (const [words, env, sentence] of [
      [['--prune'], {}, /--prune needs --name/],
      [['--to', 'http://docs.example.com'], {}, /must be the https address/],
      [['--to', `${origin}/docs`], {}, /must be the https address/],
      [[], { GALLEY_TOKEN: '' }, /GALLEY_TOKEN is not set/],
      [[], { GALLEY_TOKEN: 'gly_k_wrong' }, /the token in GALLEY_TOKEN is not valid/],
      [['--into', 'Nowhere'], {}, /There is no category Nowhere/],
    ] as [string[], Record<string, string>, RegExp][]) {
      const { code, complained } = await push(folder, words, env)
      assert.deepEqual({ code, lines: complained.trim().split('\n').length }, { code: 1, lines: 1 }, complained)
      assert.match(complained, sentence)
    }
    const { token: reading } = await call('POST', '/api/tokens', { name: 'reading', scopes: ['read'] })
    assert.match((await push(folder, [], { GALLEY_TOKEN: reading })).complained, /refused it: .*403/)
    assert.deepEqual(await versions(), {})
  })

  test('brings pages with what they show from above the folder, then changed ones alone', async () => {
    const top = folderOf(t, SITE)
    const folder = join(top, 'site/docs')
    await call('POST', '/api/admin/categories/', { name: 'Kiln' })
    const into = ['--into', 'Kiln', '--name', 'kiln']

    const dry = await push(folder, [...into, '--dry-run'])
    assert.match(dry.said, /3 documents created[\s\S]*Dry run: nothing was written/)
    assert.deepEqual(await versions(), {})
    const first = await push(folder, into)
    assert.equal(first.code, 0, first.complained)
    assert.match(first.said, /Read as docusaurus[\s\S]*3 documents created, 0 updated, 0 unchanged;.* 2 pictures kept/)
    assert.match(first.complained, /6 files sent, 0 more/)
    assert.deepEqual(await versions(), { 'kiln-guides-firing': 1, 'kiln-guides-glazes': 1, 'kiln-start': 1 })
    const { headers } = editor
    const markdown = (await built.app.inject({ url: '/read/kiln-start.md', headers })).body
    assert.match(markdown, /\[firing\]\([^)]*\/read\/kiln-guides-firing/)
    const [picture] = /\/pictures\/[0-9a-f]+\.png/.exec(markdown)!
    assert.deepEqual((await built.app.inject({ url: picture })).rawPayload, PICTURE)

    const again = await push(folder, into)
    assert.match(again.said, /0 documents created, 0 updated, 3 unchanged[\s\S]*Nothing has changed/)
    assert.match(again.complained, /4 files sent, 2 more that the service had/)
    const { length } = await call('GET', '/api/admin/imports')
    assert.equal(length, 1, 'what changed nothing leaves no import behind')

    writeFileSync(join(folder, 'guides/firing.md'), '# Firing\n\nUp to 1,250 degrees.\n')
    const changed = await push(folder, [...into, '--json'])
    const report = JSON.parse(changed.said)
    assert.deepEqual([report.created, report.updated, report.unchanged, report.failed], [0, 1, 2, []])
    assert.deepEqual(await versions(), { 'kiln-guides-firing': 2, 'kiln-guides-glazes': 1, 'kiln-start': 1 })
  })

  test('ends with 1 when a page can’t be imported, and imports the others', async () => {
    const folder = folderOf(t, { 'good.md': '# Good\n\nText.\n', 'bad.md': '---\nvisibility: secret\n---\n\nText.\n' })
    const { code, said } = await push(folder)
    assert.equal(code, 1)
    assert.match(said, /not imported: bad\.md: line 2: visibility must be[\s\S]*1 document created/)
  })

  test('prunes what was pushed under its name and is gone, and its undo brings that back', async () => {
    const names = Array.from({ length: 22 }, (_, nth) => `many/page-${nth}.md`)
    const folder = folderOf(t, {
      'one.md': '# One\n\nText.\n',
      ...Object.fromEntries(names.map((name) => [name, `# ${name}\n\nText.\n`])),
    })
    const other = folderOf(t, { 'theirs.md': '# Theirs\n\nText.\n' })
    const prune = ['--name', 'pots', '--prune']
    assert.equal((await push(folder, prune)).code, 0)
    assert.equal((await push(other, ['--name', 'others'])).code, 0)
    rmSync(join(folder, 'many/page-0.md'))
    assert.match((await push(folder, [...prune, '--dry-run'])).said, /gone: many\/page-0\.md/)
    const { said } = await push(folder, prune)
    assert.match(said, /moved to the trash: many\/page-0\.md[\s\S]*1 document moved to the trash/)
    const [{ id }] = await call('GET', '/api/admin/imports')
    assert.equal((await versions())['many-page-0'], undefined)
    await call('POST', `/api/admin/imports/${id}/undo`)
    while ((await call('GET', `/api/admin/imports/${id}`)).state !== 'undone') await sleep(20)
    assert.equal((await versions())['many-page-0'], 2)

    rmSync(join(folder, 'many'), { recursive: true })
    const refused = await push(folder, prune)
    assert.equal(refused.code, 1)
    assert.match(refused.said, /21 pages are gone from the folder and stay; --yes/)
    assert.equal((await push(folder, [...prune, '--yes'])).code, 0)
    const left = Object.keys(await versions())
    assert.deepEqual(
      left.filter((slug) => slug.startsWith('many')),
      ['many-page-0'],
      'one that came back is nobody’s',
    )
    assert.ok(left.includes('one') && left.includes('theirs'))
  })

  test('proposes what is published after review: a change once, and a page that is gone', async () => {
    const { headers } = await built.person('admin')
    const { id: category } = await call('POST', '/api/admin/categories/', { name: 'Reviewed' })
    const folder = folderOf(t, { 'a.md': '# A\n\nOld words.\n', 'b.md': '# B\n\nText.\n' })
    const words = ['--into', 'Reviewed', '--name', 'reviewed', '--prune']
    await push(folder, words)
    await call('PUT', `/api/admin/categories/${category}/publishing`, { publishing: 'review' }, headers)
    writeFileSync(join(folder, 'a.md'), '# A\n\nNew words.\n\nAnd more.\n')
    rmSync(join(folder, 'b.md'))
    mkdirSync(join(folder, 'sub'))
    const first = await push(folder, words)
    assert.equal(first.code, 0, first.complained)
    assert.match(
      first.said,
      /gone, and proposed for the trash: b\.md[\s\S]*0 documents created, 0 updated, 1 unchanged;.*1 change waiting for approval/,
    )
    const proposals = async () => {
      const rows = await built.db.read
        .selectFrom('proposals')
        .selectAll()
        .where('closed_at', 'is', null)
        .orderBy('id')
        .execute()
      return rows.map(({ id, revision_id, action }) => ({ id, revision_id, action }))
    }
    const open = await proposals()
    assert.deepEqual(
      open.map(({ action }) => action),
      [null, '{"delete":true}'],
    )
    assert.deepEqual([(await versions())['reviewed-a'], (await versions())['reviewed-b']], [1, 1])
    assert.equal((await push(folder, words)).code, 0)
    assert.deepEqual(await proposals(), open, 'pushed again, it is the same proposal with the same revision')

    writeFileSync(join(folder, 'c.md'), '# C\n\nNew page.\n')
    const more = JSON.parse((await push(folder, [...words, '--json'])).said)
    assert.deepEqual([more.created, more.updated, more.proposed], [1, 0, 2])
  })

  test('runs as the jobs of docs/moving-content.md have it', async () => {
    const blocks = [...readFileSync('docs/moving-content.md', 'utf8').matchAll(/^```yaml\n(# \.git[\s\S]*?)^```/gm)]
    const [github, gitlab] = blocks.map(([, yaml]) => parse(yaml!))
    const steps: { run?: string }[] = github.jobs.docs.steps
    const scripts = [
      ...steps.flatMap(({ run }) => run ?? []).map((line) => [line, {}] as const),
      ...['main', 'a-change'].map((branch) => [gitlab.docs.script.join('\n'), { CI_COMMIT_BRANCH: branch }] as const),
    ]
    assert.equal(scripts.length, 4)
    await call('POST', '/api/admin/categories/', { name: 'Handbook' })
    const top = folderOf(t, { 'docs/handbook.md': '# Handbook\n\nText.\n' })
    const outcomes: string[] = []
    for (const [script, more] of scripts) {
      const env = {
        PATH: process.env.PATH,
        GALLEY_TOKEN: token,
        DOCS_URL: origin,
        CI_DEFAULT_BRANCH: 'main',
        ...more,
      }
      const here = script.replaceAll('/galley/', `${process.cwd()}/`)
      const { stdout } = await promisify(execFile)('sh', ['-ec', here], { cwd: top, env })
      outcomes.push(
        /\d document[s]? created, \d updated, \d unchanged/.exec(stdout)![0] +
          (/Dry run|Nothing/.exec(stdout)?.[0] ?? ''),
      )
    }
    const [made, same] = ['1 document created, 0 updated, 0 unchanged', '0 documents created, 0 updated, 1 unchanged']
    assert.deepEqual(outcomes, [`${made}Dry run`, made, `${same}Nothing`, `${same}Dry run`])
  })

  test('loses its right with the person whose token it is', async () => {
    const folder = folderOf(t, { 'late.md': '# Late\n\nText.\n' })
    const person = await built.person('editor')
    const { token: theirs } = await call(
      'POST',
      '/api/tokens',
      { name: 'CI', scopes: ['read', 'write'] },
      person.headers,
    )
    await built.db.inTransaction((tx) =>
      tx.updateTable('users').set({ role: 'reader' }).where('id', '=', person.id).execute(),
    )
    assert.match((await push(folder, [], { GALLEY_TOKEN: theirs })).complained, /refused it: .*40[13]/)
  })
})
