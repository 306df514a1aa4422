// How results are shown and kept: a table on the terminal, JSON with machine and commit, a comparison, Markdown for the docs.

import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { type ChangingRow, changingCells } from './changing.ts'
import type { BenchRow } from './measure.ts'
import type { MemoryUse } from './servers.ts'
import { type UncachedRow, uncachedCells } from './uncached.ts'

export type Result = {
  at: string
  commit: string
  machine: { cpu: string; cores: number; memoryGiB: number; node: string }
  engine: string
  nodes: number
  documents: number
  startSeconds: number
  importSeconds: number
  draftsPerSecond: number
  rows: BenchRow[]
  uncached?: UncachedRow[]
  changing?: ChangingRow[]
  /** memory is that of every process of a default start, workers included: after the start, after the run, a minute later. */
  memory: Record<'started' | 'after' | 'atRest', MemoryUse>
}

/** Peers is what bench/peers/run.ts leaves: its tables, as printed. */
export type Peers = Pick<Result, 'at' | 'commit' | 'machine' | 'documents'> & { tables: string[][][] }
export const PEERS = 'bench/results/peers.json'
/** CMS_PEERS is what bench/peers/cms.ts leaves. */
export const CMS_PEERS = 'bench/results/cms-peers.json'

export function machine(): Result['machine'] {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
}

export function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

const HEAD = [
  '',
  'CPU µs',
  'database µs',
  'floor µs',
  'of the floor',
  'budget',
  'requests/s',
  'floor/s',
  'p50 ms',
  'p99 ms',
  'response',
]

function budgetText({ budget, share, cpuMicroseconds, databaseMicroseconds }: BenchRow, engine: string): string {
  if (!budget) return ''
  if ('share' in budget) return `${share >= budget.share ? '✓' : '✗'} ≥ ${budget.share}`
  const most = budget.microseconds[engine]!
  return `${cpuMicroseconds + databaseMicroseconds <= most ? '✓' : '✗'} ≤ ${most} µs`
}

const cellsOf = (row: BenchRow, engine: string): string[] => [
  row.name,
  String(row.cpuMicroseconds),
  row.databaseMicroseconds === 0 ? '' : String(row.databaseMicroseconds),
  String(row.floorCpuMicroseconds),
  row.share.toFixed(3),
  budgetText(row, engine),
  row.perSecond.toLocaleString('en'),
  row.floorPerSecond.toLocaleString('en'),
  row.p50.toFixed(1),
  row.p99.toFixed(1),
  row.bytes > 9_999 ? `${Math.round(row.bytes / 1024)} KiB` : `${row.bytes} B`,
]

/** tablesOf are the result's tables, each with its head first. */
const tablesOf = ({ rows, engine, uncached, changing }: Result): string[][][] => [
  [HEAD, ...rows.map((row) => cellsOf(row, engine))],
  ...(uncached ? [uncachedCells(uncached)] : []),
  ...(changing ? [changingCells(changing)] : []),
]

export const tables = (result: Result): string => tablesOf(result).map(aligned).join('\n\n')

function aligned(cells: string[][]): string {
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  '),
    )
    .join('\n')
}

export const markdownTable = ([head, ...rows]: string[][]): string =>
  [head!, head!.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const [MOST_AT_START, MOST_AFTER] = [350, 500]
const within = (megabytes: number, most: number) => `${megabytes <= most ? '✓' : '✗'} ≤ ${most}`

/** memoryText: what processes share, such as Node itself, is counted in each of them, and in brackets once. */
export function memoryText({ memory: { started, after, atRest } }: Result): string {
  const text = ({ all, needed }: MemoryUse) => `${all} MB (${needed} with shared pages counted once)`
  return `memory of a default start ${text(started)} ${within(started.all, MOST_AT_START)}, after the run ${text(after)} ${within(after.all, MOST_AFTER)}, after a minute of rest ${text(atRest)}`
}

export function markdown(result: Result): string {
  return [
    `${result.documents.toLocaleString('en')} documents on ${result.engine}, ${result.nodes} node${result.nodes > 1 ? 's' : ''}, ${result.machine.cores} cores (${result.machine.cpu}), Node ${result.machine.node}, commit ${result.commit}, ${result.at.slice(0, 10)}.`,
    `Import ${result.importSeconds.toFixed(1)} s, start to first response ${result.startSeconds.toFixed(2)} s; ${memoryText(result)}. One worker took ${result.draftsPerSecond.toFixed(0)} documents a second from enqueue to review.`,
    '',
    tablesOf(result).map(markdownTable).join('\n\n'),
    '',
  ].join('\n')
}

/** comparison shows each case's share of the floor before and after: the machine's mood cancels out. */
export function comparison(before: Result, after: Result): string {
  const old = new Map(before.rows.map((row) => [row.name, row]))
  return after.rows
    .map((row) => {
      const was = old.get(row.name)
      if (!was) return `${row.name.padEnd(24)} new`
      const change = (row.share / was.share - 1) * 100
      return `${row.name.padEnd(24)} ${was.share.toFixed(3)} → ${row.share.toFixed(3)}  ${change >= 0 ? '+' : ''}${change.toFixed(0)} %`
    })
    .join('\n')
}
