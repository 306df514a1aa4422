// An unanswered question becomes a thread on the nearest page, for its owner.

import type { Person } from '#actor.ts'
import { conflict } from '#errors.ts'
import { beginThread, type CommentDeps } from '#features/comments/comments.ts'
import { getMissedQuestion } from '#features/documents/search/missed/missed.ts'
import { getDocumentOwner } from '#features/owners/owners.ts'
import { type AskDeps, findAnswer } from './ask.ts'

export async function askOwner(
  deps: AskDeps & CommentDeps,
  actor: Person,
  words: string,
): Promise<{ document_id: number; thread_id: number; owner: string }> {
  const question = await getMissedQuestion(deps, words)
  const { shown } = await findAnswer(deps, actor, { q: question })
  for (const { page, passage } of shown) {
    const { owner } = await getDocumentOwner(deps, actor, page.id)
    if (!owner) continue
    const body = `Readers ask: ${question}\n\nNo page says it clearly. This passage is the nearest.`
    const { block } = passage.pieces[0]!
    const { id } = await beginThread(deps, actor, page.id, { block_id: block, body, mentions: [owner.id] })
    return { document_id: page.id, thread_id: id, owner: owner.display_name ?? 'the owner' }
  }
  throw conflict('None of the pages nearest to it has an owner')
}
