// The list of documents: for editors the five buckets, for readers what they may read.

import { hasRole, useMe } from '../session/session.ts'
import { BucketsView } from './list/BucketsView.tsx'
import { ReadableDocuments } from './list/ReadableDocuments.tsx'

export function DocumentsPage() {
  return hasRole(useMe(), 'editor') ? <BucketsView /> : <ReadableDocuments />
}
