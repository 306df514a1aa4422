// The list of documents: for editors the five buckets, for readers what they may read.

import { mayEdit, useMe } from '../session/session.ts'
import { BucketsView } from './BucketsView.tsx'
import { ReadableDocuments } from './ReadableDocuments.tsx'

export function DocumentsPage() {
  return mayEdit(useMe()) ? <BucketsView /> : <ReadableDocuments />
}
