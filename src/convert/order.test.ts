// Pages and folders of one level in one order, as each tool's files say it; next leads through all of them.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { build, onEngines } from '../../test/build.ts'
import type { Cleaner } from '../../test/cleaner.ts'
import { folderOf } from '../../test/folder.ts'

const page = (title: string, position?: number) =>
  `${position === undefined ? '' : `---\nsidebar_position: ${position}\n---\n\n`}# ${title}\n\nText.\n`

onEngines('the order of an import', (engine) => {
  async function walked(t: Cleaner, files: Record<string, string>, below: string, from: string): Promise<string[]> {
    const { db, clock, config, app } = await build(t, { engine })
    await importFolder({ db, clock, config }, COMMAND_LINE, join(folderOf(t, files), below))
    const titles: string[] = []
    for (let path: string | undefined = `/read/${from}`; path !== undefined; ) {
      const { body }: { body: string } = await app.inject({ url: path })
      titles.push(/<h1[^>]*>([^<]+)</.exec(body)![1]!)
      path = /rel="next" href="([^"]+)"/.exec(body)?.[1]
    }
    return titles
  }

  test('is that of sidebar_position and _category_.json', async (t) => {
    const files = {
      'docusaurus.config.js': '',
      'docs/intro.md': page('Intro', 1),
      'docs/basics/_category_.json': '{"label": "Basics", "position": 2}',
      'docs/basics/first.md': page('First', 1),
      'docs/basics/more/deep.md': page('Deep'),
      'docs/basics/second.md': page('Second', 2),
      'docs/last.md': page('Last', 3),
      'docs/appendix/terms.md': page('Terms'),
    }
    const order = ['Intro', 'First', 'Second', 'Deep', 'Last', 'Terms']
    assert.deepEqual(await walked(t, files, 'docs', 'intro'), order)
  })

  test('is that of the numbers in their names, where nothing says more', async (t) => {
    for (const [ending, first] of [
      ['.md', 'step-1'],
      ['/description.md', 'step-1-description'],
    ]) {
      const files = Object.fromEntries([1, 10, 2].map((nth) => [`step-${nth}${ending}`, page(`Step ${nth}`)]))
      assert.deepEqual(await walked(t, files, '', first!), ['Step 1', 'Step 2', 'Step 10'])
    }
  })

  test('is that of a sidebar, also of folders that have no name in it', async (t) => {
    const sidebar = [
      {
        text: 'Start',
        items: [
          { text: 'Welcome', link: '/welcome' },
          { text: 'Tour', link: '/tour/one' },
        ],
      },
      {
        text: 'Rest',
        items: [
          { text: 'Two', link: '/tour/two' },
          { text: 'About', link: '/about' },
        ],
      },
    ]
    const files = {
      '.vitepress/config.ts': `export default { themeConfig: { sidebar: ${JSON.stringify(sidebar)} } }`,
      'about.md': page('About'),
      'welcome.md': page('Welcome'),
      'tour/one.md': page('One'),
      'tour/two.md': page('Two'),
    }
    assert.deepEqual(await walked(t, files, '', 'welcome'), ['Welcome', 'One', 'Two', 'About'])
  })
})
