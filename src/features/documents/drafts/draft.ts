// A document's shared draft: what its editors write and readers don't see yet. Every save moves its head, whether a person
// typed (autosave) or a program saved with publish=false; publishing and discarding close it. Within the caller's transaction,
// under the document's lock, so saves and publications are serialised.

import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { invalidValue, staleVersion } from '#errors.ts'
import { MINUTE } from '#time.ts'
import { type CopyContent, isSameText, mergeCopy } from '../revisions/merge.ts'
import {
  type DraftRow,
  deleteDraft,
  findPublished,
  findRevision,
  findSharedDraft,
  findTextAt,
  insertDraft,
  listWriting,
  type Revision,
  updateDraft,
} from '../revisions/store.ts'
import { type WrittenText, write } from '../revisions/write.ts'
import type { DocumentUpdate } from '../schemas.ts'
import { tagsAsText } from '../writing/filing/filing.ts'
import { type Cause, noteSavedDraft } from '../writing/report.ts'
import type { StoredDocument } from '../writing/store.ts'
import { getForChange } from '../writing/write.ts'
import * as store from './store.ts'

/** The published text, the draft if there is one, and its texts; without one, `head` is the published text. */
type Writing = { document: StoredDocument; published: Revision; draft: DraftRow | undefined; head: Revision }

async function getDraft(tx: Tx, document: StoredDocument): Promise<Writing> {
  const published = (await findPublished(tx, document.id))!
  const draft = await findSharedDraft(tx, document.id)
  const head = draft ? (await findRevision(tx, draft.head_id))! : published
  return { document, published, draft, head }
}

/**
 * Where a new head comes from: the revision that it took up, and the published text that it rests on; `over` is that text where
 * the head before rested on another.
 */
type HeadLineage = {
  merged?: number | undefined
  taken?: number | undefined
  base_id: number
  base_version: number
  over?: Revision | undefined
}
type SavedBy = Pick<Cause, 'actor' | 'at'> & Partial<Pick<Cause, 'origin'>>

/**
 * Makes `text` the head of the draft, begins one where there is none, and closes it when it says what is published. Returns the
 * revision and the draft's version; 0: there is none.
 */
async function moveHead(
  tx: Tx,
  { document, published, draft, head }: Writing,
  text: WrittenText,
  { merged, taken, base_id, base_version, over }: HeadLineage,
  { actor, at, origin = 'hand' }: SavedBy,
): Promise<{ revision: number; version: number }> {
  const isPublished = isSameText(text, published) && base_id === published.id
  if (isPublished && !draft) return { revision: published.id, version: 0 }
  if (isPublished && draft && draft.scheduled_at === null) {
    await closeDraft(tx, draft)
    return { revision: published.id, version: 0 }
  }
  const lineage = {
    parent: head.id,
    merged,
    ...(taken !== undefined && { taken }),
    base: base_version,
    ...(over && { over }),
  }
  const revision = await write(tx, document.id, text, lineage, { by: actor.userId, origin, at })
  const moved = { head_id: revision, base_id, updated_at: at }
  if (!draft) return { revision, version: await beginDraft(tx, document, { ...moved, created_at: at }) }
  const version = draft.version + 1
  await updateDraft(tx, draft.id, { ...moved, version, fault: null })
  return { revision, version }
}

export async function beginDraft(
  tx: Tx,
  { id, draft_version }: Pick<StoredDocument, 'id' | 'draft_version'>,
  texts: Pick<DraftRow, 'head_id' | 'base_id' | 'created_at' | 'updated_at'>,
): Promise<number> {
  const version = draft_version + 1
  await insertDraft(tx, { document_id: id, kind: 'shared', state: 'open', version, ...texts })
  await store.updateDraftVersion(tx, id, version)
  return version
}

export const closeDraft = deleteDraft

