// "Ask the team": a reader submits an unanswered question and is notified when a page answers it. Editors see how many people
// wait, not who.

import type { Actor, Person } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { conflict, invalidValue, tooManyRequests } from '#errors.ts'
import type { Keeper } from '#features/accounts/users/leaving.ts'
import { notify } from '#features/inbox/mails.ts'
import type { WaitingSource } from '#features/inbox/waiting.ts'
import { DAY, stamp, stampOrNull } from '#time.ts'
import { countMissed, normalisedQuestion } from './missed.ts'
import { deleteMissed } from './store.ts'
import * as store from './team-store.ts'

const MOST_OPEN = 20

/** Requires an account and an address for the notification. */
export const mayAskTeam = ({ config }: Deps, actor: Actor): actor is Person =>
  config.askTeam === 'on' && config.keepMissedDays > 0 && actor.userId !== null && actor.member

export async function askTeam(
  { db, clock }: Deps,
  { userId }: Person,
  { q, lang }: { q: string; lang: string },
): Promise<void> {
  const [question, words, now] = [q.trim(), normalisedQuestion(q, lang), clock.now()]
  if (words === '') throw invalidValue(['body', 'q'], 'It asks for nothing', q)
  await db.inTransaction(async (tx) => {
    // Serialised, so that concurrent questions are all counted.
    await db.dialect.lock(tx, `team-questions:${userId}`)
    if ((await store.countOpen(tx, userId)) >= MOST_OPEN) throw tooManyRequests(DAY / 1_000)
    await store.insertQuestion(tx, { words, question, asked_by: userId, asked_at: now })
    await countMissed(tx, [{ words, question, searches: 1, last_at: now }])
  })
}

/** Sets the answering page: the question is no longer missed, and everyone who asked is notified. */
export async function answerAsked({ db, clock }: Deps, words: string, documentId: number): Promise<void> {
  await db.inTransaction(async (tx) => {
    const now = clock.now()
    const published = await store.findPublished(tx, documentId)
    if (!published) throw conflict(`Document ${documentId} is not published`)
    const answered = await store.answerQuestions(tx, words, documentId, now)
    await deleteMissed(tx, words)
    const causes = answered.map(({ id, asked_by }) => ({ user_id: asked_by, kind: 'answered' as const, ref_id: id }))
    await notify(tx, causes, now)
  })
}

export const answersWaiting: WaitingSource = (asker) => [store.selectAnswered(asker)]

export const askedKeeper: Keeper = {
  name: 'asked',
  forget: (tx, { id }) => store.deleteAsked(tx, id),
  collect: async (query, userId) =>
    (await store.listAsked(query, userId)).map(({ question, asked_at, answered_at }) => ({
      question,
      asked_at: stamp(asked_at),
      answered_at: stampOrNull(answered_at),
    })),
}
