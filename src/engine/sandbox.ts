// Runs tasks of unpredictable cost on untrusted input in child processes: each task has
// limits of time and memory, and an account has one task at a time, so that nobody can occupy all processes. They are
// processes and not threads, because V8 aborts the whole process when the memory of one thread ends (docs/decisions/0014).
// The functions that can be run are the exports of one file; what goes in and comes out is copied, and text is copied fastest.

import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unavailable } from '#errors.ts'
import { SECOND } from '#time.ts'
import type { SandboxReply } from './sandbox-process.ts'

const PROCESS = fileURLToPath(new URL('./sandbox-process.ts', import.meta.url))
const MOST_PROCESSES = 2
/** A process takes some 70 MB: it starts with the first task and ends after a while without one. */
const IDLE_MS = 30 * SECOND
const MEMORY_MB = 256

/** Longest wait in the queue. */
const LONGEST_TURN_MS = 30 * SECOND
const RETRY_SECONDS = 10

/** The task exceeded its time, memory or nesting. */
export class TooCostly extends Error {}

/** The account that a task counts for: all visitors together, and each kind of actor without a user, are one. */
type Asker = { userId: number | null; label: string }
const accountOf = ({ userId, label }: Asker): string => (userId === null ? label : String(userId))

type WaitingTask = { account: string; begin: () => void }

export class Sandbox {
  readonly #file: URL
  readonly #memoryMb: number
  readonly #idle: SandboxProcess[] = []
  /** The accounts that have a task under way. */
  readonly #running = new Set<string>()
  readonly #waiting = new Set<WaitingTask>()

  constructor(file: URL, memoryMb = MEMORY_MB) {
    this.#file = file
    this.#memoryMb = memoryMb
  }

  /** run calls a function of the file. The time that it waits for its turn, and for a new process, is not counted. */
  async run<T>(asker: Asker, name: string, input: unknown, withinMs: number): Promise<T> {
    const account = accountOf(asker)
    if (!this.#canBegin(account)) await this.#turn(account)
    this.#running.add(account)
    const process = this.#idle.pop() ?? new SandboxProcess(this.#file, this.#memoryMb)
    try {
      return (await process.run(name, input, withinMs)) as T
    } finally {
      if (process.isUp) this.#keep(process)
      this.#running.delete(account)
      this.#beginNext()
    }
  }

  #canBegin = (account: string): boolean => this.#running.size < MOST_PROCESSES && !this.#running.has(account)

  /** turn resolves when there is a process for the task. */
  #turn(account: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const task: WaitingTask = {
      account,
      begin: () => {
        clearTimeout(giveUp)
        this.#waiting.delete(task)
        this.#running.add(account)
        resolve()
      },
    }
    const giveUp = setTimeout(() => {
      this.#waiting.delete(task)
      reject(unavailable('Too many long texts are being processed; try again soon', RETRY_SECONDS))
    }, LONGEST_TURN_MS)
    this.#waiting.add(task)
    return promise
  }

  #beginNext(): void {
    for (const { account, begin } of this.#waiting) if (this.#canBegin(account)) begin()
  }

  #keep(process: SandboxProcess): void {
    this.#idle.push(process)
    process.endAfter(IDLE_MS, () => this.#idle.splice(this.#idle.indexOf(process), 1))
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((process) => process.end()))
  }
}

/** Runs one task at a time; ends if one doesn't respond. */
class SandboxProcess {
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  /** Settles when its functions are loaded, or can't be. */
  readonly #started: Promise<unknown>
  #complaint = ''
  #idle: NodeJS.Timeout | undefined

  constructor(file: URL, memoryMb: number) {
    const cache = getCompileCacheDir()
    this.#child = fork(PROCESS, [file.href], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=8'],
      // Nothing of the service's environment, which holds its secrets.
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    // A process that could not be started has no exit. No error is left without a listener, which would end the service.
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve).on('error', resolve))
    this.#started = Promise.race([new Promise((resolve) => this.#child.once('message', resolve)), this.#ended])
    this.#child.stderr!.on('data', (text: Buffer) => {
      this.#complaint = `${this.#complaint}${text}`.slice(-1000)
    })
  }

  /** A process that has ended may still be `connected`. */
  get isUp(): boolean {
    const { connected, killed, exitCode, signalCode } = this.#child
    return connected && !killed && exitCode === null && signalCode === null
  }

  async run(name: string, input: unknown, withinMs: number): Promise<unknown> {
    clearTimeout(this.#idle)
    this.#hold(true)
    await this.#started
    const failed = () => new Error(`a sandbox ended: ${this.#complaint}`)
    if (!this.isUp) throw failed()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const onReply = (reply: SandboxReply) => {
      if ('value' in reply) resolve(reply.value)
      else reject(reply.tooCostly ? new TooCostly() : reply.error)
    }
    // V8 aborts when there is no memory left; the kernel kills.
    const onEnd = (code: number | null) => reject(code === null || code === ABORTED ? new TooCostly() : failed())
    const limit = setTimeout(() => {
      this.#child.kill('SIGKILL')
      reject(new TooCostly())
    }, withinMs)
    this.#child.on('message', onReply).on('exit', onEnd)
    this.#child.send({ name, input }, (error) => error && reject(error))
    try {
      return await promise
    } finally {
      clearTimeout(limit)
      this.#child.off('message', onReply).off('exit', onEnd)
      this.#hold(false)
    }
  }

  /** Idle processes don't keep a command alive. */
  #hold(isBusy: boolean): void {
    const parts = [this.#child, this.#child.channel, this.#child.stderr as unknown as NodeJS.Timeout | null]
    for (const part of parts) isBusy ? part?.ref() : part?.unref()
  }

  endAfter(ms: number, onEnd: () => void): void {
    this.#idle = setTimeout(() => {
      onEnd()
      void this.end()
    }, ms).unref()
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle)
    const { exitCode, signalCode } = this.#child
    if (exitCode !== null || signalCode !== null) return
    this.#hold(true)
    this.#child.kill('SIGKILL')
    await this.#ended
  }
}

const ABORTED = 134
