// What the routes of documents share: what they are handed, the parameters they take, and how a response is made and kept.

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { PathId } from '#http/atoms.ts'
import type { PreparedResponse, ResponseCache, ResponseContent } from '#http/responses/response-cache.ts'
import type { Variant, Variants } from './access/variants.ts'
import type { DocumentJobs } from './jobs.ts'
import type { DocumentView } from './reading/reading.ts'
import { documentTags } from './tags.ts'
import type { ViewCounter } from './views/views.ts'

export type DocumentRouteDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'sandbox'> & {
  responses: ResponseCache
  variants: Variants
  views: ViewCounter
  jobs: DocumentJobs
}

export const docId = Type.Object({ doc_id: PathId('The id of a document.') })

/** withBlocks appends the saved blocks to the rest without parsing them. */
export const withBlocks = (head: object, blocks: string): string =>
  `${JSON.stringify(head).slice(0, -1)},"blocks":${blocks}}`

/** A job in one of these states changes no more by itself. */
const SETTLED = new Set(['approved', 'superseded'])

/** documentContent is not kept while its job can change without the document: a job under way, or one that may be answered. */
export const documentContent = (view: DocumentView): ResponseContent => ({
  text: withBlocks(view.head, view.blocks),
  tags: [...documentTags(view.head.id), TAGS.draft(view.head.id)],
  version: view.head.version,
  viewed: view.head.id,
  keep: view.head.job === null || SETTLED.has(view.head.job.status),
})

/**
 * responseFor makes a response for one reader and keeps it for everyone who may read the same. If what that reader may read
 * changes while it is made, it is sent to no one else.
 */
export function responseFor(
  deps: Pick<DocumentRouteDeps, 'responses' | 'variants'>,
  request: Pick<FastifyRequest, 'actor'>,
  name: string,
  make: (variant: Variant) => Promise<ResponseContent>,
  actor = request.actor,
): PreparedResponse | Promise<PreparedResponse> {
  const { responses, variants } = deps
  const responseOf = (variant: Variant) => {
    const { key, sharedKey } = variant
    const makeAndLook = async () => {
      const content = await make(variant)
      return { ...content, keep: content.keep !== false && (await variant.isStill()) }
    }
    return responses.get(`${name} ${sharedKey}`, makeAndLook, { whose: key })
  }
  // Nearly always both are known, and then no promise is made.
  const variant = variants.of(actor)
  return variant instanceof Promise ? variant.then(responseOf) : responseOf(variant)
}
