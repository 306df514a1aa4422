// galley serve: migrates, listens, says where everything is, looks after the background processes, and stops in good
// order: no accepted request is cut off, and no process that it started is left behind.

import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '#app.ts'
import { openDeps } from '#compose.ts'
import { childEnvironment, unknownSettings } from '#config.ts'
import { Supervisor } from '#engine/supervisor/supervisor.ts'
import { StartError } from '#errors.ts'
import { findSetupToken } from '#features/accounts/sign-in/setup-token.ts'
import { keepEditorsSee } from '#features/accounts/users/users.ts'
import type { App } from '#http/kernel.ts'
import { SECOND } from '#time.ts'

export async function serve(): Promise<void> {
  const deps = await openDeps({
    migrate: true,
    onMigration: (name) => process.stdout.write(`  migrated ${name}\n`),
  })
  for (const name of unknownSettings()) deps.log.warn({ name }, 'unknown setting')
  if ((await keepEditorsSee(deps)) === 'everything' && deps.config.editorsSee === '')
    deps.log.warn('editors read restricted categories that do not name them, as before 1.1.0; see GALLEY_EDITORS_SEE')
  const app = buildApp(deps)
  const supervisor = new Supervisor(deps, { env: childEnvironment() })
  const address = await listen(app, deps.config.host, deps.config.port)

  let stopping = false
  const stop = async (signal: string) => {
    // Asked twice: someone does not want to wait for the drain any longer.
    if (stopping) return supervisor.kill()
    stopping = true
    deps.log.info({ signal }, 'stopping')
    app.stop.isNear = true
    await Promise.all([sleep(deps.config.stopDelaySeconds * SECOND).then(() => app.close()), supervisor.end()])
    await deps.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))

  process.stdout.write(`
  Galley is up.      ${address}/
  Panel              ${address}/panel/
  Explorer           ${address}/docs
`)
  const setupToken = await findSetupToken(deps)
  if (setupToken !== undefined)
    process.stdout.write(firstAdministrator(deps.config.publicUrl || address, setupToken, deps.config.dataDir))
  await supervisor.start()
}

/** Paths, because `npx galley` fetches a stranger's package where ours is not found. */
const COMMAND = `${process.execPath} ${join(import.meta.dirname, '../../bin/galley.cjs')}`

/** The printed command names the data folder when it is not the default. */
const firstAdministrator = (address: string, token: string, folder: string): string => `
  There is no admin yet. Create one:
    in a browser, by this link     ${address}/panel/?setup=${token}   (works once)
    or on the command line         ${folder === resolve('data') ? '' : `GALLEY_DATA=${folder} `}${COMMAND} user add you@example.com --role admin
`

async function listen(app: App, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is in use; stop what uses it, or set GALLEY_PORT to another one.`)
    if (code === 'EACCES')
      throw new StartError(`Port ${port} is not allowed for this user; set GALLEY_PORT to one above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`GALLEY_HOST ${host} is not an address of this machine.`)
    throw error
  }
  const bound = app.server.address()
  const actual = typeof bound === 'object' && bound ? bound.port : port
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${actual}`
}
