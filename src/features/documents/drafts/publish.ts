// Publishing a document's shared draft now or at a time, and unpublishing. What is published is the draft's head, or the revision
// of it that is named, merged with what was published since its base; on a conflict nothing is published.
//
// A schedule pins a revision, so that typing changes nothing of it. Its time stays on the draft until the text is published, in
// one transaction: after a crash the next scheduler finds it due.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict, GalleyError, invalidValue, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { whileEditor } from '#features/accounts/users/person.ts'
import { DAY, stamp } from '#time.ts'
import type { DocumentJobs } from '../jobs.ts'
import { type DocumentView, getSaved, withProposal } from '../reading/reading.ts'
import { type DraftRow, findPublished, findRevision, findSharedDraft, updateDraft } from '../revisions/store.ts'
import { holdCategory } from '../writing/filing/filing.ts'
import { hasContent } from '../writing/prepare/prepare.ts'
import { isStillReady, makeReady, publishReady, type ReadyingDeps, type ReadyText } from '../writing/publishing.ts'
import type { StoredDocument } from '../writing/store.ts'
import { changeDocument, getForChange } from '../writing/write.ts'
import { beginDraft, checkVersion, closeDraft, getRevisionOf } from './draft.ts'
import * as store from './store.ts'

export type PublishDeps = ReadyingDeps & Pick<Deps, 'clock'>
type AnsweringDeps = PublishDeps & { jobs: DocumentJobs }

/** The versions of the document (`expected`) and the draft that the caller has seen, and the revision of it that is meant. */
type SeenVersions = { expected?: number | undefined; draft?: number | undefined; revision?: number | undefined }

type PublishedDraft = Pick<Awaited<ReturnType<typeof changeDocument>>, 'version' | 'proposal'>

const LATEST_MS = 3660 * DAY

export async function publishDocument(
  deps: AnsweringDeps,
  actor: Actor,
  id: number,
  seen: SeenVersions = {},
): Promise<DocumentView> {
  const { version, proposal } = await publishDraft(deps, actor, id, seen)
  return withProposal(await getSaved(deps, actor, id, version), proposal)
}

type ReadyDraft = { draft: DraftRow; text: ReadyText }

/**
 * Returns the document's new version; under review the draft becomes a proposal. `isStillMeant` is checked under the
 * document's lock.
 */
export const publishDraft = (
  deps: PublishDeps,
  actor: Actor,
  id: number,
  seen: SeenVersions = {},
  isStillMeant: (draft: DraftRow | undefined) => boolean = () => true,
): Promise<PublishedDraft> =>
  publishReady(
    deps,
    async (): Promise<ReadyDraft | undefined> => {
      const draft = await findSharedDraft(deps.db.read, id)
      if (!draft) return undefined
      const mine = await getRevisionOf(deps.db.read, draft, seen.revision)
      const base = (await findRevision(deps.db.read, draft.base_id))!
      return { draft, text: await makeReady(deps, actor, mine, () => base) }
    },
    async (tx, ready) => {
      await holdCategory(deps, tx, id, { published: true })
      const document = await getForChange(deps, tx, id, { actor, expected: seen.expected })
      const draft = await findSharedDraft(tx, id)
      if (!isStillMeant(draft)) return document
      return publishIt(deps, tx, document, draft, { ready, actor, seen })
    },
    `Document ${id} is being edited; publish it when that is done`,
  )

type Publication = { ready: ReadyDraft | undefined; actor: Actor; seen: SeenVersions }

/** Undefined if the draft or the document has changed since it was prepared. */
async function publishIt(
  deps: PublishDeps,
  tx: Tx,
  document: StoredDocument,
  draft: DraftRow | undefined,
  { ready, actor, seen }: Publication,
): Promise<PublishedDraft | undefined> {
  const { id } = document
  checkVersion(draft, seen.draft)
  const cause = { actor, origin: 'hand', at: deps.clock.now() } as const
  if (!draft && seen.revision !== undefined) throw notFound('Working copy')
  if (!draft && document.has_content === 0) throw conflict(nothingToPublish(id))
  if (!draft && !ready) return changeDocument(deps, tx, id, { published: true }, cause)
  const wanted = seen.revision ?? draft?.head_id
  if (!draft || !ready || ready.text.mine.id !== wanted || ready.draft.base_id !== draft.base_id) return undefined
  if (!(await isStillReady(tx, ready.text))) return undefined
  const { change, conflicts, mine } = ready.text
  if (!change) throw conflict(await mergeFirst(tx, document, draft), { to_merge: true, conflicts })
  if (change.prepared.has_content === 0 && !isShown(document)) throw conflict(nothingToPublish(id))
  const done = await changeDocument(deps, tx, id, { ...change, published: true }, { ...cause, noted: true })
  if (draft.head_id === mine.id) await closeDraft(tx, draft)
  // What was written after that revision stays a draft, and rests on it.
  else await updateDraft(tx, draft.id, { ...NO_PLAN, ...(!done.proposal && { base_id: mine.id }) })
  if (done.proposal) return done
  const detail = { title: change.title, version: done.version, draft_version: draft.version }
  await recordAudit(tx, actor, 'document.published', `document:${id}`, detail, cause.at)
  return done
}

const NO_PLAN = { scheduled_id: null, scheduled_at: null, scheduled_by: null, fault: null }

async function mergeFirst(tx: Tx, { id, version }: StoredDocument, { base_id, head_id }: DraftRow): Promise<string> {
  const [base, head] = [await findRevision(tx, base_id), await findRevision(tx, head_id)]
  const rests = Math.max(base?.version ?? 0, head!.base_version)
  return `The working copy of document ${id} rests on version ${rests}, and version ${version} changed the same places; merge it first`
}

