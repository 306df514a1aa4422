// galley export <folder>: every document as Markdown, in folders by category; read back by `galley import`.

import { counted } from '#counted.ts'
import { exportFolder } from '#features/exchange/export/export.ts'
import { localPath } from './local-path.ts'
import { createProgress, type Progress } from './progress.ts'
import { withDeps } from './with-deps.ts'

const LIST = new Intl.ListFormat('en-GB')

export async function exportCommand(given: string, { force = false }: { force?: boolean }): Promise<void> {
  const folder = localPath(given)
  await withDeps({}, async (deps) => {
    let progress: Progress | undefined
    const onProgress = (done: number, total: number) => {
      progress ??= createProgress(total, 'exporting')
      progress.advance(done)
    }
    const { documents, categories, pictures, files } = await exportFolder(deps, folder, {
      force,
      lang: deps.config.siteLang,
      onProgress,
    })
    progress?.finish('exported')
    const written = [
      counted(documents, 'document'),
      counted(categories, 'category', 'categories'),
      ...(pictures > 0 ? [counted(pictures, 'picture')] : []),
      ...(files > 0 ? [counted(files, 'file')] : []),
    ]
    process.stdout.write(`${LIST.format(written)} written to ${folder}\n`)
  })
}
