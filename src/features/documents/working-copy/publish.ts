// Publishing now or at a time, and unpublishing. Publishes the working copy as of that moment, merged with changes of the
// document since its base; on a conflict nothing is published.
//
// A scheduled time stays on the document until the text is published, in one transaction: after a crash the next scheduler
// finds it due.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict, GalleyError, invalidValue, notFound, staleVersion } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { whileEditor } from '#features/accounts/users/person.ts'
import { DAY, stamp } from '#time.ts'
import type { DocumentJobs } from '../jobs.ts'
import { type DocumentView, getSaved, withProposal } from '../reading/reading.ts'
import { findPublished, findSaved, findTextAt, getHeads, type Revision, updateSaved } from '../revisions/store.ts'
import { holdCategory } from '../writing/filing/filing.ts'
import { hasContent } from '../writing/prepare/prepare.ts'
import { isStillReady, makeReady, publishReady, type ReadyingDeps, type ReadyText } from '../writing/publishing.ts'
import type { StoredDocument } from '../writing/store.ts'
import { changeDocument, getForChange } from '../writing/write.ts'
import { keepSaved } from './save.ts'
import * as store from './store.ts'

export type PublishDeps = ReadyingDeps & Pick<Deps, 'clock'>
type AnsweringDeps = PublishDeps & { jobs: DocumentJobs }

/** The versions of the document (`expected`) and the copy (`draft`) that the caller has seen. */
type SeenVersions = { expected?: number | undefined; draft?: number | undefined }

type PublishedCopy = Pick<Awaited<ReturnType<typeof changeDocument>>, 'version' | 'proposal'>

const LATEST_MS = 3660 * DAY

export async function publishDocument(
  deps: AnsweringDeps,
  actor: Actor,
  id: number,
  seen: SeenVersions = {},
): Promise<DocumentView> {
  const { version, proposal } = await publishCopy(deps, actor, id, seen)
  return withProposal(await getSaved(deps, actor, id, version), proposal)
}

/**
 * Returns the document's new version; under review the copy becomes a proposal. `isStillMeant` is checked under the
 * document's lock.
 */
export const publishCopy = (
  deps: PublishDeps,
  actor: Actor,
  id: number,
  seen: SeenVersions = {},
  isStillMeant: (document: StoredDocument) => boolean = () => true,
): Promise<PublishedCopy> =>
  publishReady(
    deps,
    async () => {
      const saved = await findSaved(deps.db.read, id)
      const base = saved && (await findTextAt(deps.db.read, id, saved.base_version))
      return saved && makeReady(deps, actor, saved, (theirs) => base ?? theirs)
    },
    async (tx, ready) => {
      await holdCategory(deps, tx, id, { published: true })
      const document = await getForChange(deps, tx, id, { actor, expected: seen.expected })
      if (!isStillMeant(document)) return document
      return publishSaved(deps, tx, document, ready, { actor, draft: seen.draft })
    },
    `Document ${id} is being edited; publish it when that is done`,
  )

/** Undefined if the copy or the document has changed since it was prepared. */
async function publishSaved(
  deps: PublishDeps,
  tx: Tx,
  document: StoredDocument,
  ready: ReadyText | undefined,
  { actor, draft }: { actor: Actor; draft: number | undefined },
): Promise<PublishedCopy | undefined> {
  const { id } = document
  const saved = await findSaved(tx, id)
  checkDraft(document, saved, draft)
  const cause = { actor, origin: 'hand', at: deps.clock.now() } as const
  if (!saved && document.has_content === 0) throw conflict(nothingToPublish(id))
  if (!saved && !ready) return changeDocument(deps, tx, id, { published: true }, cause)
  if (!saved || saved.id !== ready?.mine.id || !(await isStillReady(tx, ready))) return undefined
  const { change, conflicts } = ready
  if (!change) throw conflict(mergeFirst(document, saved), { to_merge: true, conflicts })
  if (change.prepared.has_content === 0 && !isShown(document)) throw conflict(nothingToPublish(id))
  const done = await changeDocument(deps, tx, id, { ...change, published: true }, { ...cause, noted: true })
  await forgetSaved(tx, document)
  if (done.proposal) return done
  const detail = { title: change.title, version: done.version, draft_version: document.draft_version }
  await recordAudit(tx, actor, 'document.published', `document:${id}`, detail, cause.at)
  return done
}

