// Writes an import's documents in batches: inserts new ones, updates changed ones, skips equal ones.

import { setImmediate } from 'node:timers/promises'
import { takeIds } from 'galley-blocks/ids.ts'
import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { reasonOf } from '#convert/page/file.ts'
import type { FrontMatterFields } from '#convert/page/front-matter.ts'
import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { conflict, GalleyError } from '#errors.ts'
import type { AccessList } from '#features/categories/schemas.ts'
import { saveDraft } from '#features/documents/drafts/draft.ts'
import { NO_JOBS } from '#features/documents/jobs.ts'
import { getDocument } from '#features/documents/reading/reading.ts'
import { isReviewedIn, isUnderReview } from '#features/documents/writing/held-back.ts'
import { prepareContent } from '#features/documents/writing/prepare/prepare.ts'
import type { Cause } from '#features/documents/writing/report.ts'
import {
  addDocument,
  changeDocument,
  type DocumentChange,
  FIRST_VERSION,
  pinDocument,
} from '#features/documents/writing/write.ts'
import { findImported, type ImportedRow } from '../store.ts'
import type { ImportReport, PageOutcome } from './report.ts'

export type ImportDeps = Pick<Deps, 'db' | 'clock' | 'config'>
/** A page ready to be written; `guessLang` is called only for new documents without a declared language. */
export type ReadyDocument = {
  path: string
  slug: string
  blocks: Block[]
  change: DocumentChange & { title: string }
  guessLang: () => string | undefined
  pinned: FrontMatterFields['pinned']
}

/** What undo needs to know about a change; `before` is null for a new document. */
type ChangeNote = {
  document_id: number
  version: number
  /** Version of the working copy, if only that was written. */
  draft_version: number | null
  before: FormerDocument | null
}
/** A document's fields before the import, except its text, which its version identifies. */
export type FormerDocument = Pick<ImportedRow, 'version' | 'lang' | 'category_id' | 'position' | 'visibility'> & {
  published: boolean
  access?: AccessList | undefined
}
/** Implemented by imports that can be undone (imports/); `own` are documents that this import already changed. */
export type ChangeNotes = {
  own: ReadonlySet<number>
  changed: (tx: Tx, notes: ChangeNote[]) => Promise<void>
  madeCategory: (id: number) => Promise<void>
}
/** `lang` is the language of the site. */
type HowToWrite = { lang: string; asDrafts: boolean; notes: ChangeNotes | undefined }

/** Writes a batch in one transaction; if that fails, each document in its own, so that one fault doesn't stop the others. */
export async function writeDocuments(
  deps: ImportDeps,
  actor: Actor,
  ready: ReadyDocument[],
  report: ImportReport,
  how: HowToWrite,
): Promise<void> {
  if (ready.length === 0) return
  try {
    const changes = await changesFor(deps, actor, ready, report.dry_run, how)
    const outcomes = report.dry_run ? changes.map(outcomeOf) : await writeTogether(deps, actor, changes, how)
    for (const [index, outcome] of outcomes.entries()) {
      const { path, slug, change } = ready[index]!
      report[outcome.change]++
      if (outcome.waits) report.proposed++
      const { waits: _, ...shown } = outcome
      report.pages.push({ path, title: change.title, slug, ...shown })
    }
  } catch (error) {
    if (!(error instanceof GalleyError) || error.status >= 500) throw error
    if (ready.length === 1) report.failed.push({ path: ready[0]!.path, reason: reasonOf(error) })
    else for (const one of ready) await writeDocuments(deps, actor, [one], report, how)
  }
}

type PageChange = {
  row: ImportedRow | undefined
  /** The text is unchanged. */
  same: boolean
  change: ReadyDocument['change']
  /** Blocks of the draft, if the published text stays. */
  copy: string | undefined
  pin: number | undefined
  access: AccessList | undefined
  /** waits: a dry run found that its change would wait for approval. */
  waits: boolean
}
type Outcome = PageOutcome & { waits?: boolean }

