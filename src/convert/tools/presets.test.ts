// Folders as other tools have them: that the tool is recognised, and that links, order and names are those of its site.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import type { TreeNode } from '#features/documents/schemas.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { build, onEngines } from '../../../test/build.ts'
import { folderOf } from '../../../test/folder.ts'
import { FolderAddresses } from '../page/addresses.ts'

describe('FolderAddresses', () => {
  const pages = [
    { path: 'index.md', href: '/read/index' },
    { path: 'guide/index.md', href: '/read/guide' },
    { path: 'guide/Start.md', href: '/read/guide-start' },
    { path: 'guide/02-next.md', href: '/read/guide-02-next', also: ['/old/next/'] },
    { path: 'guide/Two Words.md', href: '/read/guide-two-words' },
    { path: 'reference', href: '/read/category/reference' },
    { path: 'reference/cli.md', href: '/read/reference-cli' },
  ]
  const addresses = new FolderAddresses(pages, ['docs', '/en/docs/'])
  const FOUND: [from: string, address: string, href: string | undefined][] = [
    ['guide/Start.md', './02-next.md', '/read/guide-02-next'],
    ['guide/Start.md', '02-next', '/read/guide-02-next'],
    ['guide/Start.md', 'next', '/read/guide-02-next'],
    ['guide/Start.md', '../02-next/', '/read/guide-02-next'],
    ['guide/Start.md', '../reference/cli.html', '/read/reference-cli'],
    ['guide/Start.md', '../../reference/cli/', '/read/reference-cli'],
    ['guide/Start.md', '../reference/', '/read/category/reference'],
    ['guide/Start.md', '../', '/read/index'],
    ['guide/index.md', 'start', '/read/guide-start'],
    ['reference/cli.md', '/guide/', '/read/guide'],
    ['reference/cli.md', '/guide/two-words/', '/read/guide-two-words'],
    ['reference/cli.md', '/docs/guide/start', '/read/guide-start'],
    ['reference/cli.md', '/en/docs/guide/start/', '/read/guide-start'],
    ['reference/cli.md', '/old/next', '/read/guide-02-next'],
    ['reference/cli.md', '/', '/read/index'],
    ['reference/cli.md', '../../etc/passwd', undefined],
    ['reference/cli.md', '/guide/missing', undefined],
  ]
  for (const [from, address, href] of FOUND)
    test(`${address} in ${from} ${href ? `is ${href}` : 'leads nowhere'}`, () =>
      assert.equal(addresses.find(from, address), href))
})

