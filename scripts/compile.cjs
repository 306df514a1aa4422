// Compiles what the service, its workers and its threads may load, and keeps it: the first start is as quick as the next ones,
// and as small, because a process that strips types itself keeps 20 MB for that. Run by prepare.cjs after an install.

'use strict'

const { readdirSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const root = join(__dirname, '..')
enableCompileCache(join(root, 'node_modules', '.cache', 'galley'))

const files = ['src', 'reader']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name)))
  .filter((file) => /(?<!\.test|main|\.d)\.ts$/.test(file))

// A thread's file fails outside its thread, but only after it was compiled.
Promise.allSettled(files.map((file) => import(pathToFileURL(file).href))).then(() => process.exit())
