#!/usr/bin/env node
// The `galley` command: hands over to src/main.ts on the Node that the project pins, whichever Node started this file.

'use strict'

const { spawn } = require('node:child_process')
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const pinned = join(root, 'node_modules', '.bin', 'node')
const node = existsSync(pinned) ? pinned : process.execPath
if (node === process.execPath && Number(process.versions.node.split('.')[0]) < 26) {
  process.stderr.write('galley: nothing is installed yet; run `npm start` or `npm ci` in the project folder first.\n')
  process.exit(1)
}

const child = spawn(node, [join(root, 'src', 'main.ts'), ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('close', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
