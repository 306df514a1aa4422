// galley user: manages accounts from the machine itself, e.g. the first administrator or someone who is locked out.

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { COMMAND_LINE } from '#actor.ts'
import { hasDatabase } from '#compose.ts'
import { readConfig } from '#config.ts'
import type { Deps } from '#deps.ts'
import { databaseFile } from '#engine/db/db.ts'
import { type GalleyError, StartError } from '#errors.ts'
import { resetFactors } from '#features/accounts/factors/factors.ts'
import { presentUser } from '#features/accounts/present.ts'
import { UserCreate } from '#features/accounts/schemas.ts'
import { addUser, changeUser, getUserByName, listUsers, setPassword } from '#features/accounts/users/users.ts'
import { compileCheck } from '#http/requests/validation.ts'
import { roleNamed } from './roles.ts'
import { withDeps } from './with-deps.ts'

const PAGE = 200
/** A placeholder, so that other errors are reported before asking for a password. */
const ANY_PASSWORD = 'stands in for one'

export function userAdd(email: string, options: { role?: string; username?: string; name?: string }): Promise<void> {
  const role = options.role === undefined ? undefined : roleNamed(options.role)
  const given = { email, username: options.username, display_name: options.name }
  checked({ ...given, password: ANY_PASSWORD })
  const isNew = !hasDatabase(readConfig())
  return withUsers(async (deps) => {
    const user = await addUser(deps, {
      ...checked({ ...given, password: await readPassword() }),
      ...(role && { role }),
    })
    const where = isNew ? `, in a new database: ${databaseFile(deps.config.dataDir)}` : ''
    say(`${user.email} is user ${user.id} with the role ${user.role}${where}`)
  }, false)
}

export function userList(search: string, options: { json?: boolean }): Promise<void> {
  return withUsers(async (deps) => {
    const users = []
    for (let offset = 0; ; offset += PAGE) {
      const page = await listUsers(deps, search, PAGE, offset)
      users.push(...page.map(presentUser))
      if (page.length < PAGE) break
    }
    if (options.json) return say(JSON.stringify(users, null, 2))
    for (const { id, email, username, role, disabled, last_login_at } of users)
      say(
        [
          String(id).padStart(5),
          role.padEnd(6),
          disabled ? 'disabled' : '        ',
          email.padEnd(32),
          (username ?? '').padEnd(16),
          last_login_at ?? 'never signed in',
        ].join('  '),
      )
  })
}

export function userRole(name: string, role: string): Promise<void> {
  const wanted = roleNamed(role)
  return withUsers(async (deps) => {
    const { id } = await getUserByName(deps, name)
    const user = await changeUser(deps, COMMAND_LINE, id, { role: wanted })
    say(`${user.email} has the role ${user.role}`)
  })
}

export function userPassword(name: string): Promise<void> {
  return withUsers(async (deps) => {
    const user = await getUserByName(deps, name)
    const { password } = checked({ email: user.email, password: await readPassword() })
    await setPassword(deps, COMMAND_LINE, user, password)
    say(`${user.email} has a new password; all of its sessions were ended`)
  })
}

export function userForgetFactors(name: string): Promise<void> {
  return withUsers(async (deps) => {
    const { id, email } = await getUserByName(deps, name)
    await resetFactors(deps, COMMAND_LINE, id)
    say(`${email} no longer has a second factor`)
  })
}

export function userDisable(name: string, disabled: boolean): Promise<void> {
  return withUsers(async (deps) => {
    const { id } = await getUserByName(deps, name)
    const user = await changeUser(deps, COMMAND_LINE, id, { disabled })
    say(`${user.email} is ${disabled ? 'disabled; all of its sessions were ended' : 'enabled'}`)
  })
}

const checkUser = compileCheck(UserCreate, 'body')

/** Applies the rules of POST /auth/register. */
function checked<T extends object>(given: T): T {
  const { value, issues } = checkUser(given)
  if (issues.length > 0) throw new StartError(issues.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; '))
  return value as T
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const withUsers = (work: (deps: Deps) => Promise<void>, existing = true) =>
  withDeps({ existing, wording: sentenceOf }, work)

function sentenceOf({ detail }: GalleyError): string {
  return typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ')
}

/**
 * Reads a password: twice without echo on a terminal, else the first line of standard input. Never from arguments, which
 * other users of the machine can see.
 */
async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    const [line = ''] = (await text(process.stdin)).split(/\r?\n/)
    if (line === '') throw new StartError('No password was given on standard input.')
    return line
  }
  // One reader for both prompts: a second one would miss what was typed ahead.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const lines = terminal[Symbol.asyncIterator]()
  try {
    const password = await answerTo('Password: ', lines)
    if ((await answerTo('Again:    ', lines)) !== password)
      throw new StartError('The two passwords differ; nothing was changed.')
    return password
  } finally {
    terminal.close()
  }
}

async function answerTo(question: string, lines: AsyncIterator<string>): Promise<string> {
  process.stderr.write(question)
  const { value, done } = await lines.next()
  process.stderr.write('\n')
  if (done) throw new StartError('Nothing was changed.')
  return value
}
