// What search costs by the number of documents: milliseconds per call, in this process, on a fresh SQLite database.
// Run: node bench/search.ts 1000 10000 100000

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Actor, COMMAND_LINE } from '../src/actor.ts'
import { readConfig } from '../src/config.ts'
import type { Db } from '../src/engine/db/db.ts'
import { migrate } from '../src/engine/db/migrate.ts'
import { openDb } from '../src/engine/db/open.ts'
import { Hits } from '../src/features/documents/search/finding/hits.ts'
import { bodyWords } from '../src/features/documents/search/indexing/entry.ts'
import { indexDocument, searchDocuments } from '../src/features/documents/search/search.ts'
import { suggest } from '../src/features/documents/search/suggest.ts'
import { random } from '../test/random.ts'

const READER: Actor = { userId: 1, role: 'reader', label: 'reader', member: true }
const sizes = process.argv.slice(2).map(Number)

if (import.meta.main)
  for (const size of sizes.length > 0 ? sizes : [1_000, 10_000]) {
    const folder = mkdtempSync(join(tmpdir(), 'galley-bench-search-'))
    const db = await openDb(readConfig({ GALLEY_DATA: folder, DATABASE_URL: process.env.BENCH_DATABASE_URL ?? '' }))
    try {
      await migrate(db)
      const started = performance.now()
      await fill(db, size)
      const seconds = (performance.now() - started) / 1000
      const megabytes = process.env.BENCH_DATABASE_URL ? 0 : statSync(join(folder, 'galley.db')).size / 1e6
      console.log(`\n${size} documents, filled in ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`)
      const hits = new Hits({ db })
      const find = async (actor: Actor, q: string, limit: number) =>
        (await searchDocuments({ db, config: { siteLang: 'en' }, hits }, actor, { q, limit })).found
      const suggested = async (q: string) => (await suggest({ db }, READER, q, 8)).items
      const cases: [string, () => Promise<unknown[]>][] = [
        ['search, 2 % word, reader', () => find(READER, 'fiftieth', 20)],
        ['search, 2 % word, editor', () => find(COMMAND_LINE, 'fiftieth', 20)],
        ['search, word in most', () => find(READER, 'everywhere', 20)],
        ['search, word in most, as prefix', () => find(READER, 'everyw', 20)],
        ['search, short prefix', () => find(READER, 'ba', 20)],
        ['search, three-letter prefix', () => find(READER, 'bal', 20)],
        ['search, one letter', () => find(READER, 'b', 20)],
        ['search, common and rare word', () => find(READER, 'everywhere single7', 20)],
        ['search, three common words', () => find(READER, 'everywhere often everywhere2', 20)],
        ['search, mistyped word', () => find(READER, 'everywhrre', 20)],
        ['search, nothing at all', () => find(READER, 'xyzzyplugh', 20)],
        ['suggest, 3 letters', () => suggested('gui')],
        ['suggest, 1 letter', () => suggested('g')],
        ['suggest, inner word', () => suggested('number 7')],
        ['suggest, mistyped', () => suggested('giude')],
      ]
      for (const [name, run] of cases) await measure(name, run)
    } finally {
      await db.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }

/** measure takes the best of many small batches: what a call costs when nothing else disturbs it. */
async function measure(name: string, run: () => Promise<unknown[]>): Promise<void> {
  const batch = 10
  let best = Number.POSITIVE_INFINITY
  let found = 0
  for (let round = 0; round < 25; round++) {
    const started = performance.now()
    for (let index = 0; index < batch; index++) found = (await run()).length
    best = Math.min(best, (performance.now() - started) / batch)
  }
  console.log(`${name.padEnd(34)} ${best.toFixed(3)} ms   ${found} found`)
}

export async function fill(db: Db, size: number): Promise<void> {
  const next = random(42)
  const vocabulary = Array.from({ length: 20_000 }, () => syllables(next))
  const word = () => vocabulary[Math.floor(next() ** 3 * vocabulary.length)]!
  for (let from = 1; from <= size; from += 500) {
    await db.inTransaction(async (tx) => {
      for (let index = from; index < from + 500 && index <= size; index++) {
        const words = Array.from({ length: 280 }, word)
        if (index % 50 === 0) words[100] = 'fiftieth'
        if (index % 4 !== 0) words[50] = 'everywhere'
        if (index % 3 !== 0) words[60] = 'everywhere2'
        if (index % 2 !== 0) words[70] = 'often'
        words[80] = `single${index}`
        const title = `Guide ${word()} number ${index}`
        const text = words.join(' ')
        const { id } = await tx
          .insertInto('documents')
          .values({
            slug: `guide-${index}`,
            title,
            title_key: title,
            has_content: 1,
            bucket: 'approved',
            author_id: null,
            created_at: index,
            updated_at: index,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx.insertInto('blocks').values({ document_id: id, text }).execute()
        await indexDocument(db.dialect, tx, {
          id,
          title,
          tags: [word()],
          summary: `${word()} ${word()}`,
          words: bodyWords(text),
          sections: [],
          reach: 2,
        })
      }
    })
  }
}

function syllables(next: () => number): string {
  const pick = (letters: string) => letters[Math.floor(next() * letters.length)]!
  return Array.from(
    { length: 2 + Math.floor(next() * 3) },
    () => pick('bcdfghklmnprstvz') + pick('aeiou') + pick('lnrst'),
  ).join('')
}
