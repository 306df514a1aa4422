// Health checks of an installation for administrators, one line each: fine, or what to do. Printed by `galley doctor`, shown
// in the panel. Checks change nothing; one that fails reports that as its result.

import { existsSync, lstatSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, describeConfig } from '#config.ts'
import type { Deps } from '#deps.ts'
import { databaseFile, skewOf } from '#engine/db/db.ts'
import { listNodesSeen } from '#engine/db/nodes.ts'
import { requireCurrentSchema } from '#engine/db/schema.ts'
import { listRows } from '#engine/supervisor/rows.ts'
import { listSchedulesThatRan } from '#engine/tasks/schedules.ts'
import { hasMembersPages } from '#features/documents/access/access.ts'
import { DAY, MINUTE, SECOND, stamp } from '#time.ts'

type InstallationCheck = { name: string; ok: boolean; text: string }
type LocalDeps = Pick<Deps, 'config' | 'mail'>
type CheckDeps = LocalDeps & Deps
/** `ok` if nothing has to be done. */
type CheckResult = { ok: boolean; text: string }

const MOST_SKEW_MS = 2 * SECOND
const LEAST_FREE_BYTES = 1024 ** 3
/** A weekly schedule, and a day for it to run late. */
const BACKUP_OLD_MS = 8 * DAY
const MODEL_WAIT_MS = 5 * SECOND
const NODE_SEEN_MS = MINUTE
const NAMES_LISTED = 5

const fine = (text: string): CheckResult => ({ ok: true, text })
const todo = (text: string): CheckResult => ({ ok: false, text })

type Checks<D> = Record<string, (deps: D) => CheckResult | Promise<CheckResult>>

const LOCAL_CHECKS: Checks<LocalDeps> = {
  settings: ({ config }) => checkSettings(config),
  files: ({ config }) => checkFiles(config),
  disk: ({ config }) => checkDisk(config),
  mail: checkMail,
  model: ({ config }) => checkModel(config),
  proxy: ({ config }) => checkProxy(config),
}
const DATABASE_CHECKS: Checks<CheckDeps> = {
  database: checkDatabase,
  clock: checkClocks,
  processes: checkProcesses,
  backup: checkBackups,
  registration: checkRegistration,
}

export const runChecks = (deps: CheckDeps): Promise<InstallationCheck[]> =>
  runAll({ ...LOCAL_CHECKS, ...DATABASE_CHECKS }, deps)

/** For an installation whose database can't be opened, for this reason. */
export async function runLocalChecks(deps: LocalDeps, reason: string): Promise<InstallationCheck[]> {
  const without = Object.keys(DATABASE_CHECKS).map((name) => ({
    name,
    ...todo(name === 'database' ? reason : "Can't be checked without the database."),
  }))
  return [...(await runAll(LOCAL_CHECKS, deps)), ...without]
}

/** Checks run in parallel, so that a slow server delays no other check. */
const runAll = <D>(checks: Checks<D>, deps: D): Promise<InstallationCheck[]> =>
  Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        return { name, ...(await check(deps)) }
      } catch (error) {
        return { name, ...todo(`Could not be checked: ${(error as Error).message}`) }
      }
    }),
  )

function checkSettings({ publicUrl, host }: Config): CheckResult {
  if (publicUrl.startsWith('http:') && !/localhost|127\.0\.0\.1/.test(publicUrl))
    return todo(
      'GALLEY_PUBLIC_URL is not https, so passwords and cookies are sent unencrypted. Put a proxy with a certificate in front.',
    )
  if (publicUrl === '' && host !== '127.0.0.1' && host !== 'localhost')
    return todo('Set GALLEY_PUBLIC_URL to the address that people use: links in mails and secure cookies need it.')
  return fine('All settings are valid')
}

async function checkRegistration({ config, db }: CheckDeps): Promise<CheckResult> {
  if (config.registration !== 'open' || config.publicUrl === '') return fine('Not everyone can create an account')
  return (await hasMembersPages(db.read))
    ? todo(
        'Everyone can create an account and read what is for members. Set GALLEY_REGISTRATION to invite, or to domains.',
      )
    : fine('Everyone can create an account; nothing is for members')
}

function checkFiles({ dataDir, databaseUrl }: Config): CheckResult {
  const paths = [dataDir, ...(databaseUrl === '' ? [databaseFile(dataDir)] : [])].filter(existsSync)
  if (paths.length === 0) return fine('There is no data folder yet')
  const { uid, gid } = statSync(dataDir)
  const foreign = listForeign(dataDir, uid)
  if (foreign.length > 0) {
    const more = foreign.length > NAMES_LISTED ? ` and ${foreign.length - NAMES_LISTED} more` : ''
    return todo(
      `The owner of ${dataDir} does not own ${foreign.slice(0, NAMES_LISTED).join(', ')}${more}. Run chown -R ${uid}:${gid} ${dataDir}`,
    )
  }
  const open = paths.filter((path) => (statSync(path).mode & 0o077) !== 0)
  return open.length === 0
    ? fine(`Only this account can read ${dataDir}`)
    : todo(`Other accounts can read ${open.join(' and ')}. Run chmod -R go= ${dataDir}`)
}

/** Files of other users. Their folders aren't entered, as they may be closed to us. */
function listForeign(folder: string, uid: number): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    // A file may be removed meanwhile.
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found && found.uid !== uid) return [path]
    return found?.isDirectory() ? listForeign(path, uid) : []
  })
}

