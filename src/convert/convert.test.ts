// A folder as plain pages, without a database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { folderOf } from '../../test/folder.ts'
import { convertFolder } from './convert.ts'

test('a folder becomes pages with links, files, redirects and a report', async (t) => {
  const root = folderOf(t, {
    'guide/index.md': '# Guide\n\n- a list\n',
    'guide/start.md': '---\naliases: [/old/start]\n---\n# Start\n\n![shot](shot.png) [gone](gone.md) [up](../guide/)\n',
    'guide/shot.png': 'x',
  })
  const folder = convertFolder(root, () => 'guide')
  const pages = await Promise.all(folder.pages.map(folder.read))
  assert.deepEqual(
    pages.map(({ slug, title, shown }) => [slug, title, ...shown.map(({ file }) => file)]),
    [
      ['guide', 'Guide'],
      ['guide-start', 'Start', 'guide/shot.png'],
    ],
  )
  assert.equal(blocksToMarkdown(pages[1]!.blocks), '![shot](shot.png)\n\n[gone](gone.md) [up](/read/guide)\n')
  assert.deepEqual(folder.report.warnings, [
    { path: 'guide/start.md', line: 6, reason: 'broken link: gone.md is not in this import' },
  ])
  assert.equal(folder.redirects().moved.get('/old/start'), '/read/guide-start')
})

test('a page that takes too long to read is left out, and nothing else', async (t) => {
  const slow = '> a\n> =\n'.repeat(4000)
  const root = folderOf(t, { 'a.md': 'Text.\n', 'slow.md': slow, 'slow/README.md': slow, 'z.md': 'Text.\n' })
  const { report, pages, read } = convertFolder(root, () => undefined, { pageMs: 500 })
  const reason = 'takes longer than 0.5 s to read'
  assert.deepEqual(report.failed, [{ path: 'slow/README.md', reason }])
  const reads = await Promise.allSettled(pages.map(read))
  assert.deepEqual(
    reads.map((one) => (one.status === 'fulfilled' ? one.value.path : one.reason.message)),
    ['a.md', reason, 'z.md'],
  )
})
