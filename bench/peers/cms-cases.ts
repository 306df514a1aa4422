// What every CMS is asked, and what it has to bring for that.

import type { Case } from '../cases.ts'
import type { MeasuredServer } from '../servers.ts'

export const CASES = ['list', 'read', 'search 2 %', 'create'] as const
export type CmsCase = (typeof CASES)[number]

/** A MeasuredCms is a running server that holds the documents, and its requests by case. */
export type MeasuredCms = MeasuredServer & { name: string; cases: Record<CmsCase, Case['shots']> }
