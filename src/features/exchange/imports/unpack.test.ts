// Zip files that someone made to do harm, or broke: nothing is written outside of the folder, and nothing beyond the limits.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { zipOf } from '../../../../test/docx.ts'
import { folderOf } from '../../../../test/folder.ts'
import { UNPACKING, unpackZip } from './unpack.ts'

const LIMITS = { mostBytes: 1024 * 1024, mostEntries: 100 }
const t = suiteCleaner()

/** inDirectory changes a field of the first entry of the directory; `at` counts from its beginning. */
function inDirectory(zip: Buffer, at: number, value: number, bytes: 2 | 4): Buffer {
  const changed = Buffer.from(zip)
  const entry = changed.indexOf('PK\x01\x02') + at
  if (bytes === 2) changed.writeUInt16LE(value, entry)
  else changed.writeUInt32LE(value, entry)
  return changed
}

async function unpacked(zip: Buffer, limits = LIMITS) {
  const folder = folderOf(t, { 'upload.zip': zip, 'files/.keep': '' })
  const skipped = await unpackZip(join(folder, 'upload.zip'), join(folder, 'files'), limits)
  const names = readdirSync(join(folder, 'files'), { recursive: true }).map(String)
  return { folder, skipped, names: names.filter((name) => name !== '.keep').sort() }
}

const PAGE = { 'docs/page.md': '# Page\n' }
const BOMB = { 'bomb.md': Buffer.alloc(20 * 1024 * 1024) }

const REFUSED: [string, Buffer, RegExp][] = [
  ['a path out of the folder', zipOf({ '../evil.md': 'x' }), /outside of it/],
  ['a path out of it on the way', zipOf({ 'docs/../../evil.md': 'x' }), /outside of it/],
  ['a path with backslashes out of it', zipOf({ '..\\evil.md': 'x' }), /outside of it/],
  ['a path from the root', zipOf({ '/tmp/evil.md': 'x' }), /outside of it/],
  ['a path with a drive', zipOf({ 'C:/evil.md': 'x' }), /outside of it/],
  ['more than may be unpacked', zipOf(BOMB), /unpacks to more than 1 MiB/],
  ['more than it claims', inDirectory(zipOf(BOMB), 24, 10, 4), /unpacks to more than 1 MiB/],
  [
    'too many parts',
    zipOf(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${n}`, '']))),
    /more than 100 parts/,
  ],
  ['a password', inDirectory(zipOf(PAGE), 8, 1, 2), /encrypted/],
  ['a claim of more parts than it has', zipOf(PAGE, 60_000), /damaged/],
  ['only its first half', zipOf(PAGE).subarray(0, 40), /only a part of one/],
  ['its middle missing', Buffer.concat([zipOf(PAGE).subarray(0, 20), zipOf(PAGE).subarray(40)]), /damaged/],
  ['another checksum', inDirectory(zipOf(PAGE), 16, 7, 4), /damaged/],
  ['an entry elsewhere', inDirectory(zipOf(PAGE), 42, 4_000_000, 4), /damaged/],
  ['a way of packing that nobody knows', inDirectory(zipOf(PAGE), 10, 99, 2), /packed in a way/],
  ['a file and a folder of one name', zipOf({ docs: 'x', 'docs/page.md': 'y' }), /two files of one name/],
  ['no zip at all', Buffer.from('# Page\n'), /not a zip file/],
]

describe('an uploaded zip file', () => {
  for (const [name, zip, reason] of REFUSED)
    test(`with ${name} is refused`, async () => {
      await assert.rejects(unpacked(zip), reason)
    })

  test('is unpacked', async () => {
    const { folder, names } = await unpacked(zipOf(PAGE))
    assert.deepEqual(names, ['docs', join('docs', 'page.md')])
    assert.equal(readFileSync(join(folder, 'files/docs/page.md'), 'utf8'), '# Page\n')
  })

  test('makes no links: they are named, and the rest is unpacked', async () => {
    const { names, skipped } = await unpacked(
      inDirectory(zipOf({ link: '/etc/passwd', ...PAGE }), 38, 0o120777 * 65_536, 4),
    )
    assert.deepEqual(names, ['docs', join('docs', 'page.md')])
    assert.deepEqual(skipped, [{ path: 'link', reason: 'a symbolic link' }])
  })

  test('leaves out what is too large for a picture or a file, and what tools left behind', async () => {
    const large = inDirectory(
      zipOf({ 'film.mp4': 'x', 'node_modules/a/readme.md': 'y', '__MACOSX/b': 'z' }),
      24,
      2 ** 31,
      4,
    )
    const { folder, names, skipped } = await unpacked(large)
    assert.deepEqual({ names, skipped }, { names: [], skipped: [{ path: 'film.mp4', reason: 'larger than 25 MiB' }] })
    assert.ok(!existsSync(join(folder, 'files/node_modules')))
  })

  test('may have as much as the largest sites', () => assert.ok(UNPACKING.mostBytes >= 4 * 500 * 1024 * 1024))
})
