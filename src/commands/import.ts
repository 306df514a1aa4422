// galley import <folder>: imports Markdown as documents and categories, and reports what was left out.

import { statSync } from 'node:fs'
import { COMMAND_LINE } from '#actor.ts'
import type { PresetName } from '#convert/preset-names.ts'
import type { Finding } from '#convert/report.ts'
import { counted } from '#counted.ts'
import { StartError } from '#errors.ts'
import { finishImport, importFolder } from '#features/exchange/import/import.ts'
import { followFolder, MOST_PRUNED } from '#features/exchange/import/prune.ts'
import type { ImportReport } from '#features/exchange/import/report.ts'
import { localPath } from './local-path.ts'
import { createProgress, type Progress } from './progress.ts'
import { withDeps } from './with-deps.ts'

const MOST_LINES = 50
const IMPORTABLE = /\.(?:md|markdown|mdx|docx|html?)$/i

type ImportFlags = {
  preset?: PresetName | 'auto'
  into?: string
  redirects?: boolean
  prune?: true
  yes?: true
  dryRun?: boolean
  json?: boolean
}

export async function importCommand(given: string, options: ImportFlags): Promise<void> {
  const path = localPath(given)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory() && !(found?.isFile() && IMPORTABLE.test(path))) {
    throw new StartError(
      `${path} is not a folder. Name the folder that holds your Markdown files, or a file (.md, .mdx, .docx, .html).`,
    )
  }
  const { dryRun: isDry = false, json: asJson = false, prune, yes, ...chosen } = options
  const isFolder = found.isDirectory()
  if (prune !== undefined && !isFolder) throw new StartError('--prune needs the whole folder, not a single file.')
  await withDeps({ existing: false }, async (deps) => {
    let progress: Progress | undefined
    const onProgress = (done: number, total: number) => {
      progress ??= createProgress(total, isDry ? 'reading' : 'importing')
      progress.advance(done)
    }
    const report = await importFolder(deps, COMMAND_LINE, path, { ...chosen, isDry, onProgress })
    if (!isDry) await finishImport(deps, report)
    const { into = '' } = options
    const pruning = { root: path, into, ...(prune && { most: yes ? Infinity : MOST_PRUNED }) }
    const isFollowed = !isFolder || (await followFolder(deps, COMMAND_LINE, report, pruning))
    progress?.finish(isDry ? 'read' : 'imported')
    if (asJson) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
    else print(report)
    if (report.failed.length > 0 || !isFollowed) process.exitCode = 1
  })
}

function print(report: ImportReport): void {
  list('not imported', report.failed)
  list('kept as it is', report.unknown)
  list('imported, but', report.warnings)
  list('left out', report.skipped)
  const moved = report.pruned.map(({ path, title }) => ({ path, reason: title }))
  list(report.dry_run ? 'gone' : 'moved to the trash', moved)
  const { preset, because, created, updated, unchanged, categories, pictures, comments, unpublished } = report
  if (preset !== 'plain') process.stdout.write(`Read as ${preset}: ${because}. Use --preset to choose another tool.\n`)
  const more = [
    pictures > 0 && `${counted(pictures, 'picture')} kept`,
    report.files > 0 && `${counted(report.files, 'file')} kept`,
    unpublished > 0 && `${unpublished} not published`,
    report.pruned.length > 0 && `${counted(report.pruned.length, 'document')} moved to the trash`,
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
  if (report.dry_run) process.stdout.write('Dry run: nothing was written.\n')
}

function list(label: string, lines: Finding[]): void {
  for (const { path, line, reason } of lines.slice(0, MOST_LINES))
    process.stdout.write(`${label}: ${path}${line === undefined ? '' : `:${line}`}: ${reason}\n`)
  if (lines.length > MOST_LINES)
    process.stdout.write(`${label}: and ${lines.length - MOST_LINES} more; --json lists them all\n`)
}
