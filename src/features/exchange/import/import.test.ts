// Import and export of a folder of Markdown, on both engines: what becomes of it, that a second run changes nothing, and
// that what was exported imports without a change.

import assert from 'node:assert/strict'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, type TestContext, test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { setPinned } from '#features/documents/editing/service.ts'
import { type Built, build, buildDeps, onEngines } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { folderOf } from '../../../../test/folder.ts'
import { exportFolder } from '../export/export.ts'
import { importFolder } from './import.ts'

const FILES = {
  'start.md': '# Getting *started*\n\nRead the [guide](guides/install.md#linux), then [this](./guides/deep/more.md).\n',
  'guides/README.md': '---\ntitle: Guides\nvisibility: members\nposition: 1\n---\n\nAll the guides.\n',
  'guides/install.md':
    '---\ntitle: "Install: now"\nslug: install\ntags: [setup, Linux]\nsummary: How to.\nvisibility: restricted\naccess:\n  roles: [reader]\nposition: 3\n---\n## Linux\n\n- one\n- two [back](../start.md)\n\n| a | b |\n| - | - |\n| [x](deep/more.md) | y |\n',
  'guides/deep/more.md': 'No heading here. ![shot](shot.png)\n',
  'guides/deep/README.md': '# Deep things\n\nWith a list:\n\n1. first\n2. second\n',
  'about/01-our_team.md': 'Who we are.\n',
  'elsewhere.md': '---\ncategory: Legal / Terms\n---\n# Terms\n\nBe nice.\n',
  'Русский текст.md': '# Привет\n\nМир.\n',
}

