// galley import <folder>: imports Markdown as documents and categories, and reports what was left out.

import { realpathSync, statSync } from 'node:fs'
import { COMMAND_LINE } from '#actor.ts'
import type { PresetName } from '#convert/preset-names.ts'
import { StartError } from '#errors.ts'
import { finishImport, importFolder } from '#features/exchange/import/import.ts'
import { followFolder, MOST_PRUNED } from '#features/exchange/import/prune.ts'
import { printReport } from './import-report.ts'
import { localPath } from './local-path.ts'
import { createProgress, type Progress } from './progress.ts'
import { withDeps } from './with-deps.ts'

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
    const most = prune ? (yes ? Infinity : MOST_PRUNED) : 0
    if (isFolder)
      await followFolder(deps, COMMAND_LINE, report, { root: path, folder: `${realpathSync(path)}\n${into}`, most })
    progress?.finish(isDry ? 'read' : 'imported')
    if (asJson) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
    else printReport(report, report.dry_run)
    if (report.failed.length > 0) process.exitCode = 1
  })
}
