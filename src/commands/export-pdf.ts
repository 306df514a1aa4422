// galley export <folder> --pdf: what visitors may read as PDF, a file for each category at the top and for each page in none.
// A Chromium of the machine prints the site's own print view, which a service for this purpose alone serves on the loopback.

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { VISITOR } from '#actor.ts'
import { buildApp } from '#app.ts'
import { openDeps } from '#compose.ts'
import { counted } from '#counted.ts'
import { StartError } from '#errors.ts'
import { listLooseSlugs, listTopCategories } from '#features/documents/lists/outline.ts'
import type { App } from '#http/kernel.ts'
import { MINUTE } from '#time.ts'
import { localPath } from './local-path.ts'
import { createProgress } from './progress.ts'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'chrome']
/** Time that scripts on a page have for what they draw; the page's own, which runs as fast as it can. */
const DRAWING_MS = 30_000

export async function exportPdf(given: string, { force = false }: { force?: boolean }): Promise<void> {
  const folder = localPath(given)
  if (!force && existsSync(folder) && readdirSync(folder).length > 0)
    throw new StartError(`The folder ${folder} is not empty; name another one, or add --force to write into it.`)
  await using deps = await openDeps({ migrate: true, existing: true })
  const chromium = await findChromium(deps.config.chromium)
  // Requests of this command's own are nothing to read in a terminal.
  const app = buildApp({ ...deps, log: deps.log.child({}, { level: 'warn' }) })
  try {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const views = [
      ...(await listTopCategories(deps, VISITOR)).map(({ slug }) => ({ slug, path: `category/${slug}` })),
      ...(await listLooseSlugs(deps, VISITOR)).map((slug) => ({ slug, path: slug })),
    ]
    mkdirSync(folder, { recursive: true })
    const progress = createProgress(views.length, 'printing')
    let files = 0
    for (const [done, { slug, path }] of views.entries()) {
      files += await printParts(app, chromium, `/read/${path}/print`, join(folder, slug))
      progress.advance(done + 1)
    }
    progress.finish('printed')
    process.stdout.write(`${counted(files, 'PDF file')} written to ${folder}\n`)
  } finally {
    await app.close()
  }
}

/** printParts prints a view and what it goes on in; a category that has nothing for visitors is no file. */
async function printParts(app: App, chromium: string, path: string, file: string): Promise<number> {
  const { port } = app.server.address() as AddressInfo
  let parts = 0
  for (let next: string | undefined = path; next; parts++) {
    const { body, statusCode }: { body: string; statusCode: number } = await app.inject({ url: next })
    if (statusCode !== 200 || !body.includes('<article ')) return parts
    const name = parts === 0 ? `${file}.pdf` : `${file}-${parts + 1}.pdf`
    await print(chromium, `http://127.0.0.1:${port}${next}`, name)
    next = /<a rel="next" href="([^"]*)"/.exec(body)?.[1]
  }
  return parts
}

async function print(chromium: string, address: string, file: string): Promise<void> {
  const flags = [
    '--headless',
    // As root it starts in no other way; it opens the site's own pages, whose policy runs no script but ours.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--no-pdf-header-footer',
    '--generate-pdf-document-outline',
    `--virtual-time-budget=${DRAWING_MS}`,
    `--print-to-pdf=${file}`,
    address,
  ]
  try {
    await promisify(execFile)(chromium, flags, { timeout: 5 * MINUTE })
  } catch (error) {
    throw new StartError(`${chromium} could not print ${address}: ${(error as Error).message.split('\n')[0]}`)
  }
  if (!existsSync(file)) throw new StartError(`${chromium} printed nothing to ${file}.`)
}

/** findChromium takes the one that was set, or the first that the machine knows by name. */
async function findChromium(given: string): Promise<string> {
  const names = given === '' ? NAMES : [given]
  for (const name of names)
    try {
      await promisify(execFile)(name, ['--version'])
      return name
    } catch {
      // Not there, or it does not start.
    }
  throw new StartError(
    `PDF files are printed by Chromium, and ${names.join(', ')} could not be started; install one, or set GALLEY_CHROMIUM to its path.`,
  )
}
