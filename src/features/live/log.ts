// What is kept of an open document, and how it becomes revisions of its draft: each in one transaction, under the row's lock,
// so any node may do it. A save from elsewhere is taken up here, once, as its author's update.
//
// Glossary
//   epoch     one life of a Yjs state: a state made anew from a text takes no updates of the one before
//   revised   up to which update the draft's revisions contain what was typed

import { applySave, type Fields, fieldsIn, Reader, seed, setFields } from 'galley-blocks/live/blocks.ts'
import { Layout } from 'galley-blocks/live/layout.ts'
import type { Block } from 'galley-blocks/model.ts'
import * as Y from 'yjs'
import { validateBlocks } from '#blocks/validation/validate.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { GalleyError } from '#errors.ts'
import { findOpenDraft, holdDraft, reviseDraft, type SharedDraft } from '#features/documents/drafts/open-text.ts'
import { MAX_SUMMARY, MAX_TAG, MAX_TAGS, MAX_TITLE } from '#limits.ts'
import * as store from './store.ts'

export type LogDeps = Pick<Deps, 'db' | 'clock' | 'log'>

type OpenText = { blocks: Block[]; fields: Fields }
type Ahead = { seq: number; isQuiet: () => boolean; read: () => OpenText }
/** What someone typed, by their connection. */
export type Update = { author: number | null; bytes: Uint8Array }

/** The state grows by what is deleted; after this many updates they become part of it. */
const THIN_AFTER = 100
/** So many times the text: what was deleted weighs more than what is there, and nobody has it open. */
const MOST_STATE_PER_TEXT = 10
const SMALL_STATE = 256 * 1024
const MOST_TEXT = 8 * 1024 * 1024

const fieldsOf = ({ title, summary, tags }: SharedDraft): Fields => ({
  title,
  summary: summary ?? '',
  tags: JSON.parse(tags),
})

/** Begins an epoch if there is none. */
export const openDocument = ({ db, clock }: LogDeps, id: number) =>
  db.inTransaction(async (tx) => {
    await db.dialect.lock(tx, `live ${id}`)
    const row = await store.findHeld(tx, db.dialect.forShare, id)
    if (row) return row.epoch
    const text = await findOpenDraft(tx, id)
    if (!text) return undefined
    const doc = new Y.Doc()
    setFields(doc, fieldsOf(text))
    seed(new Layout(doc), JSON.parse(text.blocks))
    const state = Buffer.from(Y.encodeStateAsUpdate(doc))
    const at = clock.now()
    const counts = { state_seq: 0, seq: 0, revised_seq: 0 }
    await store.insertDocument(tx, {
      document_id: id,
      epoch: at,
      state,
      ...counts,
      revision_id: text.revision,
      touched_at: at,
    })
    return at
  })

/** The whole state, and the number of its last update. */
export const readDocument = ({ db }: LogDeps, id: number, epoch: number) =>
  db.inTransaction(async (tx) => {
    const row = await store.findHeld(tx, db.dialect.forShare, id)
    const text = await findOpenDraft(tx, id)
    if (row?.epoch !== epoch || !text) return undefined
    const updates = await store.listUpdates(tx, id, row.state_seq)
    return {
      seq: row.seq,
      updates: [row.state, ...updates.map(({ bytes }) => bytes)],
      saved: JSON.parse(text.blocks) as Block[],
    }
  })

/** The numbers of the last update, or undefined if the epoch has ended. */
export const append = ({ db, clock }: LogDeps, id: number, epoch: number, updates: readonly Update[]) =>
  db.inTransaction(async (tx) => {
    const first = await store.takeNumbers(tx, id, epoch, updates.length, clock.now())
    if (first === undefined) return undefined
    const rows = updates.map(({ author, bytes }, index) => ({
      document_id: id,
      seq: first + index,
      author_id: author,
      bytes: Buffer.from(bytes),
    }))
    await store.insertUpdates(tx, rows)
    tx.notify('live')
    return first + updates.length - 1
  })

/**
 * Makes revisions of what was typed: one for each author since the last. `open` is the text as a node has it that has read and
 * appended everything up to `seq`; it saves building it again. False if the epoch has ended.
 */
export async function revise(
  deps: LogDeps,
  { id, epoch, open }: { id: number; epoch: number; open?: Ahead },
): Promise<boolean> {
  const { db, clock } = deps
  const work = async (tx: Tx, open: Ahead | undefined): Promise<boolean> => {
    await holdDraft(deps, tx, id).catch(unlessGone)
    const row = await store.findHeld(tx, db.dialect.forUpdate, id)
    const head = await findOpenDraft(tx, id)
    if (row?.epoch !== epoch || !head) return false
    const updates = await store.listUpdates(tx, id, row.revised_seq)
    const isElsewhere = head.revision !== row.revision_id
    if (!isElsewhere && updates.length === 0) return true
    const authors = [...new Set(updates.map(({ author_id }) => author_id))]
    const isReady = open?.seq === row.seq && open.isQuiet() && !isElsewhere && authors.length === 1
    const built = isReady ? undefined : await rebuild(tx, row, head)
    let { seq } = row
    /** What came from elsewhere becomes an update of its author. */
    const takeUp = async (text: SharedDraft) => {
      const bytes = built!.takeUp(text)
      if (bytes) await store.insertUpdates(tx, [{ document_id: id, seq: ++seq, author_id: text.author_id, bytes }])
    }
    if (isElsewhere) await takeUp(head)
    let { revision } = head
    for (const author of authors) {
      for (const { bytes } of built ? updates.filter(({ author_id }) => author_id === author) : []) built!.apply(bytes)
      const text = textToSave(deps, id, author, (built ?? open!).read(), head)
      if (!text) return true
      const written = await reviseDraft(deps, tx, id, { over: revision, text, author, at: clock.now() })
      revision = written.revision
      // It contains what was published meanwhile.
      if (written.isMerged && !built) throw new NeedsRebuild()
      if (written.isMerged) await takeUp((await findOpenDraft(tx, id))!)
    }
    await store.updateDocument(tx, id, { seq, revised_seq: seq, revision_id: revision })
    if (seq - row.state_seq >= THIN_AFTER) await thin(tx, { ...row, seq })
    if (seq !== row.seq) tx.notify('live')
    return true
  }
  try {
    return await db.inTransaction((tx) => work(tx, open))
  } catch (error) {
    if (!(error instanceof NeedsRebuild)) throw error
    return db.inTransaction((tx) => work(tx, undefined))
  }
}

