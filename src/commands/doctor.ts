// galley doctor: one line for each part of the installation, fine or what to do; exit code 1 when something is to be done.

import { openDeps } from '#compose.ts'
import { runChecks } from '#features/service/checks.ts'

export async function doctorCommand({ json }: { json?: boolean }): Promise<void> {
  const deps = await openDeps({ migrate: false, existing: true })
  const checks = await runChecks(deps)
  await deps.close()
  if (json) process.stdout.write(`${JSON.stringify(checks, null, 2)}\n`)
  else
    for (const { name, ok, text } of checks) process.stdout.write(`${ok ? 'ok ' : '!! '} ${name.padEnd(10)} ${text}\n`)
  process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1
}
