// galley import <folder>: Markdown files and folders into documents and categories, with a report of what was left out.

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { COMMAND_LINE } from '#actor.ts'
import { openDeps } from '#compose.ts'
import { counted } from '#counted.ts'
import { StartError } from '#errors.ts'
import { importFolder } from '#features/documents/folder/import.ts'
import type { Skipped } from '#features/documents/folder/scan.ts'
import { mergeIndex } from '#features/documents/search/search.ts'
import { createProgress, type Progress } from './progress.ts'

const MOST_LINES = 50

export async function importCommand(given: string): Promise<void> {
  const folder = resolve(given)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new StartError(`${folder} is not a folder. Name the folder that holds your Markdown files.`)
  }
  const deps = await openDeps({ migrate: true })
  let progress: Progress | undefined
  try {
    const report = await importFolder(deps, COMMAND_LINE, folder, (done, total) => {
      progress ??= createProgress(total, 'importing')
      progress.advance(done)
    })
    const { created, updated, unchanged, categories, pictures } = report
    if (created + updated > 0) {
      // Without fresh statistics PostgreSQL's planner scans all documents for every search.
      await deps.db.inTransaction((tx) => deps.db.dialect.optimize(tx))
      await mergeIndex(deps)
    }
    progress?.finish('imported')
    list('not imported', report.failed)
    list('imported, but', report.warnings)
    list('left out', report.skipped)
    process.stdout.write(
      `${counted(created, 'document')} created, ${updated} updated, ${unchanged} unchanged; ` +
        `${counted(categories.created, 'category', 'categories')} created, ${categories.updated} updated; ` +
        (pictures > 0 ? `${counted(pictures, 'picture')} kept; ` : '') +
        `${report.failed.length} not imported, ${report.skipped.length} left out\n`,
    )
    if (report.failed.length > 0) process.exitCode = 1
  } finally {
    await deps.close()
  }
}

function list(label: string, lines: Skipped[]): void {
  for (const { path, reason } of lines.slice(0, MOST_LINES)) process.stdout.write(`${label}: ${path}: ${reason}\n`)
  if (lines.length > MOST_LINES) process.stdout.write(`${label}: and ${lines.length - MOST_LINES} more\n`)
}
