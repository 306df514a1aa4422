// The one way from the row of an import to what the API shows of it.

import { presentPerson } from '#features/accounts/present.ts'
import { stamp, stampOrNull } from '#time.ts'
import type { ImportReport } from '../import/report.ts'
import type { ImportListOut, ImportOut, ImportReportOut, UndoneOut } from './schemas.ts'
import type { MadeByImport, NamedImport } from './store.ts'

const MOST_LISTED = 1000

export const presentListed = (row: NamedImport): ImportListOut => ({
  id: row.id,
  name: row.name,
  size: row.size,
  state: row.state,
  waiting: row.run_at !== null && row.lease_until === null,
  folder: row.folder,
  preset: row.preset,
  category_id: row.category_id,
  as_drafts: row.as_drafts === 1,
  redirects: row.redirects === 1,
  source: row.source,
  pages_done: row.pages_done,
  pages_total: row.pages_total,
  error: row.error,
  created_by: presentPerson(row.created_by, row.created_by_name),
  created_at: stamp(row.created_at),
  started_at: stampOrNull(row.started_at),
  ended_at: stampOrNull(row.ended_at),
  undone: row.undone === null ? null : (JSON.parse(row.undone) as UndoneOut),
})

export const presentImport = (row: NamedImport, pieces: number[]): ImportOut => ({
  ...presentListed(row),
  pieces,
  report: row.report === null ? null : presentReport(row, JSON.parse(row.report) as ImportReportOut),
})

/** presentReport: of an import that was cut off, only pages that it made or changed have an id (interruptedReport). */
const presentReport = ({ state }: NamedImport, report: ImportReportOut): ImportReportOut =>
  state === 'interrupted' || state === 'undoing' || state === 'undone'
    ? { ...report, pages: report.pages.filter(({ id }) => id !== undefined) }
    : report

/**
 * interruptedReport is a preview's report, as JSON, with what was made in place of what would be. It goes on to name the other
 * pages, without their ids: the import can be continued.
 */
export function interruptedReport(previewed: string, { pages, created, updated, categories }: MadeByImport): string {
  const report = JSON.parse(previewed) as ImportReportOut
  const bySlug = new Map(pages.map((page) => [page.slug, page]))
  return JSON.stringify({
    ...report,
    ...{ created, updated, unchanged: 0, unpublished: 0, redirects: 0, proposed: 0, pruned: [] },
    categories: { created: categories, updated: 0 },
    pages: report.pages.map(({ id: _, ...page }) => ({ ...page, ...bySlug.get(page.slug) })),
  } satisfies ImportReportOut)
}

/** countedReport counts pages as new that an earlier run of the import made, which was cut off. */
export function countedReport(
  report: ImportReport,
  { pages, created, updated, categories }: MadeByImport,
): ImportReport {
  const byId = new Map(pages.map((page) => [page.id, page]))
  return {
    ...report,
    ...{ created, updated, unchanged: report.pages.length - created - updated },
    categories: { ...report.categories, created: categories },
    pages: report.pages.map((page) => ({ ...page, ...(page.id !== undefined && byId.get(page.id)) })),
  }
}

/** keptReport is what is kept of a report: a folder of a hundred thousand files may have as many findings. */
export function keptReport(report: ImportReport, folders: string[]): ImportReportOut {
  const { dry_run: _, ...counts } = report
  const some = <T>(list: T[]): T[] => list.slice(0, MOST_LISTED)
  const { failed, unknown, warnings, skipped } = report
  return {
    ...counts,
    folders: some(folders),
    pages: some(report.pages),
    pruned: some(report.pruned),
    failed: some(failed),
    unknown: some(unknown),
    warnings: some(warnings),
    skipped: some(skipped),
    totals: {
      failed: failed.length,
      unknown: unknown.length,
      warnings: warnings.length,
      skipped: skipped.length,
    },
  }
}
