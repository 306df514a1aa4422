// "Ask the team": a reader hands in a question that the documentation did not answer, and hears when a page does. Editors see
// how many wait for it among the searches without results, not who they are.

import type { Actor, Person } from '#actor.ts'
import { inboxChanged } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { conflict, invalidValue, tooManyRequests } from '#errors.ts'
import type { Keeper } from '#features/accounts/users/leaving.ts'
import { notify } from '#features/inbox/mails.ts'
import type { WaitingSource } from '#features/inbox/waiting.ts'
import { DAY, stamp, stampOrNull } from '#time.ts'
import { keepMissed, likenessOf } from './missed.ts'
import { deleteMissed } from './store.ts'
import * as store from './team-store.ts'

const MOST_OPEN = 20

/** mayAskTeam: whoever asks has an account, and an address at which they hear of the answer. */
export const mayAskTeam = ({ config }: Pick<Deps, 'config'>, actor: Actor): actor is Person =>
  config.askTeam === 'on' && config.keepMissedDays > 0 && actor.userId !== null && actor.member

export async function askTeam(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId }: Person,
  { q, lang }: { q: string; lang: string },
): Promise<void> {
  const [question, words, now] = [q.trim(), likenessOf(q, lang), clock.now()]
  if (words === '') throw invalidValue(['body', 'q'], 'It asks for nothing', q)
  await db.inTransaction(async (tx) => {
    // Of those who ask at the same moment each has to count the one before.
    await db.dialect.lock(tx, `team-questions:${userId}`)
    if ((await store.countOpen(tx, userId)) >= MOST_OPEN) throw tooManyRequests(DAY / 1_000)
    await store.insertQuestion(tx, { words, question, asked_by: userId, asked_at: now })
    await keepMissed(tx, [{ words, question, searches: 1, last_at: now }])
  })
}

/** answerAsked says which page answers a question: it is no more missed, and whoever waits for it hears of the page. */
export async function answerAsked(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  words: string,
  documentId: number,
): Promise<void> {
  await db.inTransaction(async (tx) => {
    const now = clock.now()
    const published = await store.findPublished(tx, documentId)
    if (!published) throw conflict(`Document ${documentId} is not published`)
    const answered = await store.answerQuestions(tx, words, documentId, now)
    await deleteMissed(tx, words)
    const causes = answered.map(({ id, asked_by }) => ({ user_id: asked_by, kind: 'answered' as const, ref_id: id }))
    await notify(tx, causes, now)
    inboxChanged(tx)
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
