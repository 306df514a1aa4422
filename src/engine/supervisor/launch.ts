// Starts one process: this program, this script, the command and two numbers. No shell, and nothing that a request said.

import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Config } from '#config.ts'
import { findIdentity, type Identity } from './identity.ts'
import { logFolder, openForAppend } from './log-file.ts'
import { readLogEnd } from './log-tail.ts'
import type { Exit, ProcessRow } from './rows.ts'

/** Background processes have few short-lived objects at a time: a small space for them saves 14 MB a process. */
const FLAGS = ['--max-semi-space-size=1']
const SCRIPT = fileURLToPath(new URL('../../main.ts', import.meta.url))

type LaunchedProcess = { identity: Identity | undefined; ended: Promise<Exit> }

/**
 * launch starts the process of a row in a session of its own, so that neither our end nor a Ctrl-C ends it too. In a container
 * it writes to our standard output and to its log; elsewhere our standard output may close before it ends.
 */
export function launch(
  row: Pick<ProcessRow, 'id' | 'run' | 'kind' | 'log_file'>,
  { dataDir, container }: Pick<Config, 'dataDir' | 'container'>,
  env: NodeJS.ProcessEnv,
  script = SCRIPT,
): LaunchedProcess {
  const folder = logFolder(dataDir)
  const log = openForAppend(folder, row.log_file!)
  try {
    const child = spawn(
      process.execPath,
      [...FLAGS, script, row.kind, '--id', String(row.id), '--run', String(row.run)],
      {
        shell: false,
        detached: true,
        stdio: ['ignore', container === '' ? log : 'inherit', log],
        env,
      },
    )
    child.unref()
    return {
      identity: child.pid === undefined ? undefined : findIdentity(child.pid),
      ended: exitOf(child, () => lastWords(folder, row.log_file!)),
    }
  } finally {
    closeSync(log)
  }
}

function exitOf(child: ChildProcess, words: () => string): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, why: `It can't be started: ${error.message}` }))
    child.once('exit', (code, signal) => {
      if (signal) resolve({ code: 128 + constants.signals[signal], why: `Ended by ${signal}` })
      else resolve({ code, why: code === 0 ? 'Ended without being asked' : `Exit code ${code}: ${words()}` })
    })
  })
}

/** lastWords is the last line of the log, where a process that fails says why. */
function lastWords(folder: string, name: string): string {
  const line = readLogEnd(folder, name, { lines: 1, bytes: 8192 }).lines[0] ?? 'nothing was logged'
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } }
    return (err?.message ?? msg ?? line).slice(0, 200)
  } catch {
    return line.slice(0, 200)
  }
}
