// The list of documents: buckets for editors, readable documents for readers.

import { hasRole, useMe } from '../session/session.ts'
import { BucketsView } from './list/BucketsView.tsx'
import { ReadableDocuments } from './list/ReadableDocuments.tsx'

export function DocumentsPage() {
  return hasRole(useMe(), 'editor') ? <BucketsView /> : <ReadableDocuments />
}
