// All timed tasks of the scheduler: name, interval, function. Tasks are stateless: they find what is left to do in the
// database, so they can be cut off and repeated at any time. Code that only some sites or some runs need is loaded on demand,
// because the scheduler is mostly idle.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { deleteExpired } from '#features/accounts/maintenance.ts'
import { forgetPreviewLinks, publishDue } from '#features/documents/drafts/maintenance.ts'
import { forgetPresence } from '#features/documents/drafts/presence.ts'
import { rerenderAll } from '#features/documents/html/rerender.ts'
import {
  findAutosavesToForget,
  findRevisionsToForget,
  foldOldViews,
  forgetSent,
  forgetTrash,
} from '#features/documents/maintenance.ts'
import { mergeIndex, pruneVocabulary, reindexOutdated } from '#features/documents/search/indexing/maintenance.ts'
import { forgetMissed } from '#features/documents/search/missed/missed.ts'
import { forgetUploads } from '#features/documents/uploads/maintenance.ts'
import { forgetImports } from '#features/exchange/imports/maintenance.ts'
import { forgetMails, planDigests } from '#features/inbox/mails.ts'
import { forgetOpen } from '#features/live/maintenance.ts'
import { forgetEvents } from '#features/pipeline/maintenance.ts'
import { recoverLostJobs } from '#features/pipeline/recovery.ts'
import { forgetDeliveries } from '#features/webhooks/webhooks.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#time.ts'
import type { Schedule } from './beat.ts'
import { checkIntegrity, forgetKeys, forgetNodes, giveUpLostProcesses } from './maintenance.ts'

type Counting = (signal: AbortSignal) => Promise<number>

/** Makes a task of a function that returns a count: reports the sentence with `#` replaced, or nothing for 0. */
const reporting =
  (sentence: string, work: Counting): Schedule['run'] =>
  async (signal) => {
    const count = await work(signal)
    return count === 0 ? '' : sentence.replace('#', String(count))
  }

const removing = (what: string, work: Counting): Schedule['run'] => reporting(`Removed # ${what}`, work)

