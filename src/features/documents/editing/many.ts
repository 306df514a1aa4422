// Bulk operations over a bounded list: each document in its own transaction, so that nobody waits for all of them and one
// refusal stops no other. The response has a result for each.

import { setImmediate } from 'node:timers/promises'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { GalleyError } from '#errors.ts'
import { whileEditor } from '#features/accounts/users/person.ts'
import { publishDraft } from '../drafts/publish.ts'
import { deleteDocument, restoreDeleted } from '../history/trash.ts'
import type { DocumentJobs } from '../jobs.ts'
import type { ManyIn, ManyOut } from '../schemas.ts'
import { saveChange } from './saves.ts'

type ManyDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'sandbox'> & { jobs: DocumentJobs }
type OneOfMany = ManyIn['documents'][number]

const ACTIONS: Record<ManyIn['action'], (deps: ManyDeps, actor: Actor, one: OneOfMany) => Promise<unknown>> = {
  change: (deps, actor, { id, ...input }) =>
    saveChange(deps, { id, input, by: { actor, origin: 'hand' }, expected: undefined }),
  publish: (deps, actor, { id }) => publishDraft(deps, actor, id),
  delete: (deps, actor, { id }) => deleteDocument(deps, actor, id),
  restore: (deps, actor, { id }) => restoreDeleted(deps, actor, id),
}

export async function changeMany(given: ManyDeps, actor: Actor, { action, documents }: ManyIn): Promise<ManyOut> {
  const deps = whileEditor(given, actor)
  const [done, proposed]: [number[], number[]] = [[], []]
  const failed: ManyOut['failed'] = []
  for (const one of documents) {
    // SQLite is synchronous, so give others a turn between two documents.
    await setImmediate()
    try {
      const outcome = (await ACTIONS[action](deps, actor, one)) as { proposal?: unknown } | undefined
      const list = outcome?.proposal === undefined ? done : proposed
      list.push(one.id)
    } catch (error) {
      // In an outage the rest is not attempted; clients retry documents without a result.
      if (!(error instanceof GalleyError) || error.status >= 500) {
        if (done.length + proposed.length + failed.length === 0) throw error
        break
      }
      failed.push({ id: one.id, detail: sentenceOf(error) })
    }
  }
  return { done, proposed, failed }
}

const sentenceOf = ({ detail }: GalleyError): string =>
  typeof detail === 'string' ? detail : detail.map(({ msg, ctx }) => ctx?.error ?? msg).join('; ')
