// Whether a process of this machine runs. One that has ended while nobody asked for its exit code (a zombie) does not.

import { existsSync, readFileSync } from 'node:fs'

export function isAlive(pid: number | null): boolean {
  try {
    process.kill(pid!, 0)
    return !existsSync('/proc/self/stat') || !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ')
  } catch {
    return false
  }
}
