// A preload (`--import`) for processes that have to do without development packages, as after `npm ci --omit=dev`: whatever
// the lock marks as such can't be imported.

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
type Lock = { packages: Record<string, { dev?: boolean; devOptional?: boolean }> }
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
const left = Object.keys(packages).filter((path) => packages[path]!.dev || packages[path]!.devOptional)
const forbidden = left.map((path) => pathToFileURL(`${join(root, path)}/`).href)

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    if (forbidden.some((folder) => found.url.startsWith(folder)))
      throw new Error(`${specifier} is a development package (asked for by ${context.parentURL})`)
    return found
  },
})
