// Who answers a question or does an action: by default the owner of the page, else the author of the nearest source, else
// whoever started the job. A question may be assigned to any member who can read the document.

import { oneLine } from 'galley-blocks/text.ts'
import { type Actor, hasRole } from '#actor.ts'
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

/** Identifies the same question in another iteration. */
const askedOf = (body: string): string => fold(oneLine(body))

type AssignedPoint = { assignee_id: number | null; assigned_at: number | null }
type AssignedQuestion = AssignedPoint & { asked: string; isNew: boolean }

/** The default assignee of all points that an iteration raises. */
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
      const person = await activeEditor(tx, documentId, await way())
      if (person !== undefined) return new Assignment(tx, documentId, now, person)
    }
    return new Assignment(tx, documentId, now, null)
  }

  action(): AssignedPoint {
    return { assignee_id: this.#byDefault, assigned_at: this.#byDefault === null ? null : this.#now }
  }

  /** Keeps the assignee of the same question in an earlier draft. It isn't new then, nor if it was answered before. */
  async question(body: string): Promise<AssignedQuestion> {
    const asked = askedOf(body)
    const before = await findAssignee(this.#tx, this.#documentId, asked)
    if (before) return { ...before, assigned_at: this.#now, asked, isNew: false }
    return { ...this.action(), asked, isNew: !(await isAnswered(this.#tx, asked)) }
  }

  /** Notifies the assignee of new questions. */
  async tell(ids: readonly number[]): Promise<void> {
    if (this.#byDefault !== null)
      await notify(
        this.#tx,
        ids.map((ref_id) => ({ user_id: this.#byDefault!, kind: 'question', ref_id })),
        this.#now,
      )
  }
}

/** Defaults are editors who may see the document. */
async function activeEditor(query: Query, documentId: number, id: number | null): Promise<number | undefined> {
  const person = id === null ? undefined : await findPerson(query, id)
  const mayDo = person && hasRole(person, 'editor') && (await isReadable(query, readableBy(person), documentId))
  return mayDo ? person.userId : undefined
}

type Assigned = Partial<AssignedPoint>

/** The fields to write; refuses an assignee who couldn't answer. */
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
      (hasRole(person, 'editor') || kind === 'question') &&
      (await isReadable(tx, readableBy(person), documentId))
    if (!mayAnswer)
      throw invalidValue(['body', 'assignee_id'], `User ${assignee_id} can't read the document`, assignee_id)
  }
  return {
    assignee_id,
    assigned_at: assignee_id === null ? null : now,
  }
}

/** The question is assigned to this person, who may still read its document. */
export async function isAssignedTo(
  query: Query,
  actor: Actor,
  documentId: number,
  questionId: number,
): Promise<boolean> {
  if (actor.userId === null) return false
  return (await isAssigned(query, questionId, actor.userId)) && (await isReadable(query, readableBy(actor), documentId))
}
