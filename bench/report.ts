// How results are shown and kept: a table on the terminal, JSON with machine and commit, a comparison, Markdown for the docs.

import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import type { Row } from './measure.ts'

export type Result = {
  at: string
  commit: string
  machine: { cpu: string; cores: number; memoryGiB: number; node: string }
  engine: string
  nodes: number
  documents: number
  startSeconds: number
  importSeconds: number
  idleMegabytes: number
  draftsPerSecond: number
  rows: Row[]
}

/** Bystanders is what bench/bystander.ts leaves: the p99 of a stream of reads, in milliseconds, by what else goes on. */
export type Bystanders = Pick<Result, 'at' | 'commit' | 'machine'> & {
  aSecond: number
  reads: string[]
  p99: Record<string, number>
}
export const BYSTANDERS = 'bench/results/bystanders.json'

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

const HEAD = ['', 'requests/s', 'of the floor', 'target', 'p50 ms', 'p99 ms', 'CPU µs', 'answer']

const cellsOf = (row: Row): string[] => [
  row.name,
  row.perSecond.toLocaleString('en'),
  row.ratio.toFixed(3),
  row.target === null ? '' : `${row.ratio >= row.target ? '✓' : '✗'} ${row.target}`,
  String(row.p50),
  String(row.p99),
  String(row.cpuMicroseconds),
  row.bytes > 9_999 ? `${Math.round(row.bytes / 1024)} KiB` : `${row.bytes} B`,
]

export function table(rows: Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  '),
    )
    .join('\n')
}

export function markdown(result: Result): string {
  const lines = [HEAD, HEAD.map(() => '---'), ...result.rows.map(cellsOf)].map((row) => `| ${row.join(' | ')} |`)
  return [
    `${result.documents.toLocaleString('en')} documents on ${result.engine}, ${result.nodes} node${result.nodes > 1 ? 's' : ''}, ${result.machine.cores} cores (${result.machine.cpu}), Node ${result.machine.node}, commit ${result.commit}, ${result.at.slice(0, 10)}.`,
    `Import ${result.importSeconds.toFixed(1)} s, start to first answer ${result.startSeconds.toFixed(2)} s, ${result.idleMegabytes} MB resident when idle, ${Math.max(...result.rows.map((row) => row.residentMegabytes))} MB at most under load. One worker took ${result.draftsPerSecond.toFixed(0)} documents a second from enqueue to review.`,
    '',
    ...lines,
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
      const change = (row.ratio / was.ratio - 1) * 100
      return `${row.name.padEnd(24)} ${was.ratio.toFixed(3)} → ${row.ratio.toFixed(3)}  ${change >= 0 ? '+' : ''}${change.toFixed(0)} %`
    })
    .join('\n')
}
