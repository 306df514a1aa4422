// Pictures and files that a site keeps beside its pages' folder, as each tool's starter has them, and what a page can't reach.

import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { build, onEngines } from '../../../test/build.ts'
import { folderOf } from '../../../test/folder.ts'
import { openSiteFiles } from './site-files.ts'

const svg = (name: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${name}</title></svg>`
const DOCUSAURUS = { files: ['docusaurus.config.js'] }

onEngines('what a site keeps outside of the folder', (engine) => {
  test('pictures of static/, of imports and of expressions are shown', async (t) => {
    const { db, clock, config, app } = await build(t, { engine })
    const site = folderOf(t, {
      'docusaurus.config.js': 'module.exports = {}',
      'static/img/one.svg': svg('one'),
      'static/img/two.svg': svg('two'),
      'src/three.svg': svg('three'),
      'docs/four.svg': svg('four'),
      'docs/a.mdx':
        'import three from \'@site/src/three.svg\'\n\n# A\n\n![1](/img/one.svg)\n\n<img alt="2" src={useBaseUrl(\'/img/two.svg\')} />\n\n<Image alt="3" src={three} />\n\n<img alt="4" src={require(\'./four.svg\').default} />\n',
    })
    const report = await importFolder({ db, clock, config }, COMMAND_LINE, join(site, 'docs'))
    assert.deepEqual(
      { pictures: report.pictures, warnings: report.warnings, unknown: report.unknown },
      { pictures: 4, warnings: [], unknown: [] },
    )
    const page = (await app.inject('/read/a')).body
    for (const alt of ['1', '2', '3', '4']) assert.match(page, new RegExp(`<img[^>]*alt="${alt}"`))
  })

  test('a picture whose address is computed is kept for editors, and reported', async (t) => {
    const { db, clock, config } = await build(t, { engine })
    const folder = folderOf(t, {
      'sidebars.js': '',
      'a.mdx': '# A\n\n<Image src={pick(props)} />\n\n<img src={x} />\n\nText <img src={y} />\n',
    })
    const report = await importFolder({ db, clock, config }, COMMAND_LINE, folder)
    assert.deepEqual(
      report.unknown.map(({ line, reason }) => [line, reason]),
      [
        [3, '<Image src={pick(props)} />'],
        [5, '<img src={x} />'],
        [7, '<img src={y} />'],
      ],
    )
  })

  test('a link to an address that the old site redirected leads to the page', async (t) => {
    const { db, clock, config, app } = await build(t, { engine })
    const site = folderOf(t, {
      'hugo.toml': '',
      'static/_redirects': '/docs/old/ /docs/new/ 301\n/docs/older /docs/new/#part\n',
      'content/docs/a.md': '---\ntitle: A\n---\n[one](/docs/old/#x), [two](/docs/older/#x)\n',
      'content/docs/new.md': '---\ntitle: New\n---\n## Part\n',
    })
    const report = await importFolder({ db, clock, config }, COMMAND_LINE, join(site, 'content/docs'))
    assert.deepEqual(report.warnings, [])
    assert.match((await app.inject('/read/a')).body, /href="\/read\/new#x".*href="\/read\/new#part"/s)
  })
})

test('only what the tool serves, and pictures of the project, are found', (t) => {
  const outer = folderOf(t, {
    'secret.svg': svg('secret'),
    'public/plan.pdf': '%PDF-1.4',
    'site/docusaurus.config.js': '',
    'site/docs/a.md': '',
    'site/static/plan.pdf': '%PDF-1.4',
    'site/salaries.pdf': '%PDF-1.4',
    'site/.hidden/x.svg': svg('x'),
    'site/assets/x.svg': svg('x'),
  })
  symlinkSync(join(outer, 'secret.svg'), join(outer, 'site/static/linked.svg'))
  symlinkSync(outer, join(outer, 'site/static/all'))
  const find = openSiteFiles(join(outer, 'site/docs'), DOCUSAURUS)
  assert.equal(find('a.md', '/plan.pdf'), '../static/plan.pdf')
  assert.equal(find('a.md', '../assets/x.svg'), '../assets/x.svg')
  assert.equal(find('a.md', '@site/assets/x.svg'), '../assets/x.svg')
  const closed = ['../../secret.svg', '../salaries.pdf', '../.hidden/x.svg', '/linked.svg', '/all/secret.svg']
  for (const address of [...closed, '/../salaries.pdf', '../docusaurus.config.js'])
    assert.equal(find('a.md', address), undefined, address)
  assert.equal(openSiteFiles(join(outer, 'site/docs'), { files: [] })('a.md', '/plan.pdf'), undefined)
})
