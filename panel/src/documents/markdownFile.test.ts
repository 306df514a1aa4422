// What a Markdown file becomes, and which ones are refused: never imported more open than they ask to be.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CategoryOut } from '../api/schema.ts'
import { documentOf } from './markdownFile.ts'

const GUIDES = { id: 7, name: 'Guides', children: [{ id: 8, name: 'Setup', children: [] }] } as unknown as CategoryOut
const read = (source: string, name = 'start.md') => documentOf(name, source, async () => [GUIDES])
const withFields = (...lines: string[]) => ['---', ...lines, '---', '', '# Start', '', 'Text.', ''].join('\n')

describe('a Markdown file becomes a document', () => {
  test('a file without front matter is named by its first heading, else by its name', async () => {
    assert.deepEqual(await read('# Start\nText.'), { title: 'Start', markdown: 'Text.' })
    assert.deepEqual(await read('Text.'), { title: 'start', markdown: 'Text.' })
    assert.deepEqual(await read('---\n\nText.'), { title: 'start', markdown: '---\n\nText.' })
  })

  test('front matter says title, address, summary, tags, place and who may read it', async () => {
    const source = withFields(
      'title: Start page',
      'slug: start',
      'summary: Where to begin',
      'tags: [setup, first]',
      'visibility: restricted',
      'access: { roles: [reader], users: [] }',
      'category: guides / Setup',
      'position: 3',
      'pinned: 2026-01-01T00:00:00Z',
    )
    assert.deepEqual(await read(source), {
      title: 'Start page',
      slug: 'start',
      summary: 'Where to begin',
      tags: ['setup', 'first'],
      visibility: 'restricted',
      access: { roles: ['reader'], users: [] },
      category_id: 8,
      position: 3,
      markdown: '\n# Start\n\nText.\n',
    })
  })

  test('front matter without a title leaves it to the heading', async () => {
    const { title, visibility, markdown } = await read(withFields('visibility: members'))
    assert.deepEqual([title, visibility, markdown], ['Start', 'members', '\nText.\n'])
  })

  const refused: [string, string, RegExp][] = [
    ['an unknown visibility', withFields('visibility: secret'), /“secret”.*public, members, restricted/],
    ['no YAML', withFields('title: "Start', 'visibility: members'), /no YAML/],
    ['a list', withFields('- visibility'), /no list of fields/],
    ['no end', '---\nvisibility: members\n\nText.', /has no end/],
    ['people', withFields('access: { users: [ada@example.com] }'), /ada@example\.com.*npx galley import/],
    ['a category that is not here', withFields('category: Internal'), /“Internal”, which is not here/],
  ]
  for (const [what, source, reason] of refused) {
    test(`front matter with ${what} is refused with its reason`, async () => {
      await assert.rejects(read(source), reason)
    })
  }
})