onEngines('import and export', (engine) => {
  describe('a folder that was imported', () => {
    const t = suiteCleaner()
    let report: Awaited<ReturnType<typeof importFolder>>
    let get: (path: string) => Promise<ReturnType<typeof JSON.parse>>
    before(async () => {
      const { db, clock, config, app, person } = await build(t, { engine })
      report = await importFolder({ db, clock, config }, COMMAND_LINE, folderOf(t, FILES))
      const { headers } = await person('admin')
      get = async (path) => (await app.inject({ url: path, headers })).json()
    })
    const names = (path: { name: string }[]) => path.map(({ name }) => name)

    test('is reported in numbers, with what could not be taken along', () => {
      assert.deepEqual(report.failed, [])
      assert.equal(report.created, 7, 'five plain files, one more, and the overview of a folder')
      assert.deepEqual(report.categories, { created: 5, updated: 0 })
      assert.deepEqual(report.warnings, [
        { path: 'guides/deep/more.md', line: 1, reason: 'broken link: shot.png is not in this import' },
      ])
    })

    test('has titles from front matter, a heading or the name of the file', async () => {
      const titles = { install: 'Install: now', start: 'Getting started', 'guides-deep': 'Deep things' }
      const others = { 'about-01-our-team': 'Our team', 'russkii-tekst': 'Привет' }
      for (const [slug, title] of Object.entries({ ...titles, ...others }))
        assert.equal((await get(`/api/docs/${slug}`)).title, title)
    })

    test('has links that lead to documents', async () => {
      const [start, install] = [await get('/api/docs/start'), await get('/api/docs/install')]
      assert.match(JSON.stringify(start.blocks), /"href":"\/read\/install#linux".*"href":"\/read\/guides-deep-more"/)
      assert.match(JSON.stringify(install.blocks), /\/read\/start.*\/read\/guides-deep-more/)
    })

    test('has what front matter says', async () => {
      const { summary, tags, visibility, access, position } = await get('/api/docs/install')
      assert.deepEqual(
        { summary, tags, visibility, access, position },
        {
          summary: 'How to.',
          tags: ['setup', 'Linux'],
          visibility: 'restricted',
          access: { roles: ['reader'], users: [], groups: [] },
          position: 3,
        },
      )
    })

    test('has folders as categories, unless front matter names another', async () => {
      assert.deepEqual(names((await get('/api/docs/install')).category_path), ['Guides'])
      assert.deepEqual(names((await get('/api/docs/elsewhere')).category_path), ['Legal', 'Terms'])
    })

    test('has the README of a folder as its description and its rules', async () => {
      const categories = (await get('/api/admin/categories/')) as { name: string; [field: string]: unknown }[]
      const guides = categories.find(({ name }) => name === 'Guides')!
      assert.deepEqual(
        { description: guides.description, visibility: guides.visibility },
        { description: 'All the guides.', visibility: 'members' },
      )
    })

    test('is found at once', async () => {
      assert.equal((await get('/api/docs/search?q=nice'))[0].slug, 'elsewhere')
    })
  })

  test('a folder whose README says something that can not be read stays away, with all below it', async (t) => {
    const { db, clock, config, app } = await build(t, { engine })
    const secret = '---\nvisibility: restricted\nslug: Not a slug!\n---\n'
    const folder = folderOf(t, {
      'plans/README.md': secret,
      'plans/merger.md': 'Nobody knows.\n',
      'plans/deep/README.md': '# Deep\n',
      'plans/deep/price.md': 'A lot.\n',
      'linked/offer.md': 'Ours.\n',
      'nul.md': '---\ntitle: "a\\0b"\n---\nOurs.\n',
      'endless.md': '---\nvisibility: members\n\nOurs.\n',
      'open/note.md': 'All may read.\n',
      'readme-of-linked': secret,
    })
    symlinkSync('../readme-of-linked', join(folder, 'linked/README.md'))
    const report = await importFolder({ db, clock, config }, COMMAND_LINE, folder)
    assert.deepEqual(
      report.failed.map(({ path, reason }) => `${path}: ${reason}`),
      [
        'linked/README.md: a symbolic link',
        'endless.md: line 1: the front matter has no end: a line with --- is missing',
        'nul.md: line 2: the front matter has a NUL character',
        'plans/README.md: line 3: slug "Not a slug!" must be lower-case letters, digits and hyphens',
        'linked/offer.md: the folder linked could not become a category',
        'plans/merger.md: the folder plans could not become a category',
        'plans/deep/price.md: the folder plans/deep could not become a category',
      ],
    )
    const listed: { slug: string }[] = (await app.inject('/api/docs/')).json()
    assert.deepEqual(
      listed.map(({ slug }) => slug),
      ['open-note'],
    )
    assert.deepEqual(
      (await db.read.selectFrom('categories').select('name').execute()).map(({ name }) => name),
      ['Open'],
    )
  })

  test('a second run changes nothing, a changed file changes its document alone', async (t) => {
    const { db, clock, config } = await buildDeps(t, { engine })
    const folder = folderOf(t, FILES)
    await importFolder({ db, clock, config }, COMMAND_LINE, folder)
    const again = await importFolder({ db, clock, config }, COMMAND_LINE, folder)
    assert.deepEqual(
      { created: again.created, updated: again.updated, unchanged: again.unchanged },
      { created: 0, updated: 0, unchanged: 7 },
    )
    assert.deepEqual(again.categories, { created: 0, updated: 0 })
    writeFileSync(join(folder, 'start.md'), '# Getting started\n\nNew text.\n')
    writeFileSync(join(folder, 'guides/README.md'), '---\ntitle: Guides\nvisibility: public\n---\n')
    const changed = await importFolder({ db, clock, config }, COMMAND_LINE, folder)
    assert.deepEqual(
      { created: changed.created, updated: changed.updated, unchanged: changed.unchanged },
      { created: 0, updated: 1, unchanged: 6 },
    )
    assert.deepEqual(changed.categories, { created: 0, updated: 1 })
    const changes = await db.read.selectFrom('revisions').select('origin').where('version', '>', 1).execute()
    assert.deepEqual(changes, [{ origin: 'import' }])
  })

  test('keeps as text what only looks like HTML, and names it', async (t) => {
    const { db, clock, config, app } = await build(t, { engine })
    const body =
      'Run `galley import <folder>` or galley import <folder>.\n\n- List<String> \\<escaped>\n\n| a |\n| - |\n| <id> |\n'
    const root = folderOf(t, {
      'a.md': `# A\n\n${body}`,
      'b.md': '<Steps>\n\nText <b>bold</b>.\n\n</Steps>\n\n<folder>\n',
    })
    const { unknown } = await importFolder({ db, clock, config }, COMMAND_LINE, root)
    assert.deepEqual(unknown, [
      { path: 'a.md', line: 3, reason: '<folder> (2 times in 2 files)' },
      { path: 'a.md', line: 5, reason: '<String>' },
      { path: 'a.md', line: 9, reason: '<id>' },
      { path: 'b.md', line: 1, reason: '<Steps>' },
    ])
    const page = (await app.inject('/read/a')).body
    for (const shown of ['galley import &lt;folder&gt;.', 'List&lt;String&gt;', '&lt;id&gt;'])
      assert.ok(page.includes(shown), shown)
  })

  test('lets in people by their email, nobody by a username, which anyone may take', async (t) => {
    const { db, clock, config, app, person } = await build(t, { engine })
    const [bob, ann, eve] = [await person('reader', 'bob'), await person('reader'), await person('reader', 'eve', null)]
    const users = `[bob, ${ann.email}, ${eve.email}]`
    const closed = `---\nvisibility: restricted\naccess: { users: ${users} }\n---\n`
    const root = folderOf(t, { 'closed.md': `${closed}Text.\n`, 'team/README.md': closed, 'team/a.md': 'Text.\n' })
    const report = await importFolder({ db, clock, config }, COMMAND_LINE, root)
    for (const url of ['/api/docs/closed', '/api/docs/team-a']) {
      const statuses = [bob, ann, eve].map(async ({ headers }) => (await app.inject({ url, headers })).statusCode)
      assert.deepEqual(await Promise.all(statuses), [404, 200, 404], url)
    }
    const refused = report.warnings.map(({ path, reason }) => `${path}: ${reason.slice(0, reason.indexOf(':'))}`)
    assert.deepEqual(refused.toSorted(), [
      ...[
        'closed.md: lets in bob',
        `closed.md: lets in ${eve.email}`,
        'team: lets in bob',
        `team: lets in ${eve.email}`,
      ],
    ])
  })

  /** exportedOn imports, pins and exports: the folder that it returns holds everything that a file can say. */
  async function exportedOn({ db, clock, config, person }: Built, t: TestContext): Promise<string> {
    const friend = await person('reader', 'friend')
    const users = `[${friend.email}, nobody@example.com]`
    const files = {
      ...FILES,
      'readme.md': '# Front page\n\nHello.\n',
      'closed.md': `---\nvisibility: restricted\naccess: { users: ${users} }\n---\nText: with "quotes" #and\n\n---\n\n# Signs\n`,
      'index-of-all.md': '---\nslug: index\n---\nlist\n',
    }
    await importFolder({ db, clock, config }, COMMAND_LINE, folderOf(t, files))
    const start = db.read.selectFrom('documents').select('id').where('slug', '=', 'start')
    await setPinned({ db, clock }, COMMAND_LINE, (await start.executeTakeFirstOrThrow()).id, true)
    const folder = folderOf(t)
    await exportFolder({ db, clock }, folder, { force: false })
    return folder
  }

  test('what its author keeps back is not published, and an export says so', async (t) => {
    const { db, clock, config, app, person } = await build(t, { engine })
    const root = folderOf(t, {
      'plans/README.md': '---\ntitle: Takeover\ndraft: true\n---\nWe buy them.\n',
      'plans/price.md': '---\npublished: false\n---\n# Price\n\nMuch.\n',
      'plans/open.md': '# Open\n\nText.\n',
    })
    await importFolder({ db, clock, config }, COMMAND_LINE, root)
    const pages = ['/', '/read/category/plans', '/read/plans', '/read/plans-price', '/llms.txt']
    for (const url of pages) assert.doesNotMatch((await app.inject(url)).body, /Takeover|buy|Much/, url)
    assert.equal((await app.inject('/read/plans-open')).statusCode, 200)
    const { headers } = await person('editor')
    assert.match((await app.inject({ url: '/read/plans', headers })).body, /We buy them/)
    const exported = folderOf(t, {})
    await exportFolder({ db, clock }, exported, { force: true })
    assert.match(readFileSync(join(exported, 'plans/plans-price.md'), 'utf8'), /^draft: true$/m)
    assert.doesNotMatch(readFileSync(join(exported, 'plans/plans-open.md'), 'utf8'), /draft/)
    assert.equal((await importFolder({ db, clock, config }, COMMAND_LINE, exported)).updated, 0)
  })

  test('an export has pins, links between files, and no folder that is in use', async (t) => {
    const built = await build(t, { engine })
    const folder = await exportedOn(built, t)
    assert.match(readFileSync(join(folder, 'start.md'), 'utf8'), /^pinned: \d{4}-/m)
    assert.match(readFileSync(join(folder, 'guides/install.md'), 'utf8'), /\[back\]\(\.\.\/start\.md\)/)
    await assert.rejects(exportFolder(built, folder, { force: false }), /is not empty/)
  })

  test('what was exported imports without a change', async (t) => {
    const built = await build(t, { engine })
    const again = await importFolder(built, COMMAND_LINE, await exportedOn(built, t))
    assert.deepEqual(
      { failed: again.failed, created: again.created, updated: again.updated, unchanged: again.unchanged },
      { failed: [], created: 0, updated: 0, unchanged: 10 },
    )
    assert.deepEqual(again.categories, { created: 0, updated: 0 })
  })

  test('what was exported is the same again after an import into an empty database', async (t) => {
    const first = await exportedOn(await build(t, { engine }), t)
    const other = await build(t, { engine })
    await other.person('reader', 'friend')
    const fresh = await importFolder(other, COMMAND_LINE, first)
    assert.deepEqual(
      { failed: fresh.failed, created: fresh.created, warningsLength: fresh.warnings.length },
      { failed: [], created: 10, warningsLength: 1 },
    )
    const second = folderOf(t)
    await exportFolder(other, second, { force: false })
    for (const path of [
      'start.md',
      'closed.md',
      'guides/install.md',
      'guides/README.md',
      'guides/guides-deep/guides-deep.md',
    ]) {
      assert.equal(readFileSync(join(second, path), 'utf8'), readFileSync(join(first, path), 'utf8'))
    }
  })

  test('lengths are counted as the API counts them, and no character is cut in half', async (t) => {
    const { db, clock, config } = await build(t, { engine })
    const [boats, more] = ['⛵🛟'.repeat(150), '🛟'.repeat(301)]
    const files = {
      'fits.md': `---\ntitle: ${boats}\ncategory: ${'🛟'.repeat(120)}\n---\nText.\n`,
      'heading.md': `# ${boats}\n\nText.\n`,
      'long.md': `# ${more}\n\nText.\n`,
      [`a${'🛟'.repeat(60)}/README.md`]: `# a${'🛟'.repeat(130)}\n\nText.\n`,
    }
    const report = await importFolder({ db, clock, config }, COMMAND_LINE, folderOf(t, files))
    assert.deepEqual(report.failed, [{ path: 'long.md', reason: 'title has more than 300 characters' }])
    const titles = await db.read.selectFrom('documents').select('title').execute()
    assert.deepEqual(titles, [{ title: boats }, { title: boats }])
    const names = await db.read.selectFrom('categories').select('name').orderBy('id').execute()
    assert.deepEqual(names, [{ name: `a${'🛟'.repeat(119)}` }, { name: '🛟'.repeat(120) }])
  })

  test('front matter pins and unpins, and says nothing of pins when it is silent', async (t) => {
    const { db, clock, config } = await buildDeps(t, { engine })
    const pinsAfter = async (one: string, other: string) => {
      const files = { 'one.md': `---\n${one}\n---\nText.\n`, 'other.md': `---\n${other}\n---\nText.\n` }
      const { updated } = await importFolder({ db, clock, config }, COMMAND_LINE, folderOf(t, files))
      const rows = await db.read.selectFrom('documents').select('pinned_at').orderBy('slug').execute()
      return [updated, ...rows.map(({ pinned_at }) => pinned_at)]
    }
    const time = Date.parse('2026-01-02T03:04:05.678Z')
    const [, since] = await pinsAfter('pinned: true', 'title: Other')
    assert.ok(since! > 0)
    assert.deepEqual(await pinsAfter('pinned: true', 'pinned: 2026-01-02T03:04:05.678Z'), [1, since, time])
    assert.deepEqual(await pinsAfter('title: One', 'pinned: 2026-01-02T03:04:05.678Z'), [0, since, time])
    assert.deepEqual(await pinsAfter('pinned: false', 'title: Other'), [1, 0, time])
  })

  describe('a folder with files that can not be imported', () => {
    const t = suiteCleaner()
    let deps: Awaited<ReturnType<typeof buildDeps>>
    let report: Awaited<ReturnType<typeof importFolder>>
    before(async () => {
      deps = await buildDeps(t, { engine })
      const folder = folderOf(t, {
        'fine.md': 'Fine.',
        'latin1.md': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
        'yaml.md': '---\ntitle: [unclosed\n---\ntext',
        'quote.md': '---\ntitle: "unclosed\nvisibility: members\n---\ntext',
        'slug.md': '---\nslug: Not A Slug\n---\ntext',
        'reserved.md': '---\nslug: search\n---\ntext',
        'twin-a.md': '---\nslug: twin\n---\ntext',
        'twin-b.md': '---\nslug: twin\n---\ntext',
        'title.md': `---\ntitle: ${'x'.repeat(301)}\n---\ntext`,
        'visibility.md': '---\nvisibility: everyone\n---\ntext',
        'picture.png': 'x',
        '.hidden.md': 'x',
        'empty-folder/picture.jpg': 'x',
        'search.md': 'The name of the file is reserved.',
      })
      symlinkSync('/etc/hostname', join(folder, 'link.md'))
      report = await importFolder(deps, COMMAND_LINE, folder)
    })

    test('names each that failed', () => {
      const failed = ['latin1', 'link', 'quote', 'reserved', 'slug', 'title', 'twin-b', 'visibility', 'yaml']
      assert.deepEqual(
        report.failed.map(({ path }) => path).sort(),
        failed.map((name) => `${name}.md`),
      )
    })

    test('says why others were left out', () => {
      assert.deepEqual(report.skipped.map(({ path, reason }) => `${path}: ${reason}`).sort(), [
        '.hidden.md: hidden',
        'empty-folder/picture.jpg: a picture that no document shows',
        'picture.png: a picture that no document shows',
      ])
    })

    test('imports all others', async () => {
      assert.equal(report.created, 3)
      assert.deepEqual(report.categories, { created: 0, updated: 0 })
      const slugs = await deps.db.read.selectFrom('documents').select('slug').orderBy('slug').execute()
      assert.deepEqual(
        slugs.map(({ slug }) => slug),
        ['fine', 'search-2', 'twin'],
      )
    })
  })
})