/** The site shows no pages without content, so publishing would have no effect. */
const nothingToPublish = (id: number): string => `Document ${id} has no saved content: there is nothing to publish`

/** Already published documents may be emptied, and their title and tags changed. */
const isShown = ({ published }: StoredDocument): boolean => published === 1

/** Also cancels a scheduled publication. */
export async function unpublishDocument(
  deps: AnsweringDeps,
  actor: Actor,
  id: number,
  expected?: number,
): Promise<DocumentView> {
  const { version, proposal } = await deps.db.inTransaction(async (tx) => {
    const cause = { actor, origin: 'hand', at: deps.clock.now() } as const
    const done = await changeDocument(deps, tx, id, { published: false }, cause, expected)
    const draft = await findSharedDraft(tx, id)
    if (draft) await updateDraft(tx, draft.id, NO_PLAN)
    return done
  })
  return withProposal(await getSaved(deps, actor, id, version), proposal)
}

export async function schedulePublication(
  deps: AnsweringDeps,
  actor: Actor,
  id: number,
  at: string | null,
  { expected, draft: seen, revision }: SeenVersions,
): Promise<DocumentView> {
  const version = await deps.db.inTransaction(async (tx) => {
    const document = await getForChange(deps, tx, id, { actor, expected })
    const existing = await findSharedDraft(tx, id)
    checkVersion(existing, seen)
    const scheduled_at = at === null ? null : readTime(deps, at)
    if (scheduled_at === null) {
      if (existing) await updateDraft(tx, existing.id, NO_PLAN)
    } else {
      const draft = existing ?? (await beginUnchanged(deps, tx, document))
      const pinned = await getRevisionOf(tx, draft, revision)
      if (!hasContent(JSON.parse(pinned.blocks)) && !isShown(document)) throw conflict(nothingToPublish(id))
      // A pinned text is a version, which thinning leaves alone.
      if (pinned.reason === 'autosave') await store.updateReason(tx, pinned.id, null)
      const plan = { scheduled_id: pinned.id, scheduled_at, scheduled_by: actor.userId, fault: null }
      await updateDraft(tx, draft.id, plan)
    }
    const detail = { at: scheduled_at === null ? null : stamp(scheduled_at) }
    await recordAudit(tx, actor, 'document.scheduled', `document:${id}`, detail, deps.clock.now())
    return document.version
  })
  return getSaved(deps, actor, id, version)
}

/** For an unpublished document that is to be published as it is. */
async function beginUnchanged({ clock }: PublishDeps, tx: Tx, document: StoredDocument): Promise<DraftRow> {
  if (document.published === 1)
    throw conflict(`Document ${document.id} is published and has no working copy: there is nothing to publish later`)
  const { id } = (await findPublished(tx, document.id))!
  const now = clock.now()
  await beginDraft(tx, document, { head_id: id, base_id: id, created_at: now, updated_at: now })
  return (await findSharedDraft(tx, document.id))!
}

/** Without a time zone it would mean another time on every machine. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i

function readTime({ clock }: PublishDeps, given: string): number {
  const at = MOMENT.test(given) ? Date.parse(given) : Number.NaN
  if (Number.isNaN(at)) throw invalidValue(['body', 'at'], 'not a time with its zone, like 2026-11-16T09:30:00Z', given)
  const now = clock.now()
  if (at <= now) throw invalidValue(['body', 'at'], 'this time has passed', given)
  if (at > now + LATEST_MS) throw invalidValue(['body', 'at'], 'this time is more than ten years away', given)
  return at
}

export const discardDraft = (deps: PublishDeps, actor: Actor, id: number, expected?: number): Promise<void> =>
  deps.db.inTransaction((tx) => discardIn(deps, tx, actor, id, expected))

/** Within the caller's transaction. */
export async function discardIn(deps: PublishDeps, tx: Tx, actor: Actor, id: number, expected?: number): Promise<void> {
  await getForChange(deps, tx, id, { actor })
  const draft = await findSharedDraft(tx, id)
  checkVersion(draft, expected)
  if (!draft) throw notFound('Working copy')
  const { title } = (await findRevision(tx, draft.head_id))!
  await closeDraft(tx, draft)
  await recordAudit(tx, actor, 'document.draft_discarded', `document:${id}`, { title }, deps.clock.now())
}

type DuePlan = Awaited<ReturnType<typeof store.listDue>>[number]

/**
 * Publishes as scheduled. If the text has a conflict or is empty, or the person who scheduled it is no editor any more, the
 * reason is saved instead of the time.
 */
export async function publishAtItsTime(deps: PublishDeps, plan: DuePlan): Promise<void> {
  const { document_id: id, scheduled_id, scheduled_at, scheduled_by } = plan
  const actor: Actor = { userId: scheduled_by, role: 'admin', label: 'scheduler', member: true }
  const isStillMeant = (draft: DraftRow | undefined) =>
    draft?.scheduled_at === scheduled_at && draft.scheduled_id === scheduled_id
  try {
    await publishDraft(whileEditor(deps, actor), actor, id, { revision: scheduled_id! }, isStillMeant)
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error
    const isFinal = error.extra.to_merge || error.message === nothingToPublish(id) || error.status === 403
    if (!isFinal) throw error
    await deps.db.inTransaction(async (tx) => {
      await getForChange(deps, tx, id)
      const draft = await findSharedDraft(tx, id)
      if (draft && isStillMeant(draft)) await updateDraft(tx, draft.id, { ...NO_PLAN, fault: error.message })
    })
  }
}
