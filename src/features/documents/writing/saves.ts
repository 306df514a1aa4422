// The transactions that save a document, each described only by plain values, so that it can run in another thread as well
// (engine/writer-thread.ts). What is content is changed in content.ts.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { RevisionOrigin, Visibility } from '#engine/db/tables.ts'
import { collectIssues, conflict, invalidValue } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit.ts'
import { sameAccess } from '#features/categories/access-list.ts'
import { narrower } from '#features/categories/audience.ts'
import type { AccessList } from '#features/categories/schemas.ts'
import { checkAccess, holdAudience } from '#features/categories/service.ts'
import { readAccess, writeAccess } from '../access/store.ts'
import { noteUses } from '../pictures/pictures.ts'
import type { DocumentCreate, DocumentUpdate } from '../schemas.ts'
import { bodyWords } from '../search/entry.ts'
import { indexDocument } from '../search/search.ts'
import * as store from '../store.ts'
import { leaveSlug, makeFreeSlug, takeSlug } from './addresses.ts'
import { bucketFor, type Cause, changeDocument, type FieldChange, getForChange } from './content.ts'
import type { Prepared } from './prepare.ts'
import { sortKey } from './sort-key.ts'

type SaveDeps = Pick<Deps, 'db' | 'clock'>
type By = Omit<Cause, 'at'>

const SLUG_TRIES = 5
export const FIRST_VERSION = 1

export const SAVES = {
  /** add returns the new document's id. */
  add: async (deps: SaveDeps, { input, by }: { input: NewDocument; by: By }): Promise<number> => {
    for (let tries = 1; ; tries++) {
      try {
        return await deps.db.inTransaction((tx) => addDocument(deps, tx, input, { ...by, at: deps.clock.now() }))
      } catch (error) {
        if (deps.db.dialect.uniqueViolation(error) !== 'documents.slug') throw error
        if (input.slug !== undefined) throw conflict(`The slug ${input.slug} is taken`)
        // Someone else has just made the same slug: the next try sees it.
        if (tries === SLUG_TRIES) throw error
      }
    }
  },

  /** change returns the document's version afterwards. */
  change: async (
    deps: SaveDeps,
    { id, input, by, expected }: { id: number; input: DocumentChange; by: By; expected: number | undefined },
  ): Promise<number> => {
    try {
      return await deps.db.inTransaction((tx) =>
        changeInside(deps, tx, id, input, { ...by, at: deps.clock.now() }, expected),
      )
    } catch (error) {
      if (deps.db.dialect.uniqueViolation(error) === 'documents.slug') throw conflict(`The slug ${input.slug} is taken`)
      throw error
    }
  },
}

/** save runs in place, or in the writer thread. */
export function save<Name extends keyof typeof SAVES>(
  deps: Pick<Deps, 'db' | 'clock' | 'writing'>,
  name: Name,
  input: Parameters<(typeof SAVES)[Name]>[1],
): Promise<number> {
  const inPlace = () => SAVES[name](deps, input as never)
  return deps.writing ? deps.writing.run(name, input, inPlace) : inPlace()
}

/** A NewDocument may come from the trash: then `restored` says which one it was. */
export type NewDocument = Omit<DocumentCreate, 'blocks' | 'markdown'> & {
  prepared: Prepared
  restored?: { id: number; version: number }
}

/** addDocument writes a new document inside a transaction; an import puts many into one. */
export async function addDocument(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  input: NewDocument,
  { actor, origin, at }: { actor: Actor; origin: RevisionOrigin; at: number },
): Promise<number> {
  const { prepared, title, summary = null, visibility = 'public', category_id = null } = input
  if (input.slug !== undefined) await takeSlug(tx, input.slug)
  const slug = input.slug ?? (await makeFreeSlug(deps, tx, title))
  const tags = tidyTags(input.tags ?? [])
  const [audience, access] = await collectIssues(
    () => audienceOf(deps, tx, visibility, category_id),
    () => input.access && checkAccess(tx, input.access),
  )
  const row = {
    slug,
    title,
    title_key: sortKey(title),
    summary,
    category_id,
    tags: JSON.stringify(tags),
    visibility,
    audience,
    bucket: bucketFor(undefined, prepared.has_content),
    has_content: prepared.has_content,
    position: input.position ?? null,
    author_id: actor.userId,
    created_at: at,
    updated_at: at,
    published_at: prepared.has_content === 1 ? at : null,
  }
  const content = { blocks: prepared.blocks, text: prepared.text, html: prepared.html, origin }
  const id = input.restored
    ? await store.insertRestored(tx, input.restored, row, content)
    : await store.insertDocument(tx, row, content)
  if (access) await writeAccess(tx, id, access)
  await noteUses(deps, tx, id, prepared.blocks)
  await indexDocument(deps.db.dialect, tx, {
    id,
    title,
    tags,
    summary,
    words: prepared.words ?? bodyWords(prepared.text),
  })
  tx.touch('content')
  tx.touch('tree')
  return id
}

