// Fills a service: `galley import` for the corpus, the API for accounts and the long page.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchSite } from './cases.ts'
import { blocksOf, writeCorpus } from './corpus.ts'
import type { Galley } from './servers.ts'

const READER_BLOCKS = 150

/** importCorpus runs the command line as a user would and returns the seconds it took. */
export async function importCorpus(env: Record<string, string>, count: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-corpus-'))
  try {
    writeCorpus(folder, count)
    const started = performance.now()
    await galley(['import', folder], env)
    return (performance.now() - started) / 1000
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function galley(args: string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['src/main.ts', ...args], {
      cwd: new URL('..', import.meta.url).pathname,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr = (stderr + chunk).slice(-2_000)
    })
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`galley ${args[0]} ended with ${code}: ${stderr}`)),
    )
  })
}

/** prepare signs up the administrator, makes the long page and learns ids and slugs. */
export async function prepare({ origin }: Pick<Galley, 'origin'>, documents: number): Promise<BenchSite> {
  const account = { email: 'bench@example.com', password: 'measured-twice-cut-once' }
  const token = await post(origin, '/auth/register', account, {}).catch(() =>
    post(origin, '/auth/login', { identifier: account.email, password: account.password }, {}),
  )
  const headers = { authorization: `Bearer ${token.access_token}` }
  const page = await post(
    origin,
    '/api/docs/',
    { title: 'A long page to read', blocks: blocksOf(READER_BLOCKS, 1) },
    headers,
  )
  const rows: { id: number; slug: string }[] = []
  for (let offset = 0; offset < Math.min(documents, 400); offset += 200) {
    rows.push(...((await (await fetch(`${origin}/api/docs/?limit=200&offset=${offset + 10}`)).json()) as typeof rows))
  }
  return {
    headers,
    slugs: rows.map((row) => row.slug),
    documentIds: rows.map((row) => row.id),
    readerSlug: page.slug as string,
    documents,
  }
}

export async function post(
  origin: string,
  path: string,
  body: object,
  headers: Record<string, string>,
): Promise<Record<string, unknown>> {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}
