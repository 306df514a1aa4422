// Saving to the working copy, inside the transaction of whoever asks (editing/saves.ts). Whoever saves holds the document,
// as for a change of it: saves and publications come one after another. The document stays as it is, and so does what was
// cached of it.

import { documentChanged } from '#changes.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { invalidValue, staleVersion } from '#errors.ts'
import type { DocumentUpdate } from '../schemas.ts'
import { tagsAsText } from '../writing/filing/filing.ts'
import { type Cause, noteSavedDraft } from '../writing/report.ts'
import { getContent, type StoredDocument } from '../writing/store.ts'
import { getForChange } from '../writing/write.ts'
import * as store from './store.ts'

/** CopyChange has the parts that are given; blocks are JSON, checked before. */
export type CopyChange = Pick<DocumentUpdate, 'title' | 'summary' | 'tags'> & { blocks?: string | undefined }

/**
 * `expected` is the version of the copy, 0 where there is none, and `document` that of the document, as whoever saves has seen
 * them; `base` is the version of the document that the text rests on.
 */
export type CopyCondition = { expected?: number | undefined; document?: number | undefined; base?: number | undefined }

/** saveCopy returns the version of the copy afterwards: 0 where there is none, because nothing differs from the document. */
export async function saveCopy(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  id: number,
  input: CopyChange,
  cause: Cause,
  { expected, document: seen, base }: CopyCondition,
): Promise<number> {
  const { actor, at } = cause
  const document = await getForChange(deps, tx, id, { actor, expected: seen })
  const copy = await store.findCopy(tx, id)
  const version = copy ? document.draft_version : 0
  if (expected !== undefined && expected !== version) throw staleVersion(expected, version)
  if (base !== undefined && (base < 1 || base > document.version))
    throw invalidValue(['query', 'base_version'], `The document has the versions 1 to ${document.version}`, base)
  const before = copy ?? (await newCopy(tx, document))
  const after = {
    ...before,
    ...given(input),
    ...(base !== undefined && { base_version: base, base_tags: document.tags }),
  }
  if (!PARTS.some((part) => after[part] !== before[part])) return version
  const saved = { ...after, author_id: actor.userId, created_at: copy?.created_at ?? at, updated_at: at, fault: null }
  const draft_version = document.draft_version + 1
  await store.writeCopy(tx, saved, draft_version)
  documentChanged(tx, id, ['draft'])
  await noteSavedDraft(tx, cause, id, { title: saved.title, draft_version })
  return draft_version
}

const PARTS = ['title', 'summary', 'tags', 'blocks', 'base_version'] as const

/** newCopy says what the document says. */
export async function newCopy(tx: Tx, document: StoredDocument) {
  const { id: document_id, title, summary, tags, version: base_version } = document
  const { blocks } = await getContent(tx, document_id)
  const plan = { scheduled_at: null, scheduled_by: null, fault: null }
  return { document_id, title, summary, tags, blocks, base_version, base_tags: tags, ...plan }
}

const given = ({ title, summary, tags, blocks }: CopyChange) => ({
  ...(title !== undefined && { title }),
  ...(summary !== undefined && { summary }),
  ...(tags !== undefined && { tags: tagsAsText(tags) }),
  ...(blocks !== undefined && { blocks }),
})
