// What categories/ asks of documents when the tree changes: the composition hands it over, because imports go one way.

import type { DocumentsOfTree } from '#features/categories/audience.ts'
import { narrowDocuments } from '../access/audience.ts'
import { isReviewedWithin } from './rules-store.ts'

export const documentsOfTree: DocumentsOfTree = { narrowDocuments, isReviewed: isReviewedWithin }
