// Threads on a proposal: on words of its text, or on all of it. The caller has checked that the document may be read.

import type { Person } from '#actor.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { invalidValue } from '#errors.ts'
import { addComment, present, textOf } from './comments.ts'
import type { CommentIn, ThreadOut } from './schemas.ts'
import { insertThread, listThreadsAbout } from './store.ts'

/** The anchor of a thread on the whole proposal. */
const OF_ALL = { block_id: '', quote: '', said: '', before: '', after: '' }

type CommentedProposal = { id: number; document_id: number; blocks: string }

export async function sayAbout(
  tx: Tx,
  actor: Person,
  { id: proposal_id, document_id, blocks }: CommentedProposal,
  { block_id, ...comment }: CommentIn & { block_id?: string },
  at: number,
): Promise<number> {
  const anchor = block_id === undefined ? OF_ALL : textOf(blocks).anchor(block_id, '')
  if (!anchor)
    throw invalidValue(['body', 'block_id'], `The proposed text has no block ${block_id} with text`, block_id)
  const row = { ...anchor, document_id, proposal_id, created_by: actor.userId, created_at: at }
  const threadId = await insertThread(tx, row)
  await addComment(tx, actor, threadId, comment, at)
  return threadId
}

export const listAbout = async (query: Query, proposalId: number, blocks: string): Promise<ThreadOut[]> =>
  present(query, await listThreadsAbout(query, proposalId), textOf(blocks))