export type DocumentChange = Omit<DocumentUpdate, 'blocks' | 'markdown'> & { prepared?: Prepared }

/** changeInside changes a document inside a transaction and returns its version; an import puts many into one. */
export async function changeInside(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  id: number,
  input: DocumentChange,
  cause: Cause,
  expected?: number,
): Promise<number> {
  await holdCategory(deps, tx, id, input)
  const document = await getForChange(deps, tx, id, expected)
  if (input.slug !== undefined) await takeSlug(tx, input.slug, id)
  const [fields, accessChanged] = await collectIssues(
    () => fieldsOf(deps, tx, document, input),
    () => changeAccess(tx, document.id, input.access),
  )
  const { title, summary, prepared } = input
  if (input.slug !== undefined && input.slug !== document.slug) await leaveSlug(tx, document, cause.at)
  let version = await changeDocument(deps, tx, document, defined({ title, summary, prepared }), fields, cause)
  if (accessChanged && version === document.version) {
    version += 1
    await store.updateDocument(tx, id, { version, updated_at: cause.at })
    tx.touch('content')
    tx.touch('tree')
  }
  if (accessChanged || fields.visibility !== undefined) {
    const detail = { visibility: fields.visibility ?? document.visibility, access: input.access }
    await recordAudit(tx, cause.actor, 'document.access_changed', `document:${id}`, detail, cause.at)
  }
  return version
}

/** holdCategory comes before the document is held, because a change of a category goes on to the documents in it. */
async function holdCategory(deps: Pick<Deps, 'db'>, tx: Tx, id: number, input: DocumentChange): Promise<void> {
  if (input.category_id === undefined && input.visibility === undefined) return
  const categoryId = input.category_id === undefined ? await store.findCategoryId(tx, id) : input.category_id
  if (categoryId) await holdAudience(deps, tx, categoryId)
}

async function fieldsOf(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  document: store.StoredDocument,
  input: DocumentChange,
): Promise<FieldChange> {
  const visibility = input.visibility ?? document.visibility
  const categoryId = input.category_id === undefined ? document.category_id : input.category_id
  const moves = visibility !== document.visibility || categoryId !== document.category_id
  return defined({
    slug: input.slug,
    position: input.position,
    tags: input.tags && JSON.stringify(tidyTags(input.tags)),
    ...(moves && { visibility, category_id: categoryId, audience: await audienceOf(deps, tx, visibility, categoryId) }),
  })
}

/** defined drops what was not given, so that only given fields count as changes. */
const defined = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

async function changeAccess(tx: Tx, documentId: number, access: AccessList | undefined): Promise<boolean> {
  if (access === undefined) return false
  const wanted = await checkAccess(tx, access)
  const present = await readAccess(tx, documentId)
  if (sameAccess(wanted, present)) return false
  await writeAccess(tx, documentId, wanted)
  return true
}

async function audienceOf(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  visibility: Visibility,
  categoryId: number | null,
): Promise<Visibility> {
  if (categoryId === null) return visibility
  const above = await holdAudience(deps, tx, categoryId)
  if (above === undefined) {
    throw invalidValue(['body', 'category_id'], `Category ${categoryId} does not exist`, categoryId)
  }
  return narrower(visibility, above)
}

/** tidyTags keeps the first of tags that differ only by case. */
function tidyTags(tags: string[]): string[] {
  const seen = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]))
  return [...new Set(tags.map((tag) => seen.get(tag.toLowerCase())!))]
}
