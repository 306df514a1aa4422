// What every experiment shares: options with their defaults and `--help`, a database of either engine, and the one line and
// the exit code that it ends with (0 passed, 1 failed, 2 not possible on this machine).

import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startPostgres, type TestPostgres } from '../postgres.ts'

/** readOptions takes each option's kind from its default; `--help` lists them below the sentence that says what is tried. */
export function readOptions<T extends Record<string, number | string>>(about: string, defaults: T): T {
  const names = Object.keys(defaults)
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values } = parse({ ...options, help: { type: 'boolean' as const } })
  if (values.help) {
    const lines = names.map((name) => `  --${name} ${defaults[name]}`)
    process.stdout.write(`${about}\n\nOptions, with their defaults:\n${lines.join('\n')}\n`)
    process.exit(0)
  }
  const read = (name: string) => {
    const given = values[name]
    if (given === undefined) return defaults[name]
    const value = typeof defaults[name] === 'number' ? Number(given) : given
    if (Number.isNaN(value)) refuse(`--${name} must be a number`)
    return value
  }
  return Object.fromEntries(names.map((name) => [name, read(name)])) as T
}

type KnownOptions = Record<string, { type: 'string' | 'boolean' }>

function parse(options: KnownOptions): { values: Record<string, unknown> } {
  try {
    return parseArgs({ options })
  } catch (error) {
    return refuse(`${(error as Error).message} (--help lists the options)`)
  }
}

/** refuse ends an experiment that can't be made here. */
export function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

/** conclude says how busy the machine was, because a time that is too long may be others' work. */
export function conclude(sentence: string, passed: boolean): never {
  const load = loadavg()[0]!.toFixed(1)
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}: ${sentence} (load average ${load})\n`)
  process.exit(passed ? 0 : 1)
}

export const percentile = (times: number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** databaseOf gives the setting that names an empty database: of a PostgreSQL of its own, or SQLite's in the data folder. */
export async function databaseOf(engine: string): Promise<TestPostgres> {
  if (engine === 'sqlite') return { url: '', stop: async () => {} }
  if (engine === 'postgres') return startPostgres(process.env.TEST_DATABASE_URL)
  return refuse('--engine must be sqlite or postgres')
}
