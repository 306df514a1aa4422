// galley push <folder>: imports a folder into a service elsewhere, over its API, with a token. Sends what the import reads, and of
// its pictures and files those that the service doesn't have. Opens no database; the service's workers do the import.

import { openAsBlob, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type GalleyClient } from 'galley-client/client.ts'
import { ResponseError } from 'galley-client/errors.ts'
import type { ImportOut } from 'galley-client/schema.ts'
import { LARGEST_UPLOAD, uploadImport } from 'galley-client/upload.ts'
import { zipOf } from 'galley-client/zip.ts'
import { readConfig } from '#config.ts'
import { convertFolder } from '#convert/convert.ts'
import { PICTURE, scanFolder } from '#convert/folder/scan.ts'
import { foldersAbove } from '#convert/folder/source-folder.ts'
import type { PresetName } from '#convert/preset-names.ts'
import type { Finding } from '#convert/report.ts'
import { counted } from '#counted.ts'
import { StartError } from '#errors.ts'
import { pathOf } from '#features/documents/uploads/addresses.ts'
import { fileOf, pictureOf } from '#features/documents/uploads/uploads.ts'
import { findByNames, namesIn } from '#features/exchange/category-names.ts'
import { MOST_PRUNED } from '#features/exchange/import/prune.ts'
import { PUSHED, type Pushed } from '#features/exchange/imports/pushed.ts'
import { MOST_UPLOADS_ASKED } from '#features/exchange/imports/schemas.ts'
import { printReport } from './import-report.ts'
import { localPath } from './local-path.ts'
import { createProgress, type Progress } from './progress.ts'

type PushFlags = {
  to: string
  into?: string
  preset?: PresetName | 'auto'
  redirects?: true
  drafts?: true
  name?: string
  prune?: true
  yes?: true
  dryRun?: true
  json?: true
}

type Report = NonNullable<ImportOut['report']>

const POLL_MS = 500
/** After so long without a worker someone should look. */
const PATIENCE_MS = 120_000
const PRUNED_WITH_YES = 1_000_000
const UNDER_WAY = ['reading', 'importing']

export async function pushCommand(given: string, options: PushFlags): Promise<void> {
  const root = localPath(given)
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) throw new StartError(`${root} is not a folder.`)
  const { into = '', preset = 'auto', name = '', prune, yes, dryRun: isDry = false, json: asJson = false } = options
  if (prune && name === '')
    throw new StartError('--prune needs --name: pages that are gone are looked for among those pushed under that name.')
  const { token } = readConfig()
  if (token === '') throw new StartError('GALLEY_TOKEN is not set: an API token with the scopes read and write.')
  const galley = connect(originOf(options.to), { token })
  try {
    const choice = {
      preset,
      category_id: into === '' ? null : await findCategory(galley, into),
      as_drafts: options.drafts ?? false,
      redirects: options.redirects ?? false,
      source: name,
      prune: prune ? (yes ? PRUNED_WITH_YES : MOST_PRUNED) : 0,
    }
    const { zip, failed, sent } = await pack(galley, root, preset)
    const progress = new ShownProgress()
    const id = await uploadImport(galley, { name: name || basename(root), zip, choice }, (share) =>
      progress.show('uploading', share),
    )
    progress.finish(sent)
    const { report, isWritten } = await run(galley, id, isDry, progress)
    progress.finish()
    const whole = { redirects: 0, proposed: 0, pruned: [], ...report, failed: [...failed, ...report.failed] }
    if (asJson) process.stdout.write(`${JSON.stringify({ dry_run: isDry, ...whole }, null, 2)}\n`)
    else printReport(whole, isDry)
    if (!asJson && !isWritten && !isDry) process.stdout.write('Nothing has changed.\n')
    if (whole.failed.length > 0) process.exitCode = 1
  } catch (error) {
    throw refusalOf(error, options.to)
  }
}

/** A token is sent in clear only to this machine. */
function originOf(address: string): string {
  const url = URL.parse(address)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)) || !/^\/?$/.test(url.pathname))
    throw new StartError('--to must be the https address of a Galley, without a path: https://docs.example.com')
  return url.origin
}

async function findCategory(galley: GalleyClient, into: string): Promise<number> {
  const categories = await galley.call('GET /api/admin/categories/')
  const found = findByNames(categories, namesIn(into))
  if (!found)
    throw new StartError(
      `There is no category ${into}. Create it first: who may read what is pushed is decided by its category.`,
    )
  return found.id
}

/** What the import reads, each file under its path below the folders above the root, by whose names tools find things. */
async function pack(
  galley: GalleyClient,
  root: string,
  preset: PresetName | 'auto',
): Promise<{ zip: Blob; failed: Finding[]; sent: string }> {
  const top = foldersAbove(root).at(-1)!
  const inTop = (file: string): string => relative(top, file).split(sep).join('/')
  const { texts, uploads, failed } = await listRead(root, preset)
  const present = await listPresent(galley, uploads)
  const files = [...texts, ...uploads].filter((file) => !present.has(file)).sort()
  const pushed: Pushed = {
    folder: inTop(root),
    present: Object.fromEntries([...present].map(([file, url]) => [inTop(file), url])),
  }
  const parts = await Promise.all(files.map(async (file) => ({ path: inTop(file), file: await openAsBlob(file) })))
  const zip = await zipOf([...parts, { path: PUSHED, file: new Blob([JSON.stringify(pushed)]) }], () => {})
  if (zip.size > LARGEST_UPLOAD) throw new StartError('It is larger than 500 MB. Push its folders one by one.')
  const sent = `${counted(files.length, 'file')} sent, ${present.size} more that the service had`
  return { zip, failed, sent }
}

