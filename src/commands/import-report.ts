// Prints what an import did and what it could not do: of this machine's (`galley import`) and of another's (`galley push`).

import type { Finding } from '#convert/report.ts'
import { counted } from '#counted.ts'
import type { ImportReport } from '#features/exchange/import/report.ts'

const MOST_LINES = 50

type PrintedReport = Omit<ImportReport, 'pages' | 'dry_run'>

export function printReport(report: PrintedReport, isDry = false): void {
  list('not imported', report.failed)
  list('kept as it is', report.unknown)
  list('imported, but', report.warnings)
  list('left out', report.skipped)
  const gone = (isProposed: boolean) =>
    report.pruned
      .filter(({ proposal }) => (proposal !== undefined) === isProposed)
      .map(({ path, title }) => ({ path, reason: title }))
  list(isDry ? 'gone' : 'moved to the trash', gone(false))
  list('gone, and proposed for the trash', gone(true))
  const { preset, because, created, updated, unchanged, categories, pictures, comments, unpublished } = report
  if (preset !== 'plain') process.stdout.write(`Read as ${preset}: ${because}. Use --preset to choose another tool.\n`)
  const more = [
    report.proposed > 0 && `${counted(report.proposed, 'change')} ${isDry ? 'would wait' : 'waiting'} for approval`,
    pictures > 0 && `${counted(pictures, 'picture')} kept`,
    report.files > 0 && `${counted(report.files, 'file')} kept`,
    unpublished > 0 && `${unpublished} not published`,
    report.pruned.length > 0 && `${counted(gone(false).length, 'document')} ${isDry ? 'gone' : 'moved to the trash'}`,
    report.redirects > 0 && `${counted(report.redirects, 'redirect')} kept`,
    comments > 0 && `${counted(comments, 'comment')} left out`,
    report.unknown.length > 0 && `${report.unknown.length} of unknown syntax kept as is`,
  ].filter((part) => part !== false)
  process.stdout.write(
    `${counted(created, 'document')} created, ${updated} updated, ${unchanged} unchanged; ` +
      `${counted(categories.created, 'category', 'categories')} created, ${categories.updated} updated; ` +
      more.map((part) => `${part}; `).join('') +
      `${report.failed.length} not imported, ${report.skipped.length} left out\n`,
  )
  if (isDry) process.stdout.write('Dry run: nothing was written.\n')
}

function list(label: string, lines: Finding[]): void {
  for (const { path, line, reason } of lines.slice(0, MOST_LINES))
    process.stdout.write(`${label}: ${path}${line === undefined ? '' : `:${line}`}: ${reason}\n`)
  if (lines.length > MOST_LINES)
    process.stdout.write(`${label}: and ${lines.length - MOST_LINES} more; --json lists them all\n`)
}
