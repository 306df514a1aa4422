// What categories/ needs of documents when the tree changes; injected, because categories must not import documents.

import type { DocumentsOfTree } from '#features/categories/audience.ts'
import { narrowDocuments } from '../access/audience.ts'
import { keepPublicViews } from './public-view.ts'
import { isReviewedWithin } from './rules-store.ts'

export const documentsOfTree: DocumentsOfTree = { narrowDocuments, isReviewed: isReviewedWithin, keepPublicViews }
