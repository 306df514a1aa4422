// Which process is meant: a pid and the moment it started, because the system gives a pid to another process later on.
// Nothing here sends a signal without having compared both.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export type Identity = { pid: number; pid_started: string }
/** MaybeIdentity is what a row says of its process: nothing, while there is none. */
type MaybeIdentity = { [K in keyof Identity]: Identity[K] | null }

const HAS_PROC = existsSync('/proc/self/stat')
/** The start time counts from the machine's start; the boot's own id tells two boots apart. */
const BOOT = HAS_PROC ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8) : ''
/** Places in /proc/<pid>/stat after the program's name, which may itself hold spaces and brackets. */
const STATE = 0
const START_TIME = 19

/** findStart returns when the process started, in a form that is only good for comparing; undefined when it is gone. */
export function findStart(pid: number): string | undefined {
  try {
    return HAS_PROC ? startFromProc(pid) : startFromPs(pid)
  } catch {
    return undefined
  }
}

function startFromProc(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A zombie has ended; only its parent has not asked for the exit code yet.
  return fields[STATE] === 'Z' || fields[STATE] === 'X' ? undefined : `${BOOT}:${fields[START_TIME]}`
}

function startFromPs(pid: number): string | undefined {
  const [, state = 'Z', started = ''] =
    /^\s*(\S+)\s+(.+?)\s*$/.exec(
      execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }),
    ) ?? []
  return state.startsWith('Z') ? undefined : started
}

export function isAlive(identity: MaybeIdentity): boolean {
  return identity.pid !== null && findStart(identity.pid) === identity.pid_started && identity.pid_started !== null
}

export function findIdentity(pid: number): Identity | undefined {
  const pid_started = findStart(pid)
  return pid_started === undefined ? undefined : { pid, pid_started }
}

export function ownIdentity(): Identity {
  const own = findIdentity(process.pid)
  if (!own) throw new Error('the start time of this process is not known')
  return own
}

/** sendSignal returns false when that process is not there, or no longer. */
export function sendSignal(identity: MaybeIdentity, signal: NodeJS.Signals): boolean {
  if (!isAlive(identity)) return false
  try {
    return process.kill(identity.pid!, signal)
  } catch {
    return false
  }
}