export function schedulesOf(deps: Deps): Schedule[] {
  const { config, db } = deps
  const batches =
    (...changes: BatchChange[]): Counting =>
    (signal) =>
      inBatches(deps, signal, changes)

  const always: Schedule[] = [
    {
      name: 'lost-jobs',
      when: 5 * SECOND,
      run: reporting('Released # jobs of workers that stopped responding', () => recoverLostJobs(deps)),
    },
    {
      name: 'publications',
      when: 2 * SECOND,
      run: reporting('Published # scheduled documents', (signal) => publishDue(deps, signal)),
    },
    { name: 'presence', when: HOUR, run: removing('traces of editors that are gone', batches(forgetPresence)) },
    { name: 'live', when: HOUR, run: removing('documents that nobody has open', batches(forgetOpen)) },
    { name: 'preview-links', when: HOUR, run: removing('expired preview links', batches(forgetPreviewLinks)) },
    { name: 'lost-processes', when: 10 * SECOND, run: () => giveUpLostProcesses(deps) },
    {
      name: 'codes',
      when: 10 * MINUTE,
      run: removing(
        'expired codes and bridge tokens',
        batches(deleteExpired('codes'), deleteExpired('sso_uses'), deleteExpired('tickets')),
      ),
    },
    {
      name: 'throttles',
      when: 10 * MINUTE,
      run: removing('old throttle entries', batches(deleteExpired('throttles'))),
    },
    { name: 'idempotency-keys', when: HOUR, run: removing('old idempotency keys', batches(forgetKeys)) },
    { name: 'nodes', when: 10 * MINUTE, run: removing('traces of nodes that are gone', batches(forgetNodes)) },
    {
      name: 'sessions',
      when: HOUR,
      run: removing(
        'ended sessions and expired tokens',
        batches(deleteExpired('sessions'), deleteExpired('api_tokens'), deleteExpired('known_browsers')),
      ),
    },
    { name: 'views', when: DAY, run: reporting('Folded # days of views into months', batches(foldOldViews)) },
    { name: 'events', when: HOUR, run: removing('events of finished jobs', batches(forgetEvents)) },
    {
      name: 'revisions',
      when: HOUR,
      run: removing('revisions beyond those kept', async (signal) =>
        inBatches(deps, signal, await findRevisionsToForget(deps)),
      ),
    },
    {
      name: 'autosaves',
      when: HOUR,
      run: removing('autosaves that have a newer one', async (signal) =>
        inBatches(deps, signal, await findAutosavesToForget(deps)),
      ),
    },
    {
      name: 'html',
      when: HOUR,
      run: reporting('Rendered # documents again', (signal) => rerenderAll(deps, signal)),
    },
    {
      name: 'search',
      when: HOUR,
      run: async (signal) => ((await mergeIndex(deps, signal)) ? 'Merged the search index' : ''),
    },
    {
      name: 'search-documents',
      when: 10 * SECOND,
      run: reporting('Indexed # documents again', (signal) => reindexOutdated(deps, signal)),
    },
    {
      name: 'search-words',
      when: HOUR,
      run: removing('unused words of the search index', (signal) => pruneVocabulary(deps, signal)),
    },
    { name: 'imports', when: HOUR, run: removing('uploads that were not imported', batches(forgetImports)) },
    { name: 'webhooks', when: HOUR, run: removing('old messages to webhooks', batches(forgetDeliveries)) },
    { name: 'digests', when: HOUR, run: reporting('Planned # digests', () => planDigests(deps)) },
    { name: 'mails', when: DAY, run: removing('old mails', batches(forgetMails)) },
    { name: 'missed-searches', when: DAY, run: removing('searches without a result', batches(forgetMissed)) },
    { name: 'damage', when: DAY, run: () => checkIntegrity(deps) },
    { name: 'sent', when: DAY, run: removing('what visitors sent, 90 days after it was closed', batches(forgetSent)) },
    { name: 'trash', when: HOUR, run: removing('deleted documents for good', batches(forgetTrash)) },
    {
      name: 'uploads',
      when: DAY,
      run: removing('images and files that no document uses', (signal) => forgetUploads(deps, signal)),
    },
    { name: 'audit', when: DAY, run: removing('entries of the audit trail', batches(deleteExpired('audit'))) },
    {
      name: 'optimize',
      when: 6 * HOUR,
      run: async () => {
        await db.inTransaction((tx) => db.dialect.optimize(tx))
        return 'Refreshed the statistics'
      },
    },
  ]
  const backup = {
    name: 'backup',
    when: config.backupCron,
    run: async () => (await import('./backup.ts')).takeScheduledBackup(deps),
  }
  const sink = {
    name: 'audit-sink',
    when: 5 * SECOND,
    run: reporting('Sent # entries of the audit trail', async (signal) =>
      (await import('#features/accounts/audit/audit-sink.ts')).sendAudit(deps, signal),
    ),
  }
  return [...always, ...(config.backupCron === '' ? [] : [backup]), ...(config.auditSink === '' ? [] : [sink])]
}
/** Changes at most `most` rows and returns how many. */
type BatchChange = (tx: Tx, most: number, deps: Deps) => Promise<number>

const BATCH = 500
const PAUSE_MS = 5

/** Repeats each change until a batch isn't full, or the scheduler is stopped. */
async function inBatches(deps: Deps, signal: AbortSignal, changes: readonly BatchChange[]): Promise<number> {
  let total = 0
  for (const change of changes) {
    while (!signal.aborted) {
      const count = await deps.db.inTransaction((tx) => change(tx, BATCH, deps))
      total += count
      if (count < BATCH) break
      await sleep(PAUSE_MS)
    }
  }
  return total
}
