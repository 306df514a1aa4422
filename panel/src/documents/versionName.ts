// What a version is called: people count from the one that was published first, the API from the first save.

import type { DocumentOut } from 'galley-client/schema.ts'

export type Counted = Pick<DocumentOut, 'first_version'>

/** versionName: what was saved before the first publication is a draft. */
export const versionName = ({ first_version: first }: Counted, version: number): string =>
  first === null || version < first ? `Draft ${version}` : `Version ${version - first + 1}`