/**
 * Prepared before the transaction, which blocks other writers. A dry run needs no prepared
 * text, and colouring code is most of the work of a folder of manuals.
 */
async function changesFor(
  deps: ImportDeps,
  actor: Actor,
  ready: ReadyDocument[],
  isDry: boolean,
  { lang: siteLang, asDrafts, notes }: HowToWrite,
): Promise<PageChange[]> {
  const { db, clock } = deps
  const stored = await findImported(
    db.read,
    ready.map(({ slug }) => slug),
  )
  const changes: PageChange[] = []
  for (const { slug, blocks, pinned, guessLang, change: fields } of ready) {
    const row = stored.get(slug)
    const lang = row === undefined && fields.lang === undefined ? guessLang() : undefined
    const given = lang === undefined ? fields : { ...fields, lang }
    // A page in the language of the site names none.
    const named = given.lang === siteLang && !row?.lang ? { ...given, lang: null } : given
    const change = asDrafts ? asDraft(named, row) : named
    if (asDrafts && row?.has_draft && !notes?.own.has(row.id)) throw conflict(HAS_DRAFT)
    const same = row !== undefined && saysTheSame(row, blocks)
    const isCopy = asDrafts && row?.published === 1
    const texts = same || isDry ? undefined : await prepareContent(row ? takeIds(blocksOf(row), blocks) : blocks)
    const prepared = texts && !isCopy && { prepared: texts }
    const pin = isCopy ? undefined : newPin(row, pinned, clock.now())
    const access = row && change.access && notes ? await accessOf(deps, actor, row.id) : undefined
    const copy = isCopy ? (texts?.blocks ?? row.blocks) : undefined
    const waits = isDry && !isCopy && (await isHeldBack(db.read, row, change.category_id))
    changes.push({ row, same, change: { ...change, ...prepared }, copy, pin, access, waits })
  }
  return changes
}

const isHeldBack = async (query: Query, row: ImportedRow | undefined, category: number | null | undefined) =>
  row ? isUnderReview(query, row, category) : typeof category === 'number' && isReviewedIn(query, category)

const HAS_DRAFT = 'this page has a draft that is not published; publish or discard it first'

/** Changes to save as a draft: the published text, category and access stay. */
function asDraft(change: ReadyDocument['change'], row: ImportedRow | undefined): ReadyDocument['change'] {
  if (row === undefined) return { ...change, published: false }
  const { title, summary, tags, published: _, ...filing } = change
  const text = { title, ...(summary !== undefined && { summary }), ...(tags && { tags }) }
  return row.published === 1 ? text : { ...filing, ...text }
}

const accessOf = async (deps: ImportDeps, actor: Actor, id: number) =>
  (await getDocument({ ...deps, jobs: NO_JOBS }, actor, { id })).head.access ?? undefined

/** Returns each document's outcome. */
async function writeTogether(
  { db, clock }: ImportDeps,
  actor: Actor,
  changes: PageChange[],
  { notes }: HowToWrite,
): Promise<Outcome[]> {
  const cause = { actor, origin: 'import', at: clock.now() } as const
  return db.inTransaction(async (tx) => {
    const noted: ChangeNote[] = []
    const outcomes: Outcome[] = []
    for (const page of changes) {
      // SQLite runs on the event loop: adding the sample site would block the service.
      await setImmediate()
      const { note, proposal } = await writeOne(db, tx, page, cause)
      const change = note === undefined ? 'unchanged' : note.before === null ? 'created' : 'updated'
      const id = note?.document_id ?? page.row?.id
      outcomes.push({ change, id, ...(proposal && { proposal: proposal.id, waits: true }) })
      if (note) noted.push(note)
    }
    await notes?.changed(tx, noted)
    return outcomes
  })
}

