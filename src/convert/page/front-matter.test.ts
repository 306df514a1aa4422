// What front matter says, and what it can't say: a file is never more open than it asked to be.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { joinFrontMatter, readFrontMatter } from './front-matter.ts'

const withFields = (...lines: string[]) => ['---', ...lines, '---', 'Text.', ''].join('\n')
const problemsOf = (source: string) =>
  readFrontMatter(source).problems.map(({ line, message }) => `${line}: ${message}`)

describe('readFrontMatter', () => {
  test('reads every field, whatever the line ends and the case of its name', () => {
    const lines = ['Title: Start', 'tags: a, b', 'VISIBILITY: members', 'weight: 3', 'pinned: true', 'date: 2026-01-01']
    for (const source of [withFields(...lines), `\ufeff${withFields(...lines).replaceAll('\n', '\r\n')}`]) {
      const { fields, body, problems } = readFrontMatter(source)
      assert.deepEqual(problems, [])
      assert.deepEqual(fields, { title: 'Start', tags: ['a', 'b'], visibility: 'members', position: 3, pinned: true })
      assert.equal(body.trim(), 'Text.')
    }
  })

  test('a text that starts with a rule has none', () => {
    for (const source of ['---\n\nText.', '---', '---\nText.\n', '# Title: x\n---\n', ''])
      assert.equal(readFrontMatter(source).body, source)
  })

  test('a visibility that came by a merge key counts', () => {
    const { fields } = readFrontMatter(withFields('base: &base { visibility: restricted }', '<<: *base'))
    assert.equal(fields.visibility, 'restricted')
  })

  const REFUSED: [string, string, string][] = [
    ['no end', '---\nvisibility: members\n\nText.', '1: the front matter has no end: a line with --- is missing'],
    ['no end, after a comment', '---\n# closed\n"visibility": members\nText.', '1: the front matter has no end'],
    ['no YAML', withFields('title: "Start', 'visibility: members'), 'the front matter is not YAML: Missing closing'],
    ['no fields', withFields('- visibility'), '2: the front matter is not a list of fields'],
    ['a set', withFields('!!set {visibility}'), '2: the front matter is not a list of fields'],
    ['a key twice', withFields('visibility: members', 'visibility: public'), '3: the front matter is not YAML'],
    ['a field twice', withFields('visibility: members', 'Visibility: public'), '2: visibility is there twice'],
    [
      'another visibility',
      withFields('title: x', 'visibility: secret'),
      '3: visibility must be one of public, members',
    ],
    [
      'access that is no list',
      withFields('access: { roles: all }'),
      '2: access must be lists of roles, users and groups',
    ],
    ['aliases of aliases', withFields('a: &a [x,x]', ...nested()), 'the front matter is not YAML: Excessive alias'],
    ['a megabyte', withFields(`title: ${'x'.repeat(1_000_000)}`), '1: the front matter is longer than 64 KiB'],
  ]
  for (const [what, source, message] of REFUSED) {
    test(`with ${what} it is a problem with its line`, () => {
      const [first, ...more] = problemsOf(source)
      assert.ok(first?.includes(message), `${first}`)
      assert.deepEqual(more, [])
    })
  }

  test('all problems are named', () => {
    assert.deepEqual(problemsOf(withFields('slug: Not a slug', 'title: fine', 'visibility: 7', 'pinned: soon')), [
      '2: slug "Not a slug" must be lower-case letters, digits and hyphens',
      '4: visibility must be one of public, members, restricted',
      '5: pinned must be true, false or a time',
    ])
  })

  const NEXT_YEAR = String(new Date().getUTCFullYear() + 1)
  const PUBLISHED: [string, boolean | undefined][] = [
    ['draft: true', false],
    ['Draft: "true"', false],
    ['draft: false', true],
    ['published: false', false],
    ['published: true', true],
    ['published: 2020-01-01', true],
    [`published: ${NEXT_YEAR}-01-01`, false],
    ['unlisted: true', false],
    ['unlisted: false', undefined],
    ['hidden: true', false],
    ['date: 2020-01-01', undefined],
    [`date: ${NEXT_YEAR}-12-31T10:00:00Z`, false],
    [`publishDate: ${NEXT_YEAR}-12-31`, false],
    ['expiryDate: 2020-01-01', false],
    ['draft: false\nunlisted: true', false],
    ['unlisted: true\ndraft: false', false],
  ]
  for (const [line, published] of PUBLISHED) {
    test(`${JSON.stringify(line)} ${published === undefined ? 'says nothing' : published ? 'publishes' : 'hides'}`, () => {
      const { fields, problems } = readFrontMatter(withFields(line))
      assert.deepEqual({ published: fields.published, problems }, { published, problems: [] })
    })
  }

  test('a word of which it is not clear whether it hides the page is a problem', () => {
    assert.deepEqual(problemsOf(withFields('title: x', 'draft: ja', 'published: [no]')), [
      '3: draft must be true or false',
      '4: published must be true or false',
    ])
  })

  test('what joinFrontMatter writes comes back', () => {
    const fields = { title: 'a: "b" # c', tags: ['x, y', '- z'], access: { roles: ['reader'], users: ['a@b.c'] } }
    const read = readFrontMatter(joinFrontMatter(fields, 'Text.\n\n\n'))
    assert.deepEqual({ fields: read.fields, body: read.body }, { fields, body: '\nText.\n' })
  })
})

function nested(): string[] {
  return 'bcdefghi'.split('').map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`)}]`)
}
