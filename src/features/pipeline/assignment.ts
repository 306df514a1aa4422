// Who is to answer a question, or to do an action. Without a word from anyone it is the owner of the page, else
// whoever wrote the nearest source, else whoever began the job. A question may be asked of any member who can read the document.

import { type Actor, hasRole } from '#actor.ts'
import { oneLine } from '#blocks/text.ts'
import { inboxChanged } from '#changes.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { invalidValue } from '#errors.ts'
import { findPerson } from '#features/accounts/users/person.ts'
import { readableBy } from '#features/documents/access/access.ts'
import { findText, findWriter } from '#features/documents/writing/drafts/drafts.ts'
import { notify } from '#features/inbox/mails.ts'
import { findOwnerId } from '#features/owners/owners.ts'
import { fold } from '#folding.ts'
import { findAssignee, isAnswered, isAssigned } from './points-store.ts'
import type { AssignIn } from './schemas.ts'
import { findCreator } from './store.ts'
import { isReadable } from './waiting-store.ts'

/** askedOf is how a question is known again. */
const askedOf = (body: string): string => fold(oneLine(body))

type AssignedPoint = { assignee_id: number | null; assigned_at: number | null }
type AssignedQuestion = AssignedPoint & { asked: string; isNew: boolean }

/** An Assignment decides once for all points that an iteration raises. */
export class Assignment {
  readonly #tx: Tx
  readonly #documentId: number
  readonly #now: number
  readonly #byDefault: number | null

  private constructor(tx: Tx, documentId: number, now: number, byDefault: number | null) {
    this.#tx = tx
    this.#documentId = documentId
    this.#now = now
    this.#byDefault = byDefault
  }

  static async of(
    tx: Tx,
    { jobId, documentId, nearest }: { jobId: number; documentId: number; nearest: number | undefined },
    now: number,
  ): Promise<Assignment> {
    const document = await findText(tx, documentId)
    const ways = [
      () => findOwnerId(tx, documentId, document?.category_id ?? null),
      async () => (nearest === undefined ? null : findWriter(tx, nearest)),
      () => findCreator(tx, jobId),
    ]
    for (const way of ways) {
      const person = await activeEditor(tx, await way())
      if (person !== undefined) return new Assignment(tx, documentId, now, person)
    }
    return new Assignment(tx, documentId, now, null)
  }

  action(): AssignedPoint {
    return { assignee_id: this.#byDefault, assigned_at: this.#byDefault === null ? null : this.#now }
  }

  /** question keeps whom an earlier draft asked the same; that, and what was answered before, is nothing new to anyone. */
  async question(body: string): Promise<AssignedQuestion> {
    const asked = askedOf(body)
    const before = await findAssignee(this.#tx, this.#documentId, asked)
    if (before) return { ...before, assigned_at: this.#now, asked, isNew: false }
    return { ...this.action(), asked, isNew: !(await isAnswered(this.#tx, asked)) }
  }

  /** tell mails whoever is asked new questions. */
  async tell(ids: readonly number[]): Promise<void> {
    if (this.#byDefault !== null)
      await notify(
        this.#tx,
        ids.map((ref_id) => ({ user_id: this.#byDefault!, kind: 'question', ref_id })),
        this.#now,
      )
    inboxChanged(this.#tx)
  }
}

/** activeEditor: by default only editors are asked, who may read everything. */
async function activeEditor(query: Query, id: number | null): Promise<number | undefined> {
  const person = id === null ? undefined : await findPerson(query, id)
  return person && hasRole(person, 'editor') ? person.userId : undefined
}

type Assigned = Partial<AssignedPoint>

/** assigned are the fields that an order sets; it refuses those who could not answer. */
export async function assigned(
  tx: Tx,
  kind: 'question' | 'action',
  documentId: number,
  { assignee_id }: AssignIn,
  now: number,
): Promise<Assigned> {
  if (assignee_id !== null) {
    const person = await findPerson(tx, assignee_id)
    const mayAnswer =
      person?.member &&
      (hasRole(person, 'editor') || (kind === 'question' && (await isReadable(tx, readableBy(person), documentId))))
    if (!mayAnswer)
      throw invalidValue(['body', 'assignee_id'], `User ${assignee_id} can't read the document`, assignee_id)
  }
  inboxChanged(tx)
  return {
    assignee_id,
    assigned_at: assignee_id === null ? null : now,
  }
}

/** isAskedOf: the question is this person's to answer, and they may still read what it is about. */
export async function isAskedOf(query: Query, actor: Actor, documentId: number, questionId: number): Promise<boolean> {
  if (actor.userId === null) return false
  return (await isAssigned(query, questionId, actor.userId)) && (await isReadable(query, readableBy(actor), documentId))
}