onEngines('a folder of', (engine) => {
  const TOOLS: Record<string, { below?: string; files: Record<string, string>; order: string[]; link: string }> = {
    docusaurus: {
      below: 'docs',
      files: {
        'docs/intro.md': '---\nsidebar_position: 2\nslug: /\n---\n# Intro\n\n[On](/docs/category/how-to).\n',
        'docs/last.md': '---\nsidebar_position: 1\n---\n# Last\n\nText.\n',
        'docs/how/_category_.json': '{"label": "How to", "position": 3}',
        'docs/how/a.md': '---\ntags: [{label: x}]\n---\n# A\n\n[Top](/docs/).\n',
        'docs/_part.md': 'A part.\n',
        'docs/_later/page.md': '# Not yet\n',
      },
      order: ['How to', 'A', 'Last', 'Intro'],
      link: '/read/category/how',
    },
    hugo: {
      below: 'content/en/docs',
      files: {
        'content/en/docs/_index.md': '+++\ntitle = "Docs"\n+++\n[One](/docs/part/first/)\n',
        'content/en/docs/part/_index.md': '---\ntitle: The part\nweight: 4\n---\nAbout it.\n',
        'content/en/docs/part/one.md': '+++\ntitle = "One"\nslug = "first"\nweight = 20\n+++\nText.\n',
        'content/en/docs/part/two.md': '+++\ntitle = "Two"\nweight = 10\ndraft = true\n+++\n[Two](../one).\n',
      },
      order: ['The part', 'Two', 'One', 'Docs'],
      link: '/read/first',
    },
    mkdocs: {
      below: 'docs',
      files: {
        'mkdocs.yml':
          'nav:\n  - Home: index.md\n  - User guide:\n    - guide/z.md\n    - guide/a.md\nx: !!python/name:a.b ""\n',
        'docs/index.md': '# Home\n\n[Z](guide/z.md)\n',
        'docs/guide/a.md': '# A\n\nText.\n',
        'docs/guide/z.md': '# Z\n\nText.\n',
      },
      order: ['User guide', 'Z', 'A', 'Home'],
      link: '/read/guide-z',
    },
    gitbook: {
      files: {
        'SUMMARY.md': '# Table\n\n* [Welcome](README.md)\n\n## Basics\n\n* [B](basics/b.md)\n  * [A](basics/a.md)\n',
        'README.md': '# Welcome\n\n[B](basics/b.md)\n',
        'basics/a.md': '# A\n\nText.\n',
        'basics/b.md': '# B\n\nText.\n',
      },
      order: ['Basics', 'B', 'A', 'Welcome'],
      link: '/read/basics-b',
    },
    mintlify: {
      files: {
        'docs.json':
          '{"navigation": {"tabs": [{"tab": "x", "groups": [{"group": "Use", "pages": ["use/b", "use/a"]}]}]}}',
        'index.md': '# Start\n\n[B](/use/b)\n',
        'use/a.md': '# A\n\nText.\n',
        'use/b.md': '# B\n\nText.\n',
      },
      order: ['Use', 'B', 'A', 'Start'],
      link: '/read/use-b',
    },
    vitepress: {
      files: {
        '.vitepress/config.ts': 'export default {}',
        'index.md': '# Start\n\n[A](/use/a.html#x)\n',
        'use/a.md': '# A\n\nText.\n',
      },
      order: ['Use', 'A', 'Start'],
      link: '/read/use-a#x',
    },
    starlight: {
      below: 'src/content/docs',
      files: {
        'astro.config.mjs': '',
        'src/content/docs/index.md': '---\ntitle: Start\n---\n[B](/use/b/)\n',
        'src/content/docs/use/a.md': '---\ntitle: A\nsidebar: {order: 2}\n---\nText.\n',
        'src/content/docs/use/b.md': '---\ntitle: B\nsidebar: {order: 1}\n---\nText.\n',
      },
      order: ['Use', 'B', 'A', 'Start'],
      link: '/read/use-b',
    },
  }
  const titles = (nodes: TreeNode[]): string[] => nodes.flatMap(({ title, children }) => [title, ...titles(children)])

  for (const [tool, { below = '', files, order, link }] of Object.entries(TOOLS)) {
    test(`${tool} is recognised, and has its order, its names and its links`, async (t) => {
      const { db, clock, config, app, person } = await build(t, { engine })
      const report = await importFolder({ db, clock, config }, COMMAND_LINE, join(folderOf(t, files), below))
      assert.deepEqual({ preset: report.preset, failed: report.failed }, { preset: tool, failed: [] })
      const { headers } = await person('editor')
      assert.deepEqual(titles((await app.inject({ url: '/api/docs/tree/me', headers })).json()), order)
      const texts = await db.read.selectFrom('revisions').select('blocks').execute()
      assert.ok(texts.some(({ blocks }) => blocks.includes(`"href":"${link}"`)))
    })
  }

  test('any kind goes below a category with --into, closed as that is, without touching what is there', async (t) => {
    const { db, clock, config, app, person } = await build(t, { engine })
    const deps = { db, clock, config }
    await app.inject({
      method: 'POST',
      url: '/api/admin/categories/',
      headers: (await person('admin')).headers,
      payload: { name: 'Other', visibility: 'members' },
    })
    await importFolder(deps, COMMAND_LINE, folderOf(t, { 'start.md': '# Mine\n', 'guide/a.md': '# Mine, too\n' }))
    const other = folderOf(t, { 'start.md': '# Theirs\n\n[A](guide/a.md)\n', 'guide/a.md': '# A\n' })
    const options = { into: 'Other / Docs' }
    const report = await importFolder(deps, COMMAND_LINE, other, options)
    assert.deepEqual(
      { reportCreated: report.created, updated: report.updated, categoriesCreated: report.categories.created },
      { reportCreated: 2, updated: 0, categoriesCreated: 2 },
    )
    const { headers } = await person('editor')
    const get = async (slug: string) => (await app.inject({ url: `/api/docs/${slug}`, headers })).json()
    assert.equal((await get('start')).title, 'Mine')
    const theirs = await get('docs-start')
    assert.equal(theirs.title, 'Theirs')
    assert.equal((await app.inject('/api/docs/docs-start')).statusCode, 401)
    assert.deepEqual(
      (await get('docs-guide-a')).category_path.map(({ name }: { name: string }) => name),
      ['Other', 'Docs', 'Guide'],
    )
  })

  test('any kind keeps its slugs when it comes again, and meets no other of the same name', async (t) => {
    const { db, clock, config } = await build(t, { engine })
    const folder = folderOf(t, { 'start.md': '# Start\n', 'guide/a.md': '# A\n' })
    const into = async (name: string) => {
      const { created, updated, unchanged } = await importFolder({ db, clock, config }, COMMAND_LINE, folder, {
        into: name,
      })
      return [created, updated, unchanged]
    }
    assert.deepEqual(
      { first: await into('One / Docs'), again: await into('One / Docs') },
      { first: [2, 0, 0], again: [0, 0, 2] },
    )
    assert.deepEqual(
      { first: await into('Two / Docs'), again: await into('Two / Docs') },
      { first: [2, 0, 0], again: [0, 0, 2] },
    )
    assert.deepEqual(await into('One / Docs'), [0, 0, 2])
    const slugs = await db.read.selectFrom('documents').select('slug').orderBy('slug').execute()
    assert.deepEqual(
      slugs.map(({ slug }) => slug),
      ['docs-guide-a', 'docs-start', 'two-docs-guide-a', 'two-docs-start'],
    )
  })

  test('a configuration that can not be read leaves out only the order', async (t) => {
    const bombs = Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`)}]`)
    const files = {
      'mkdocs.yml': ['a0: &a0 [x]', ...bombs, 'nav: *a9'].join('\n'),
      'docs/one.md': '# One\n',
      'docs/sub/_category_.json': '{"label": ',
      'docs/sub/two.md': '# Two\n',
    }
    for (const preset of ['mkdocs', 'docusaurus', 'mintlify'] as const) {
      const { db, clock, config } = await build(t, { engine })
      const report = await importFolder({ db, clock, config }, COMMAND_LINE, join(folderOf(t, files), 'docs'), {
        preset,
      })
      assert.deepEqual({ created: report.created, failed: report.failed }, { created: 2, failed: [] })
    }
  })

  test('any kind brings the redirects of its old site along', async (t) => {
    const { db, clock, config, app } = await build(t, { engine })
    const folder = folderOf(t, {
      'docs/new.md': '# New\n\n## Part\n',
      'docs/public/_redirects':
        '# old\n/was /new#part 301\n/all/* /new/:splat\n/out https://other.example/ 302\n/shown /new 200\n',
      'docs/gates/index.md': '# Gates\n\nA list.\n\n- [a](/gates/#SomeGate)\n',
      'docs/gates/SomeGate.md': '# SomeGate\n',
      'docs/terms/node.md': '# Node\n\nHolds a [it](#term-pod), [one](#term-lost).\n',
      'docs/terms/pod.md': '# Pod\n\nOn a [it](/terms/?all=true#term-node).\n',
      'docs/twin.md': '# Twin\n\n[it](/twin#x)\n',
      'docs/twin/in.md': '# In\n',
      'docusaurus.config.js':
        "export default { plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: ['/a/', '/b'], to: '/new' }] }]] }",
    })
    const report = await importFolder({ db, clock, config }, COMMAND_LINE, join(folder, 'docs'), { redirects: true })
    assert.deepEqual(
      report.warnings.map(({ path, line }) => `${path}:${line}`),
      ['public/_redirects:3', 'public/_redirects:4'],
    )
    for (const [from, to] of [
      ['/was', '/read/new#part'],
      ['/a', '/read/new'],
      ['/b/', '/read/new'],
    ])
      assert.equal((await app.inject({ url: from! })).headers.location, to)
    const linkOn = async (slug: string) =>
      /<a href="([^"]+)">(?:a|it)</.exec((await app.inject({ url: slug })).body)?.[1]
    assert.deepEqual(
      await Promise.all(['/read/gates', '/read/twin', '/read/terms-node', '/read/terms-pod'].map(linkOn)),
      ['/read/gates-somegate', '/read/twin#x', '/read/terms-pod', '/read/terms-node'],
    )
  })

  test('any kind is read without being written in a dry run, with the same report', async (t) => {
    const { db, clock, config } = await build(t, { engine })
    const folder = folderOf(t, {
      'a.md': '# A\n\n![x](x.svg) [gone](gone.md)\n',
      'x.svg': '<svg/>',
      'sub/b.md': '---\ndraft: true\n---\nB [a](../a.md)\n',
      'sub/bad.md': '---\ndraft: maybe\n---\n',
    })
    const dry = await importFolder({ db, clock, config }, COMMAND_LINE, folder, { isDry: true, into: 'New' })
    for (const table of ['documents', 'categories', 'uploads', 'audit'] as const)
      assert.deepEqual(await db.read.selectFrom(table).selectAll().execute(), [], table)
    const real = await importFolder({ db, clock, config }, COMMAND_LINE, folder, { into: 'New' })
    // Only what is there has an id.
    const pages = real.pages.map(({ id: _, ...page }) => page)
    assert.deepEqual({ ...dry, dry_run: false }, { ...real, pages })
    assert.deepEqual(
      {
        created: real.created,
        pictures: real.pictures,
        unpublished: real.unpublished,
        failedLength: real.failed.length,
      },
      { created: 2, pictures: 1, unpublished: 1, failedLength: 1 },
    )
    const again = await importFolder({ db, clock, config }, COMMAND_LINE, folder, { isDry: true, into: 'New' })
    assert.deepEqual(
      { created: again.created, updated: again.updated, unchanged: again.unchanged },
      { created: 0, updated: 0, unchanged: 2 },
    )
  })
})