/** A revision of the draft: its head, or one that it had since its base. */
export async function getRevisionOf(query: Query, { head_id, base_id }: DraftRow, named = head_id): Promise<Revision> {
  const had = named === head_id || (await listWriting(query, head_id, base_id)).some(({ id }) => id === named)
  const revision = had ? await findRevision(query, named) : undefined
  if (!revision) throw invalidValue(['body', 'revision_id'], 'not a revision of the working copy', named)
  return revision
}

/** The changed parts; blocks are JSON, checked before. `taken` is a revision that is restored. */
export type DraftChange = Pick<DocumentUpdate, 'title' | 'summary' | 'tags'> & {
  blocks?: string | undefined
  taken?: number
}

/**
 * Versions that the caller has seen: `expected` of the draft (0 without one), `document` of the document; `base` is the
 * document's version that the text is based on.
 */
export type DraftCondition = { expected?: number | undefined; document?: number | undefined; base?: number | undefined }

/** A deliberate save. Returns the draft's new version: 0 if nothing differs from what is published. */
export async function saveDraft(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  id: number,
  input: DraftChange,
  cause: Cause,
  { expected, document: seen, base }: DraftCondition,
): Promise<number> {
  const document = await getForChange(deps, tx, id, { actor: cause.actor, expected: seen })
  const state = await getDraft(tx, document)
  const { draft, head, published } = state
  const before = draft?.version ?? 0
  checkVersion(draft, expected)
  if (base !== undefined && (base < 1 || base > document.version))
    throw invalidValue(['query', 'base_version'], `The document has the versions 1 to ${document.version}`, base)
  const text = { ...head, reason: null, ...given(input) }
  const based = base === undefined ? undefined : ((await findTextAt(tx, id, base)) ?? published)
  const base_id = based?.id ?? draft?.base_id ?? published.id
  if (isSameText(text, head) && (!draft || base_id === draft.base_id)) {
    // What was typed before is now a version that someone saved.
    if (draft && head.reason === 'autosave') await store.updateReason(tx, head.id, null)
    return before
  }
  const base_version = base ?? (draft ? head.base_version : document.version)
  const lineage = { taken: input.taken, base_id, base_version, ...(base_id !== draft?.base_id && { over: based }) }
  const { version } = await moveHead(tx, state, text, lineage, cause)
  await noteSavedDraft(tx, cause, id, { title: text.title, draft_version: version })
  return version
}

export function checkVersion(draft: DraftRow | undefined, given: number | undefined): void {
  const current = draft?.version ?? 0
  if (given !== undefined && given !== current) throw staleVersion(given, current)
}

const given = ({ title, summary, tags, blocks }: DraftChange) => ({
  ...(title !== undefined && { title }),
  ...(summary !== undefined && { summary }),
  ...(tags !== undefined && { tags: tagsAsText(tags) }),
  ...(blocks !== undefined && { blocks }),
})

/** Checked before; `parent` is the revision that it was typed over. */
type TypedText = CopyContent & { parent: number }

/**
 * `merged` is the text if it includes someone else's changes. `clash` are the places that both changed: there the draft has
 * theirs, and the text as it was typed is kept as a revision.
 */
type AutosaveOutcome = {
  revision: number
  draft_version: number
  /** Not a version that only typing made. */
  is_saved: boolean
  merged: CopyContent | undefined
  clash?: { conflicts: string[]; base: CopyContent; theirs: CopyContent; kept: number }
}