/** Without a note the document is as it was: it equals the file, or the change waits for approval. */
async function writeOne(
  db: Deps['db'],
  tx: Tx,
  { row, change, copy, pin, access }: PageChange,
  cause: Cause,
): Promise<{ note?: ChangeNote | undefined; proposal?: { id: number } | undefined }> {
  if (row && copy !== undefined) return { note: await writeCopy(db, tx, row, { ...change, blocks: copy }, cause) }
  if (row === undefined) {
    const { id, proposal } = await addDocument({ db }, tx, { ...change, prepared: change.prepared! }, cause)
    if (pin !== undefined) await pinDocument({ db }, tx, id, pin)
    return { note: { document_id: id, version: FIRST_VERSION, draft_version: null, before: null }, proposal }
  }
  const { id: document_id } = row
  if (pin !== undefined) await pinDocument({ db }, tx, document_id, pin)
  if (isUnchanged(row, change) && pin === undefined) return {}
  const saved = isUnchanged(row, change) ? row : await changeDocument({ db }, tx, document_id, change, cause)
  const proposal = 'proposal' in saved ? saved.proposal : undefined
  if (saved.version === row.version && pin === undefined) return { proposal }
  return { note: { document_id, version: saved.version, draft_version: null, before: formerOf(row, access) }, proposal }
}

async function writeCopy(
  db: Deps['db'],
  tx: Tx,
  row: ImportedRow,
  { title, summary, tags, blocks }: DocumentChange & { blocks: string },
  cause: Cause,
): Promise<ChangeNote | undefined> {
  const text = { title, ...(summary !== undefined && { summary }), ...(tags && { tags }), blocks }
  const draft_version = await saveDraft({ db }, tx, row.id, text, { ...cause, noted: true }, {})
  if (draft_version === (row.has_draft ? row.draft_version : 0)) return undefined
  return { document_id: row.id, version: row.version, draft_version, before: formerOf(row, undefined) }
}

const formerOf = (row: ImportedRow, access: FormerDocument['access']): FormerDocument => {
  const { version, lang, category_id, position, visibility, published } = row
  return { version, lang, category_id, position, visibility, published: published === 1, ...(access && { access }) }
}

/** outcomeOf is what a dry run reports. */
function outcomeOf({ row, same, change, pin, waits }: PageChange): Outcome {
  if (row === undefined) return { change: 'created', waits }
  const isSame = same && pin === undefined && isUnchanged(row, change)
  return { change: isSame || waits ? 'unchanged' : 'updated', id: row.id, waits: waits && !isSame }
}

/** The time of the pin, 0 to unpin, or undefined if unchanged. */
function newPin(row: ImportedRow | undefined, pinned: FrontMatterFields['pinned'], now: number): number | undefined {
  const present = row?.pinned_at ?? 0
  if (pinned === undefined || (pinned === true && present > 0)) return undefined
  const wanted = typeof pinned === 'string' ? Date.parse(pinned) : pinned ? now : 0
  return wanted === present ? undefined : wanted
}

const blocksOf = (row: ImportedRow): Block[] => JSON.parse(row.blocks) as Block[]

/** Compares as Markdown, which ignores block ids and formatting without Markdown syntax. */
const saysTheSame = (row: ImportedRow, blocks: Block[]): boolean =>
  blocksToMarkdown(blocksOf(row)) === blocksToMarkdown(blocks)

/** Skips most work when an unchanged folder is imported again. */
function isUnchanged(
  row: ImportedRow,
  { title, summary, tags, visibility, published, lang, category_id, position, access, prepared }: DocumentChange,
) {
  return (
    prepared === undefined &&
    access === undefined &&
    title === row.title &&
    (category_id === undefined || category_id === row.category_id) &&
    (summary === undefined || summary === row.summary) &&
    (tags === undefined || JSON.stringify(tags) === row.tags) &&
    (visibility === undefined || visibility === row.visibility) &&
    (lang === undefined || lang === row.lang) &&
    (published === undefined || published === (row.published === 1)) &&
    (position === undefined || position === row.position)
  )
}
