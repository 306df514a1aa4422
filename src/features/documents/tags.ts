// What a cached response with a document depends on.

import { TAGS } from '#changes.ts'

/** Its own content; the names of its ancestors, its author and approver. */
export const documentTags = (id: number): string[] => [TAGS.document(id), TAGS.site]
