// node bench/peers/run.ts: Galley beside libraries that search in memory (MiniSearch, Orama), an index of files (Pagefind) and
// a static site (VitePress), over the same made documents, in one run. Installs what it needs into a cache of its own; nothing
// else of the project uses that. Pagefind searches inside a browser only: its index is measured, its queries are not.

import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { create, insertMultiple, save, search } from '@orama/orama'
import { Command } from 'commander'
import MiniSearch from 'minisearch'
import { madeDocument, TWO_PERCENT, writeCorpus } from '../corpus.ts'
import { importCorpus, prepare } from '../fill.ts'
import { median } from '../measure.ts'
import { commit, machine, markdownTable, PEERS, type Peers } from '../report.ts'
import { type Galley, removeFolder, startGalley } from '../servers.ts'

const HERE = import.meta.dirname
/** Outside the source tree: nothing that reads our files should meet theirs. */
const INSTALLED = join(HERE, '..', '..', 'node_modules', '.cache', 'peers')
const { docs, pages } = new Command('node bench/peers/run.ts')
  .option('--docs <count>', 'documents to search in', '10000')
  .option('--pages <count>', 'pages of the static site', '1000')
  .parse()
  .opts<{ docs: string; pages: string }>()

const PAGEFIND = join(INSTALLED, 'node_modules', 'pagefind', 'lib', 'index.js')
const QUERIES = TWO_PERCENT.slice(0, 200)
const say = (text: string) => process.stderr.write(`${text}\n`)
const seconds = (since: number) => (performance.now() - since) / 1000
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KiB`
const sizeBelow = (folder: string): number =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(join(entry.parentPath, entry.name)).size, 0)

if (!fs.existsSync(join(INSTALLED, 'node_modules'))) {
  say('installing the peers …')
  fs.mkdirSync(INSTALLED, { recursive: true })
  fs.copyFileSync(join(HERE, 'package.json'), join(INSTALLED, 'package.json'))
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: INSTALLED,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

type SearchRow = { name: string; buildSeconds: number; bytes: number | undefined; p50: number | undefined }

async function timed(find: (q: string) => unknown): Promise<number> {
  for (const q of QUERIES) await find(q)
  const took: number[] = []
  for (const q of QUERIES) {
    const begun = performance.now()
    await find(q)
    took.push(performance.now() - begun)
  }
  return median(took)
}

async function galleySearch(galley: Galley, importSeconds: number): Promise<SearchRow> {
  const find = async (q: string) => (await fetch(`${galley.origin}/api/docs/search?q=${q}`)).text()
  return { name: 'Galley, over HTTP', buildSeconds: importSeconds, bytes: undefined, p50: await timed(find) }
}

const records = Array.from({ length: Number(docs) }, (_, id) => {
  const { title, markdown } = madeDocument(id)
  return { id, title, text: markdown }
})

async function miniSearch(): Promise<SearchRow> {
  const begun = performance.now()
  const options = { boost: { title: 2 }, fuzzy: 0.2, prefix: true }
  const index = new MiniSearch({ fields: ['title', 'text'], searchOptions: options })
  index.addAll(records)
  const buildSeconds = seconds(begun)
  const p50 = await timed((q) => index.search(q))
  return { name: 'MiniSearch, in memory', buildSeconds, bytes: JSON.stringify(index).length, p50 }
}

async function orama(): Promise<SearchRow> {
  const begun = performance.now()
  const index = create({ schema: { page: 'number', title: 'string', text: 'string' } })
  await insertMultiple(
    index,
    records.map(({ id, title, text }) => ({ page: id, title, text })),
  )
  const buildSeconds = seconds(begun)
  const p50 = await timed((term) => search(index, { term, boost: { title: 2 }, tolerance: 1, limit: 20 }))
  return { name: 'Orama, in memory', buildSeconds, bytes: JSON.stringify(await save(index)).length, p50 }
}

async function pagefind(folder: string): Promise<SearchRow> {
  const { createIndex } = (await import(PAGEFIND)) as typeof import('./pagefind.ts')
  const begun = performance.now()
  const { index } = await createIndex()
  for (const { id, title, text } of records)
    await index.addCustomRecord({ url: `/${id}`, content: text, language: 'en', meta: { title } })
  await index.writeFiles({ outputPath: folder })
  return { name: 'Pagefind, files', buildSeconds: seconds(begun), bytes: sizeBelow(folder), p50: undefined }
}

type SiteRow = { name: string; visible: string; bytes: number }

/** firstLoad is what a browser fetches to show a page for the first time, compressed. */
async function firstLoad(html: string, read: (path: string) => Promise<Buffer>): Promise<number> {
  const named = [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]+\.(?:js|css)(?:\?[^"]*)?)"/g)]
  const files = await Promise.all([...new Set(named.map(([, path]) => path!))].map(read))
  return [Buffer.from(html), ...files].reduce((sum, file) => sum + gzipSync(file).length, 0)
}

async function vitePress(folder: string): Promise<SiteRow> {
  writeCorpus(folder, Number(pages))
  fs.mkdirSync(join(folder, '.vitepress'))
  fs.symlinkSync(join(INSTALLED, 'node_modules'), join(folder, 'node_modules'))
  fs.writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  fs.writeFileSync(join(folder, 'index.md'), '# Documentation\n')
  fs.writeFileSync(
    join(folder, '.vitepress', 'config.js'),
    "export default { title: 'Peers', themeConfig: { search: { provider: 'local' } } }\n",
  )
  const begun = performance.now()
  const bin = join(INSTALLED, 'node_modules', 'vitepress', 'bin', 'vitepress.js')
  execFileSync(process.execPath, [bin, 'build', folder], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const took = seconds(begun)
  const built = join(folder, '.vitepress', 'dist')
  const { folder: section } = madeDocument(0)
  const html = fs.readFileSync(join(built, section, 'document-0.html'), 'utf8')
  const bytes = await firstLoad(html, async (path) => fs.readFileSync(join(built, path)))
  return { name: `VitePress, ${pages} pages`, visible: `${took.toFixed(1)} s (a build)`, bytes }
}

async function galleySite(galley: Galley): Promise<SiteRow> {
  const { headers, slugs, documentIds } = await prepare(galley, Number(docs))
  const took: number[] = []
  for (let nth = 0; nth < 20; nth++) {
    const text = `Changed for the ${nth}th time`
    const blocks = [{ type: 'paragraph', content: [{ type: 'text', text, styles: {} }] }]
    const begun = performance.now()
    await fetch(`${galley.origin}/api/docs/${documentIds[0]}/blocks`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ blocks }),
    })
    const page = await (await fetch(`${galley.origin}/read/${slugs[0]}`)).text()
    if (!page.includes(text)) throw new Error('the page after a save does not show it')
    took.push(performance.now() - begun)
  }
  const html = await (await fetch(`${galley.origin}/read/${slugs[1]}`)).text()
  const read = async (path: string) => Buffer.from(await (await fetch(galley.origin + path)).arrayBuffer())
  return { name: `Galley, ${docs} pages`, visible: `${median(took).toFixed(0)} ms`, bytes: await firstLoad(html, read) }
}

const folder = fs.mkdtempSync(join(tmpdir(), 'galley-peers-'))
try {
  say(`importing ${docs} documents …`)
  const data = join(folder, 'galley')
  fs.mkdirSync(data)
  const importSeconds = await importCorpus({ GALLEY_DATA: data }, Number(docs))
  const galley = await startGalley({}, data)
  const found: SearchRow[] = []
  const sites: SiteRow[] = []
  try {
    found.push(await galleySearch(galley, importSeconds))
    sites.push(await galleySite(galley))
  } finally {
    await galley.stop()
  }
  for (const measure of [miniSearch, orama, () => pagefind(join(folder, 'pagefind'))]) {
    const row = await measure()
    say(`${row.name} …`)
    found.push(row)
  }
  say('building the static site …')
  fs.mkdirSync(join(folder, 'site'))
  sites.push(await vitePress(join(folder, 'site')))
  const result: Peers = {
    at: new Date().toISOString(),
    commit: commit(),
    machine: machine(),
    documents: Number(docs),
    tables: [
      [
        ['search', 'index built in', 'index', 'p50 of a query'],
        ...found.map(({ name, buildSeconds, bytes, p50 }) => [
          name,
          `${buildSeconds.toFixed(1)} s`,
          bytes === undefined ? 'in the database' : megabytes(bytes),
          p50 === undefined ? '(in a browser)' : `${p50.toFixed(2)} ms`,
        ]),
      ],
      [
        ['site', 'from save to visible', 'first load, compressed'],
        ...sites.map(({ name, visible, bytes }) => [name, visible, kilobytes(bytes)]),
      ],
    ],
  }
  fs.writeFileSync(PEERS, `${JSON.stringify(result, null, 2)}\n`)
  process.stdout.write(`${result.tables.map(markdownTable).join('\n\n')}\n`)
} finally {
  removeFolder(folder)
  fs.rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
