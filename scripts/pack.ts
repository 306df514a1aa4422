// Makes the release archive: `node scripts/pack.ts [folder]`. Node strips no types below node_modules, where an installed archive
// lies, so it carries JavaScript: the same files without their types, line by line. The panel, the diagram frame
// and the API explorer's files are built already.

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const BUILT = ['panel/dist', 'diagram/dist', 'reader/dist']
const AS_THEY_ARE = ['bin', 'docs', 'deploy', ...BUILT, 'README.md', 'CHANGELOG.md', 'LICENSE']
/** What service and panel share is ours alone, so the archive brings it along. */
const WORKSPACES = ['blocks', 'client', 'look', 'words']
const KEPT_FIELDS = [
  'name',
  'version',
  'description',
  'license',
  'type',
  'bin',
  'imports',
  'dependencies',
  'optionalDependencies',
]
const SPECIFIER = /((?:from|import|import\(|new URL\()\s*['"][^'"\n]+)\.ts(?=['"])/g

/** stage lays the package out in an empty folder. */
export function stage(folder: string): void {
  for (const built of BUILT)
    if (!existsSync(join(root, built, '.sources')))
      throw new Error(`The folder ${built} is not built yet: node scripts/prepare.cjs`)
  for (const name of AS_THEY_ARE) cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const part of ['src', 'reader']) copyPart(part, join(folder, part))
  for (const name of WORKSPACES) copyPart(`packages/${name}`, join(folder, `node_modules/galley-${name}`))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>
  const fields = Object.fromEntries(KEPT_FIELDS.map((field) => [field, manifest[field]]))
  const packed = { ...fields, bundleDependencies: WORKSPACES.map((name) => `galley-${name}`) }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
  writeFileSync(join(folder, 'npm-shrinkwrap.json'), `${JSON.stringify(shrinkwrap(packed), null, 2)}\n`)
}

type LockEntry = { dev?: boolean; devOptional?: boolean; link?: boolean; resolved?: string }

/** shrinkwrap pins what the archive runs on as our lock does, for `npm install` in the unpacked archive; npm packs no package-lock.json. */
function shrinkwrap(packed: Record<string, unknown>) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  const needed = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional, link }]) => path.startsWith('node_modules/') && !dev && !devOptional && !link,
  )
  const own = WORKSPACES.map((name) => {
    const { version } = lock.packages[`packages/${name}`] as { version?: string }
    return [`node_modules/galley-${name}`, { version, inBundle: true }] as const
  })
  const { name, version } = packed
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': packed, ...Object.fromEntries([...own, ...needed]) },
  }
}

function copyPart(part: string, to: string): void {
  for (const file of globSync('**/*', { cwd: join(root, part), exclude: ['**/*.test.ts', '**/node_modules/**'] })) {
    const source = join(root, part, file)
    const target = join(to, file)
    mkdirSync(dirname(target), { recursive: true })
    if (file.endsWith('.ts')) writeFileSync(target.replace(/\.ts$/, '.js'), toJavaScript(readFileSync(source, 'utf8')))
    else if (/\.\w+$/.test(file)) cpSync(source, target)
  }
}

/** toJavaScript keeps lines and columns, so that a stack names the place in the sources. */
const toJavaScript = (code: string): string => stripTypeScriptTypes(code).replaceAll(SPECIFIER, '$1.js')

if (process.argv[1] === import.meta.filename) {
  const { positionals } = parseArgs({ allowPositionals: true })
  const folder = mkdtempSync(join(tmpdir(), 'galley-pack-'))
  try {
    stage(folder)
    const to = resolve(positionals[0] ?? root)
    mkdirSync(to, { recursive: true })
    const name = execFileSync('npm', ['pack', '--silent', `--pack-destination=${to}`], {
      cwd: folder,
      encoding: 'utf8',
    })
    process.stdout.write(`${join(to, name.trim())}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