/** Merges the typed text with what others typed since `parent`, and with what was published since the draft began. */
export async function autosave(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  id: number,
  { parent, ...mine }: TypedText,
  { actor, at }: SavedBy,
): Promise<AutosaveOutcome> {
  const state = await getDraft(tx, await getForChange(deps, tx, id, { actor }))
  const { draft, head } = state
  const over = await store.findParent(tx, id, parent)
  if (!over) throw invalidValue(['body', 'parent'], 'not a revision of this document', parent)
  const base = over.id === head.id ? head : await commonAncestor(tx, id, over, head)
  const { content: together, conflicts } = mergeCopy(base, mine, head)
  const { content, ...lineage } = await takeInPublished(tx, state, together)
  const { lang } = head
  const kept =
    conflicts.length === 0
      ? undefined
      : await write(
          tx,
          id,
          { ...mine, lang, reason: 'conflict' },
          { parent: over.id, base: over.base_version },
          { by: actor.userId, origin: 'hand', at },
        )
  const taken = lineage.merged ?? (over.id === head.id ? undefined : over.id)
  const moved = isSameText(content, head)
    ? { revision: head.id, version: draft?.version ?? 0 }
    : await moveHead(tx, state, { ...content, lang, reason: 'autosave' }, { ...lineage, merged: taken }, { actor, at })
  if (moved.revision !== head.id) await thinOwn(tx, id, actor.userId, at)
  const is_saved = moved.revision === state.published.id || (moved.revision === head.id && head.reason !== 'autosave')
  const saved = { revision: moved.revision, draft_version: moved.version, is_saved }
  if (kept !== undefined) return { ...saved, merged: undefined, clash: { conflicts, base, theirs: content, kept } }
  return { ...saved, merged: isSameText(content, mine) ? undefined : content }
}

/** On a conflict with what was published since, the draft goes on without it, and publishing asks. */
async function takeInPublished(
  tx: Tx,
  { document, published, draft, head }: Writing,
  content: CopyContent,
): Promise<HeadLineage & { content: CopyContent }> {
  if (!draft) return { content, base_id: published.id, base_version: document.version }
  const kept = { content, base_id: draft.base_id, base_version: head.base_version }
  if (draft.base_id === published.id) return kept
  const base = (await findRevision(tx, draft.base_id))!
  const merged = mergeCopy(base, content, published)
  if (merged.conflicts.length > 0) return kept
  const base_version = document.version
  return { content: merged.content, merged: published.id, base_id: published.id, base_version }
}

/** The newest common ancestor; if it was deleted, the document's text at the older base version. */
async function commonAncestor(tx: Tx, id: number, one: Revision, other: Revision): Promise<Revision> {
  const lineage = await store.listLineage(tx, id)
  const others = store.ancestorsOf(lineage, other.id)
  const shared = Math.max(0, ...[...store.ancestorsOf(lineage, one.id)].filter((ancestor) => others.has(ancestor)))
  return (
    (await findRevision(tx, shared)) ??
    (await findTextAt(tx, id, Math.min(one.base_version, other.base_version))) ??
    one
  )
}

const ALL_KEPT_MS = 2 * MINUTE
const ONE_KEPT_MS = 15 * MINUTE

/** Of what was typed more than two minutes ago, the last text of each quarter of an hour stays; rows are sorted by time. */
export function expired<Row extends { created_at: number }>(rows: readonly Row[], now: number): Row[] {
  const old = rows.filter(({ created_at }) => now - created_at > ALL_KEPT_MS)
  const quarter = ({ created_at }: Row) => Math.floor(created_at / ONE_KEPT_MS)
  const last = new Map(rows.map((row) => [quarter(row), row]))
  return old.filter((row) => last.get(quarter(row)) !== row)
}

/** Returns how many autosaves of the person were removed. */
export async function thinOwn(tx: Tx, documentId: number, authorId: number | null, now: number): Promise<number> {
  const gone = expired(await store.listAutosaves(tx, documentId, authorId), now)
  const byId = new Map(gone.map((row) => [row.id, row]))
  // If the parent is removed too, its own parent is used.
  const keptParent = (id: number | null): number | null => {
    const row = id === null ? undefined : byId.get(id)
    return row ? keptParent(row.parent_id) : id
  }
  for (const { id, parent_id, merged_id } of gone)
    await store.deleteAutosave(tx, documentId, {
      id,
      parent_id: keptParent(parent_id),
      merged_id: keptParent(merged_id),
    })
  return gone.length
}
