#!/usr/bin/env node
// The `galley` command: runs src/main.ts on the Node that the project pins, whichever Node started this file. Plain CommonJS,
// because what is compiled can only be kept for files that are loaded after this one has said so.

'use strict'

const { spawn } = require('node:child_process')
const { existsSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

/** Hardly anything outlives its request: a small space for what is new saves memory and costs nothing. */
const FLAGS = ['--max-semi-space-size=8']
/** glibc gives every thread a heap of its own that is never given back: with two, a busy service needs 35 MB less. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }

const root = join(__dirname, '..')
// A checkout has TypeScript and its own packages; an installed archive has JavaScript, and its packages lie beside it.
const main = ['main.ts', 'main.js'].map((name) => join(root, 'src', name)).find(existsSync)
const pinned = [join(root, 'node_modules'), join(root, '..')]
  .map((folder) => join(folder, '.bin', 'node'))
  .find(existsSync)
const isNew = Number(process.versions.node.split('.')[0]) >= 26

// Threads and worker processes inherit it; where nothing can be written there, nothing is kept.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'galley')

const hasAll = FLAGS.every((flag) => process.execArgv.includes(flag)) && 'MALLOC_ARENA_MAX' in process.env
if (isNew && hasAll) {
  enableCompileCache()
  import(pathToFileURL(main).href)
} else if (isNew || pinned) {
  handOver(pinned ?? process.execPath, [...FLAGS, __filename, ...process.argv.slice(2)])
} else {
  process.stderr.write('galley: nothing is installed yet; run `npm start` or `npm ci` in the project folder first.\n')
  process.exit(1)
}

/** handOver makes this process the one that is wanted. An older Node can't, and stays beside it to hand on signals. */
function handOver(node, words) {
  const env = { ...ENVIRONMENT, ...process.env }
  if (process.execve) process.execve(node, [node, ...words], env)
  const child = spawn(node, words, { stdio: 'inherit', env })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('close', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
