// What the routes of documents share: what they are handed, the parameters they take, and how an answer is made and kept.

import { Type } from 'typebox'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Scope } from '#engine/db/db.ts'
import type { Answer, Answers, Made } from '#http/answers.ts'
import { PathId } from '#http/atoms.ts'
import type { Variants } from './access/variants.ts'
import type { DocumentView } from './reading/reading.ts'
import type { ViewCounter } from './views/views.ts'

export type DocumentRouteDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'threads' | 'writing'> & {
  answers: Answers
  variants: Variants
  views: ViewCounter
}

export const docId = Type.Object({ doc_id: PathId('The id of a document.') })
export const Page = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  offset: Type.Integer({ minimum: 0, default: 0 }),
})

/** withBlocks puts the stored blocks after the rest without reading them. */
export const withBlocks = (head: object, blocks: string): string =>
  `${JSON.stringify(head).slice(0, -1)},"blocks":${blocks}}`

const SETTLED = new Set(['approved', 'superseded'])

/** documentMade is not kept while its job can change without the document: a job under way, or one that may be answered. */
export const documentMade = (view: DocumentView): Made => ({
  text: withBlocks(view.head, view.blocks),
  version: view.head.version,
  viewed: view.head.id,
  keep: view.head.job === null || SETTLED.has(view.head.job.status),
})

/**
 * answerFor makes an answer for one reader and keeps it for everyone who may read the same. If what that reader may read
 * changes while it is made, it is sent to no one else.
 */
export function answerFor(
  deps: Pick<DocumentRouteDeps, 'db' | 'answers' | 'variants'>,
  actor: Actor,
  scope: Scope,
  name: string,
  make: () => Promise<Made>,
): Answer | Promise<Answer> {
  const { db, answers, variants } = deps
  const answerOf = (variant: string) => {
    const makeAndLook = async () => {
      const made = await make()
      return { ...made, keep: made.keep !== false && (await variants.isStill(actor, variant)) }
    }
    const whose = variant.startsWith('reader') ? String(actor.userId) : ''
    return answers.get(db.version(scope), `${name} ${variant}`, makeAndLook, whose)
  }
  // Nearly always both are known, and then no promise is made.
  const variant = variants.of(actor)
  return typeof variant === 'string' ? answerOf(variant) : variant.then(answerOf)
}