class NeedsRebuild extends Error {}

const unlessGone = (error: unknown): void => {
  if (!(error instanceof GalleyError && error.status === 404)) throw error
}

/** The document as it was when it was last revised. */
async function rebuild(tx: Tx, row: store.LiveRow, head: SharedDraft) {
  const doc = new Y.Doc()
  const apply = (bytes: Uint8Array) => Y.applyUpdate(doc, bytes)
  apply(row.state)
  for (const { seq, bytes } of await store.listUpdates(tx, row.document_id, row.state_seq))
    if (seq <= row.revised_seq) apply(bytes)
  const layout = new Layout(doc)
  const reader = new Reader(layout, JSON.parse(head.blocks))
  const takeUp = (text: SharedDraft): Buffer | undefined => {
    const before = Y.encodeStateVector(doc)
    let isChanged = false
    doc.once('update', () => {
      isChanged = true
    })
    applySave(layout, JSON.parse(text.blocks))
    setFields(doc, fieldsOf(text))
    return isChanged ? Buffer.from(Y.encodeStateAsUpdate(doc, before)) : undefined
  }
  return { apply, takeUp, read: (): OpenText => ({ blocks: reader.read(), fields: fieldsIn(doc) }) }
}

/** Undefined if a client has written what no document may say; it is logged, and stays in the log until it is put right. */
function textToSave(
  { log }: LogDeps,
  id: number,
  author: number | null,
  { blocks, fields }: OpenText,
  head: SharedDraft,
): Omit<SharedDraft, 'revision' | 'author_id'> | undefined {
  const checked = validateBlocks(blocks)
  const text = JSON.stringify('blocks' in checked ? checked.blocks : [])
  if ('errors' in checked || text.length > MOST_TEXT) {
    const reason = 'errors' in checked ? checked.errors[0]!.msg : 'too long'
    log.warn({ document: id, user: author, reason }, 'an open document says what no document may: no revision is made')
    return undefined
  }
  const words = (value: string, most: number) =>
    value
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, most)
      .toWellFormed()
  const tags = fields.tags.map((tag) => words(tag, MAX_TAG)).filter((tag) => tag !== '')
  return {
    title: words(fields.title, MAX_TITLE) || head.title,
    summary: words(fields.summary, MAX_SUMMARY) || null,
    tags: JSON.stringify([...new Set(tags)].slice(0, MAX_TAGS)),
    blocks: text,
  }
}

/** Makes the updates part of the state. */
async function thin(tx: Tx, { document_id, state, state_seq, seq }: store.LiveRow): Promise<void> {
  const updates = await store.listUpdates(tx, document_id, state_seq)
  // Through a document, which lets go of what was deleted.
  const doc = new Y.Doc()
  for (const bytes of [state, ...updates.map((update) => update.bytes)]) Y.applyUpdate(doc, bytes)
  await store.updateDocument(tx, document_id, { state: Buffer.from(Y.encodeStateAsUpdate(doc)), state_seq: seq })
  await store.deleteUpdates(tx, document_id, seq)
}

/** When the last one has left: a state that is mostly of what was deleted ends its epoch. */
export const closeDocument = ({ db }: LogDeps, id: number, epoch: number) =>
  db.inTransaction(async (tx) => {
    const row = await store.findHeld(tx, db.dialect.forUpdate, id)
    const text = await findOpenDraft(tx, id)
    if (row?.epoch !== epoch || row.seq > row.revised_seq || row.state.length < SMALL_STATE) return
    if (!text || row.state.length > MOST_STATE_PER_TEXT * text.blocks.length) await store.deleteDocument(tx, id)
  })

/** What a node hasn't read yet: the updates after `seen`, or the state that others made of them. */
export async function readNews(
  { db }: LogDeps,
  id: number,
  seen: number,
): Promise<{ upTo: number; updates: Uint8Array[] }> {
  const updates = await store.listUpdates(db.read, id, seen)
  if (updates[0]?.seq === seen + 1) return { upTo: updates.at(-1)!.seq, updates: updates.map(({ bytes }) => bytes) }
  const row = await store.findState(db.read, id)
  return { upTo: row?.state_seq ?? seen, updates: row ? [row.state] : [] }
}