/** The document no longer has a pending text; its revision stays. */
async function forgetSaved(tx: Tx, { id }: StoredDocument, working: { working_id?: null } = {}): Promise<void> {
  await updateSaved(tx, id, { saved_id: null, saved_since: null, ...working })
  await store.updatePlan(tx, id, store.NO_PLAN)
}

const mergeFirst = ({ id, version }: StoredDocument, { base_version }: Revision): string =>
  `The working copy of document ${id} rests on version ${base_version}, and version ${version} changed the same places; merge it first`

/** The site shows no pages without content, so publishing would have no effect. */
const nothingToPublish = (id: number): string => `Document ${id} has no saved content: there is nothing to publish`

/** Already published documents may be emptied, and their title and tags changed. */
const isShown = ({ published }: StoredDocument): boolean => published === 1

function checkDraft(document: StoredDocument, copy: Revision | undefined, given: number | undefined): void {
  const current = copy ? document.draft_version : 0
  if (given !== undefined && given !== current) throw staleVersion(given, current)
}

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
    await store.updatePlan(tx, id, store.NO_PLAN)
    return done
  })
  return withProposal(await getSaved(deps, actor, id, version), proposal)
}

export async function schedulePublication(
  deps: AnsweringDeps,
  actor: Actor,
  id: number,
  at: string | null,
  { expected, draft }: SeenVersions,
): Promise<DocumentView> {
  const version = await deps.db.inTransaction(async (tx) => {
    const document = await getForChange(deps, tx, id, { actor, expected })
    const saved = await findSaved(tx, id)
    checkDraft(document, saved, draft)
    const scheduledAt = at === null ? null : readTime(deps, at)
    const isEmpty = saved ? !hasContent(JSON.parse(saved.blocks)) : document.has_content === 0
    if (at !== null && isEmpty && !isShown(document)) throw conflict(nothingToPublish(id))
    if (!saved && at !== null) await beginCopy(deps, tx, document, actor)
    if (saved || at !== null)
      await store.updatePlan(tx, id, { scheduled_at: scheduledAt, scheduled_by: actor.userId, fault: null })
    const detail = { at: scheduledAt === null ? null : stamp(scheduledAt) }
    await recordAudit(tx, actor, 'document.scheduled', `document:${id}`, detail, deps.clock.now())
    return document.version
  })
  return getSaved(deps, actor, id, version)
}

/** For a document to be published as it is. */
async function beginCopy(deps: PublishDeps, tx: Tx, document: StoredDocument, actor: Actor): Promise<void> {
  if (document.published === 1)
    throw conflict(`Document ${document.id} is published and has no working copy: there is nothing to publish later`)
  const text = { ...(await findPublished(tx, document.id))!, base_version: document.version }
  await keepSaved(tx, document, await getHeads(tx, document.id), text, { actor, at: deps.clock.now() })
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

export const discardCopy = (deps: PublishDeps, actor: Actor, id: number, expected?: number): Promise<void> =>
  deps.db.inTransaction((tx) => discardIn(deps, tx, actor, id, expected))

/** Within the caller's transaction. */
export async function discardIn(deps: PublishDeps, tx: Tx, actor: Actor, id: number, expected?: number): Promise<void> {
  const document = await getForChange(deps, tx, id, { actor })
  const saved = await findSaved(tx, id)
  checkDraft(document, saved, expected)
  if (!saved && (await getHeads(tx, id)).working_id === null) throw notFound('Working copy')
  await forgetSaved(tx, document, { working_id: null })
  const { title } = saved ?? document
  await recordAudit(tx, actor, 'document.draft_discarded', `document:${id}`, { title }, deps.clock.now())
}

type DuePlan = Pick<StoredDocument, 'scheduled_at' | 'scheduled_by'>

/** Publishes as scheduled; if the copy has a conflict or is empty, or whoever scheduled it is no editor any more, saves the reason instead of the time. */
export async function publishAtItsTime(deps: PublishDeps, id: number, plan: DuePlan): Promise<void> {
  const actor: Actor = { userId: plan.scheduled_by, role: 'admin', label: 'scheduler', member: true }
  const isStillMeant = (document: StoredDocument) => document.scheduled_at === plan.scheduled_at
  try {
    await publishCopy(whileEditor(deps, actor), actor, id, {}, isStillMeant)
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error
    const isFinal = error.extra.to_merge || error.message === nothingToPublish(id) || error.status === 403
    if (!isFinal) throw error
    await deps.db.inTransaction(async (tx) => {
      if (!isStillMeant(await getForChange(deps, tx, id))) return
      await store.updatePlan(tx, id, { ...store.NO_PLAN, fault: error.message })
    })
  }
}
