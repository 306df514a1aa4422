// galley doctor: checks the installation, a line each; exit code 1 if something needs attention.

import { openDeps } from '#compose.ts'
import { type Config, readConfig } from '#config.ts'
import { createMailer } from '#engine/mail.ts'
import { StartError } from '#errors.ts'
import { runChecks, runLocalChecks } from '#features/service/checks.ts'
import { createLog } from '#logging.ts'

export async function doctorCommand({ json }: { json?: boolean }): Promise<void> {
  const checks = await checkInstallation(readConfig())
  if (json) process.stdout.write(`${JSON.stringify(checks, null, 2)}\n`)
  else
    for (const { name, ok, text } of checks) process.stdout.write(`${ok ? 'ok ' : '!! '} ${name.padEnd(10)} ${text}\n`)
  process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1
}

/** Runs the other checks even if the database can't be opened, which is when people use this. */
async function checkInstallation(config: Config): ReturnType<typeof runChecks> {
  try {
    const deps = await openDeps({ migrate: false, existing: true }, config)
    return await runChecks(deps).finally(deps.close)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const mail = createMailer(config, createLog(config))
    return await runLocalChecks({ config, mail }, error.message).finally(() => mail.close())
  }
}
