// PostgreSQL's own program for copies, pg_dump: how it is started, and the errors that people see.

import { spawn } from 'node:child_process'
import { StartError } from '#errors.ts'

/** What an address may say after its question mark, and where libpq looks for it. */
const VARIABLES: Record<string, string> = {
  host: 'PGHOST',
  port: 'PGPORT',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  options: 'PGOPTIONS',
  application_name: 'PGAPPNAME',
}

/** connectionEnvironment passes the connection to PostgreSQL's own programs without showing the password to `ps`. */
export function connectionEnvironment(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const given: Record<string, string> = {
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries(
      [...searchParams].flatMap(([name, value]) => (VARIABLES[name] ? [[VARIABLES[name], value]] : [])),
    ),
  }
  // The driver has one mode more than libpq: encrypted, but without checking who answers.
  if (given.PGSSLMODE === 'no-verify') given.PGSSLMODE = 'require'
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}

/** runPgDump turns its first complaint into the one line that people see. */
export function runPgDump(args: string[], url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin', ...connectionEnvironment(url) }
    const child = spawn('pg_dump', args, { stdio: ['ignore', 'ignore', 'pipe'], env: environment })
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors = (errors + chunk).slice(0, 4_000)
    })
    child.on('error', () =>
      reject(new StartError('pg_dump is needed for this; install the PostgreSQL client programs.')),
    )
    child.on('close', (code) => {
      if (code === 0) resolve()
      else if (errors.includes('server version mismatch'))
        reject(new StartError("pg_dump is older than the server; install PostgreSQL's client programs of its version."))
      else reject(new StartError(`pg_dump failed: ${errors.trim().split('\n')[0]}`))
    })
  })
}
