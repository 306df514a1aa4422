// Names of versions: people count from the first published one, the API from the first save.

import type { DocumentOut } from 'galley-client/schema.ts'

export type Counted = Pick<DocumentOut, 'first_version'>

/** Versions before the first publication are drafts. */
export const versionName = ({ first_version: first }: Counted, version: number): string =>
  first === null || version < first ? `Draft ${version}` : `Version ${version - first + 1}`