/** Converts the folder to find out: `uploads` are the pictures and files that pages show. Only this machine knows of `failed`. */
async function listRead(root: string, preset: PresetName | 'auto') {
  const texts = new Set<string>()
  const uploads = new Set<string>()
  const folder = convertFolder(root, () => undefined, { preset, onRead: (file) => texts.add(resolve(file)) })
  const scan = scanFolder(root)
  for (const { path } of scan.files) texts.add(join(root, path))
  for (const page of folder.pages) {
    // What is wrong with a page is in the service's report.
    const read = await folder.read(page).catch(() => undefined)
    for (const { file } of read?.shown ?? []) uploads.add(join(root, file))
  }
  folder.redirects()
  const failed = scan.failed.filter(({ path }) => !texts.has(join(root, path)))
  return { texts, uploads, failed }
}

/** The address of each file that the service has. */
async function listPresent(galley: GalleyClient, files: ReadonlySet<string>): Promise<Map<string, string>> {
  const addresses = new Map([...files].flatMap((file) => addressOf(file)))
  const asked = [...new Set(addresses.values())]
  const present = new Set<string>()
  for (let from = 0; from < asked.length; from += MOST_UPLOADS_ASKED) {
    const body = { uploads: asked.slice(from, from + MOST_UPLOADS_ASKED) }
    for (const url of (await galley.call('POST /api/admin/imports/present', { body })).uploads) present.add(url)
  }
  return new Map([...addresses].filter(([, url]) => present.has(url)))
}

/** None for what is no picture or file that the service takes; its report says so. */
function addressOf(file: string): [file: string, url: string][] {
  try {
    const bytes = readFileSync(file)
    const { upload } = PICTURE.test(file) ? pictureOf(bytes) : fileOf(basename(file), bytes)
    return [[file, pathOf(upload)]]
  } catch {
    return []
  }
}

/** Previews the import and, if anything would change, carries it out. */
async function run(
  galley: GalleyClient,
  import_id: number,
  isDry: boolean,
  progress: ShownProgress,
): Promise<{ report: Report; isWritten: boolean }> {
  const path = { import_id }
  const read = await settled(galley, import_id, progress)
  if (read.state !== 'ready') throw new StartError(`The service could not read the folder: ${read.error}`)
  const { report } = read as { report: Report }
  const { created, updated, proposed = 0, pruned = [], categories, redirects = 0 } = report
  const changes = created + updated + proposed + pruned.length + categories.created + categories.updated + redirects
  if (isDry || changes === 0) {
    await galley.call('DELETE /api/admin/imports/{import_id}', { path })
    return { report, isWritten: false }
  }
  await galley.call('POST /api/admin/imports/{import_id}/start', { path })
  const done = await settled(galley, import_id, progress)
  if (done.state !== 'done')
    throw new StartError(
      `The import ended early: ${done.error}. What it has written stays; push again, or see import ${import_id} in the panel.`,
    )
  return { report: done.report!, isWritten: true }
}

async function settled(galley: GalleyClient, import_id: number, progress: ShownProgress): Promise<ImportOut> {
  const began = Date.now()
  let isSaid = false
  for (;;) {
    const row = await galley.call('GET /api/admin/imports/{import_id}', { path: { import_id } })
    if (!UNDER_WAY.includes(row.state)) return row
    if (row.pages_total > 0) progress.show(row.state, row.pages_done / row.pages_total)
    if (row.waiting && !isSaid && Date.now() - began > PATIENCE_MS) {
      process.stderr.write('No worker of the service has taken it up yet.\n')
      isSaid = true
    }
    await sleep(POLL_MS)
  }
}

/** One bar for each thing that is done. */
class ShownProgress {
  #label = ''
  #bar: Progress | undefined

  show(label: string, share: number): void {
    if (label !== this.#label) {
      this.finish()
      this.#label = label
      this.#bar = createProgress(1, label)
    }
    this.#bar!.advance(share)
  }

  finish(sentence = this.#label): void {
    this.#bar?.finish(sentence)
    this.#bar = undefined
    this.#label = ''
  }
}

function refusalOf(error: unknown, address: string): unknown {
  if (error instanceof ResponseError) {
    const reason = error.status === 401 ? 'the token in GALLEY_TOKEN is not valid there' : error.message
    return new StartError(`${address} refused it: ${reason}`, { cause: error })
  }
  const isUnreachable = error instanceof TypeError && error.message === 'fetch failed'
  return isUnreachable ? new StartError(`${address} can't be reached (${(error.cause as Error)?.message})`) : error
}
