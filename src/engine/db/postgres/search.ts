// Full text on PostgreSQL: one tsvector for each document, made by us word by word, so that no text search configuration or
// extension matters. Words of the title are repeated with a marker.

import { sql } from 'kysely'
import { preparedWrite } from '../prepared.ts'
import { type Reach, type SearchIndex, wordAt } from '../search.ts'
import type { Tx } from '../tx.ts'
import { holders, inTitle } from './holders.ts'
import { knownPrefixes, knownWords, wordsBeginning } from './vocabulary.ts'

/**
 * Every search reads the list of what is not yet sorted into the index, and the save that fills it sorts it in: at 256 kB that
 * took 1.4 ms of CPU for each save, at 1,024 it takes 0.8, and a search 0.2 ms more at most (10,000 documents).
 */
const WORDS_INDEX =
  'create index search_documents_words on search_documents using gin (words) with (gin_pending_list_limit = 1024)'

/** StoredWords.words are one text: hundreds of elements of an array would each be quoted here and unquoted there. */
type StoredWords = { id: number; title: string; words: string; sections: string; reach: Reach }
const putDocument = preparedWrite<void, StoredWords>(
  (slot) => sql`insert into search_documents (id, title, words, sections, reach, is_behind)
    values (${slot('id')}, ${slot('title')}, array_to_tsvector(string_to_array(${slot('words')}, ' ')), ${slot('sections')}, ${slot('reach')}, 0)
    on conflict (id) do update set title = excluded.title, words = excluded.words, sections = excluded.sections,
      reach = excluded.reach, is_behind = 0`,
)

/**
 * putWords is given all words of a commit. Those that are there are left out, because `on conflict` would lock their rows until the
 * commit; new ones have one order everywhere, so that two with the same new words can't wait for each other.
 */
const putWords = preparedWrite<void, { words: string[]; reaches: Reach[] }>(
  (slot) => sql`insert into search_words (word, reach)
    select word, reach from unnest(${slot('words')}::text[], ${slot('reaches')}::smallint[]) as given (word, reach)
      where not exists (select from search_words where search_words.word = given.word and search_words.reach >= given.reach)
      order by word collate "C"
    on conflict (word) do update set reach = excluded.reach where excluded.reach > search_words.reach`,
)

const FIRST = 0

const gatheredWords = new WeakMap<Tx, Map<string, Reach>>()

/** wordsOf are those of all documents of a commit. */
function wordsOf(tx: Tx): Map<string, Reach> {
  const present = gatheredWords.get(tx)
  if (present) return present
  const gathered = new Map<string, Reach>()
  gatheredWords.set(tx, gathered)
  tx.beforeCommit(FIRST, async () => {
    const words = [...gathered.keys()]
    await putWords(tx, { words, reaches: words.map((word) => gathered.get(word)!) })
  })
  return gathered
}

export const createPostgresSearch = (): SearchIndex => ({
  tables: [
    // Stored uncompressed in the row, because the planner underestimates the cost of decompression.
    `create table search_documents (
      id bigint not null primary key references document_rows (id) on delete cascade, title text collate "C" not null,
      words tsvector not null, sections text not null default '[]', reach smallint not null default 0,
      is_behind smallint not null default 1
    ) with (toast_tuple_target = 8160)`,
    WORDS_INDEX,
    'create index search_documents_behind on search_documents (id) where is_behind = 1',
    'create index search_documents_reach on search_documents (reach, title, id)',
    'create table search_words (word text collate "C" not null primary key, reach smallint not null default 0)',
    'create index search_words_open on search_words (word) where reach = 2',
    'create index search_words_members on search_words (word, reach) where reach >= 1',
  ],

  put: async (tx, entry) => {
    const { id, titleKey, title, vocabulary, sections, reach } = entry
    const words = [...entry.words, ...title.map(inTitle)].map((word) => wordAt(reach, word)).join(' ')
    await putDocument(tx, { id, title: titleKey, words, sections, reach })
    const gathered = wordsOf(tx)
    for (const word of vocabulary) gathered.set(word, Math.max(reach, gathered.get(word) ?? 0) as Reach)
  },

  startAnew: async (tx) => {
    await sql`delete from search_words`.execute(tx)
    await sql`delete from search_documents`.execute(tx)
    await sql`insert into search_documents (id, title, words, sections, reach, is_behind)
      select id, '', '', '[]', 0, 1 from documents`.execute(tx)
  },

  // Building the index once at the end costs a fraction of updating it per document.
  rebuild: async (tx, work) => {
    await sql`drop index search_documents_words`.execute(tx)
    await work()
    await sql.raw(WORDS_INDEX).execute(tx)
  },

  remove: async (tx, id) => {
    await sql`delete from search_documents where id = ${id}`.execute(tx)
  },

  // Its indexes are merged by vacuum.
  countPieces: async () => 1,
  mergePieces: async () => false,

  holders,
  knownWords,
  knownPrefixes,
  wordsBeginning,

  lowerReach: async (tx, words, reach) => {
    const { numAffectedRows } = await sql`update search_words set reach = ${reach}
      where word = any(${words}::text[]) and reach > ${reach}`.execute(tx)
    return Number(numAffectedRows)
  },

  forgetWords: async (tx, words) => {
    await sql`delete from search_words where word = any(${words}::text[])`.execute(tx)
  },
})
