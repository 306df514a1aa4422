// What a cached response that shows a document rests on.

import { TAGS } from '#changes.ts'

/** documentTags: its own content, the names of the categories above it, and those of its author and approver. */
export const documentTags = (id: number): string[] => [TAGS.document(id), TAGS.tree, TAGS.names]