function diskRoom(dataDir: string): { free: number; size: number } {
  const { bavail, bsize, blocks } = statfsSync(dataDir)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** This machine's and process's gauges for /metrics: disk space, and mails sent synchronously. */
export async function nodeGauges({ config: { dataDir }, mail }: LocalDeps) {
  const { waiting, lost } = mail.counts()
  const mails = {
    name: 'galley_direct_mails',
    help: 'Codes, invitations and notices that wait for the mail server, and those lost since this process started.',
  }
  const gauges = [
    { ...mails, labels: { state: 'waiting' }, value: waiting },
    { ...mails, labels: { state: 'lost' }, value: lost },
  ]
  if (!existsSync(dataDir)) return gauges
  const { free, size } = diskRoom(dataDir)
  return [
    ...gauges,
    { name: 'galley_disk_free_bytes', help: 'Free room on the disk of the data folder.', labels: {}, value: free },
    { name: 'galley_disk_size_bytes', help: 'Size of the disk of the data folder.', labels: {}, value: size },
  ]
}

function checkDisk({ dataDir }: Config): CheckResult {
  if (!existsSync(dataDir)) return fine('There is no data folder yet')
  const { free, size } = diskRoom(dataDir)
  const words = `${(free / 1024 ** 3).toFixed(1)} GiB free (${Math.round((100 * free) / size)} %)`
  const isScarce = free < LEAST_FREE_BYTES || free / size < 0.05
  return isScarce ? todo(`${words}: remove old backups, or give ${dataDir} more room`) : fine(words)
}

/** Doesn't read the whole file: every start and the scheduler's maintenance do, and a service has requests to serve. */
async function checkDatabase({ db }: CheckDeps): Promise<CheckResult> {
  await db.ping()
  await requireCurrentSchema(db)
  return fine(`${db.dialect.name} responds, its schema is current`)
}

async function checkClocks({ db, clock, config }: CheckDeps): Promise<CheckResult> {
  const nodes = await listNodesSeen(db.read, clock.now() - NODE_SEEN_MS)
  const all = [...nodes, { name: config.nodeName, skew_ms: skewOf(db) }]
  const off = all.filter(({ skew_ms }) => Math.abs(skew_ms) > MOST_SKEW_MS)
  if (off.length === 0) return fine('The clocks agree')
  const list = [
    ...new Set(off.map(({ name, skew_ms }) => `${name.split('/')[0]} by ${(skew_ms / SECOND).toFixed(1)} s`)),
  ]
  return todo(
    `Clocks differ from the database's: ${list.join(', ')}. Start a time service there (chrony, systemd-timesyncd).`,
  )
}

async function checkProcesses({ db }: CheckDeps): Promise<CheckResult> {
  const rows = await listRows(db.read)
  const running = (kind: string) => rows.some((row) => row.kind === kind && row.status === 'running')
  const crashed = rows.filter(({ status }) => status === 'crashed').length
  if (crashed > 0) return todo(`${crashed} crashed. galley ps shows why`)
  if (!running('beat'))
    return todo(
      'No scheduler is running, so backups, maintenance and lost jobs are on hold. Start the service or galley beat.',
    )
  return running('worker')
    ? fine('Workers and the scheduler are running')
    : todo('No worker is running, so queued documents are not drafted. Start one on the Processes page.')
}

async function checkMail({ mail }: LocalDeps): Promise<CheckResult> {
  const found = await mail.check()
  return found
    ? fine('The mail server accepts our login')
    : todo('No mail server is configured, so mail is written to outbox.log. Set GALLEY_SMTP_URL.')
}

async function checkModel({ llmProvider, llmBaseUrl }: Config): Promise<CheckResult> {
  if (llmProvider === '') return fine('The built-in drafter is used')
  if (llmBaseUrl === '') return fine(`${llmProvider} is used`)
  await fetch(llmBaseUrl, { redirect: 'manual', signal: AbortSignal.timeout(MODEL_WAIT_MS) })
  return fine(`${new URL(llmBaseUrl).host} responds`)
}

/** Only sees the settings; whether the headers arrive shows with the first request. */
function checkProxy({ publicUrl }: Config): CheckResult {
  const named = describeConfig().find(({ name }) => name === 'GALLEY_TRUST_PROXY')?.value
  const isBehind = publicUrl.startsWith('https:')
  if (isBehind && (named === 'none' || named === ''))
    return todo(
      'GALLEY_PUBLIC_URL is https, so a proxy is in front. Name it in GALLEY_TRUST_PROXY; otherwise every visitor appears with its address.',
    )
  return fine(isBehind ? 'Forwarding headers of the named proxies are trusted' : 'No proxy is expected')
}

async function checkBackups({ db, clock, config }: CheckDeps): Promise<CheckResult> {
  if (config.backupCron === '')
    return todo('No backups are scheduled. Set GALLEY_BACKUP_CRON, for example to "0 3 * * *".')
  const last = (await listSchedulesThatRan(db.read)).find(({ name }) => name === 'backup')
  if (!last) return todo('No scheduled backup has been written yet.')
  const when = stamp(last.last_run_at!)
  if (last.failed === 1) return todo(`The backup from ${when} failed: ${last.result}`)
  const isOld = clock.now() - last.last_run_at! > BACKUP_OLD_MS
  return isOld
    ? todo(`The last backup is from ${when}. Check that the scheduler is running.`)
    : fine(`Last verified ${when}: ${last.result}`)
}
