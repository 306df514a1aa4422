// Passages for one question, from Galley with all that is weighed about them, and from MiniSearch and Orama over the same passages,
// both with stems.

import { create, insertMultiple, search } from '@orama/orama'
import { stemmer } from '@orama/stemmers/english'
import MiniSearch from 'minisearch'
import { VISITOR } from '../../src/actor.ts'
import type { Db } from '../../src/engine/db/db.ts'
import { candidatesFor } from '../../src/features/ask/ask.ts'
import { baselineLevel, USUAL_LEVEL } from '../../src/features/ask/calibration.ts'
import { CutPages } from '../../src/features/ask/pages.ts'
import { searchableFor } from '../../src/features/documents/access/access.ts'
import { GrantedDocuments } from '../../src/features/documents/search/finding/granted.ts'
import type { SamplePage } from '../search-quality.ts'

/** A BenchPassage is where it stands, and what it says. */
export type BenchPassage = { slug: string; from: number; to: number; text: string }
type PassageEngine = { name: string; find: (q: string) => Promise<BenchPassage[]> }
const MOST = 10

const depsOver = (db: Db) => ({
  db,
  granted: new GrantedDocuments({ db }),
  cutPages: new CutPages({ db }),
  config: { siteLang: 'en' },
})

export const levelOver = async (db: Db): Promise<number> => (await baselineLevel(depsOver(db))) ?? USUAL_LEVEL

/** askGalley returns everything that an answer is chosen from. */
export async function askGalley(db: Db) {
  const deps = depsOver(db)
  const readable = await searchableFor(db.read, VISITOR, 'site')
  return (q: string) => candidatesFor(deps, readable, { q, lang: 'en' })
}

export async function othersOver(db: Db, pages: SamplePage[]): Promise<PassageEngine[]> {
  const versions = await db.read.selectFrom('documents').select(['id', 'version']).execute()
  const headed = new Map(pages.map(({ id, title }) => [id, title]))
  const cut = await new CutPages({ db }).get(versions)
  const passages = cut.flatMap(({ id, slug, text, sections, passages }) =>
    passages.map(({ from, to, section }) => ({
      shown: { slug, from, to, text: text.slice(from, to) },
      fields: { title: headed.get(id) ?? '', heading: sections[section]!.heading, text: text.slice(from, to) },
    })),
  )
  const rows = passages.map(({ fields }, id) => ({ id, ...fields }))
  const mini = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    processTerm: (term) => stemmer(term.toLowerCase()),
    searchOptions: { boost: { title: 1.5, heading: 1.5 } },
  })
  mini.addAll(rows)
  const other = create({
    schema: { nth: 'number', title: 'string', heading: 'string', text: 'string' },
    components: { tokenizer: { stemming: true, stemmer, language: 'english' } },
  })
  await insertMultiple(
    other,
    rows.map(({ id, ...fields }) => ({ nth: id, ...fields })),
  )
  return [
    {
      name: 'MiniSearch',
      find: async (q) =>
        mini
          .search(q)
          .slice(0, MOST)
          .map(({ id }) => passages[id]!.shown),
    },
    {
      name: 'Orama',
      find: async (term) =>
        (await search(other, { term, boost: { title: 1.5, heading: 1.5 }, limit: MOST })).hits.map(
          ({ document }) => passages[document.nth]!.shown,
        ),
    },
  ]
}
