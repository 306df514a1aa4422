// Shared by document routes: deps, parameters, and making cached responses.

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

export type DocumentRouteDeps = Deps & {
  responses: ResponseCache
  variants: Variants
  views: ViewCounter
  jobs: DocumentJobs
}

export const docId = Type.Object({ doc_id: PathId('The id of a document.') })

/** Appends saved blocks without parsing them. */
export const withBlocks = (head: object, blocks: string): string =>
  `${JSON.stringify(head).slice(0, -1)},"blocks":${blocks}}`

/** Jobs in these states don't change by themselves. */
const SETTLED = new Set(['approved', 'superseded'])

/** Not cached while its job (in progress, or waiting for answers) or its draft can change independently. */
export const documentContent = (view: DocumentView): ResponseContent => ({
  text: withBlocks(view.head, view.blocks),
  tags: [...documentTags(view.head.id), ...(view.head.draft === undefined ? [] : [TAGS.work])],
  version: view.head.version,
  viewed: view.head.id,
  keep: !view.head.draft && (view.head.job === null || SETTLED.has(view.head.job.status)),
})

/**
 * Makes a response for one reader and caches it for all with the same rights. If the reader's rights change meanwhile, it
 * isn't cached for others.
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
  // Synchronous in nearly all cases.
  const variant = variants.of(actor)
  return variant instanceof Promise ? variant.then(responseOf) : responseOf(variant)
}
