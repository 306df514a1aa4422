// node bench/publish.ts: writes the tables of docs/performance.md from what bench/results/ holds (runs with --changing, a file
// each; latest.json is a trial), below their headings. The sentences around them, and the tables of other headings, are written by hand.

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import * as report from './report.ts'

const PAGE = 'docs/performance.md'
/** A core of a small cloud machine costs about this much an hour; put your own price in. */
const CORE_HOUR_DOLLARS = 0.04
const ENGINES: Record<string, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

const results = globSync('bench/results/*.json', { exclude: ['**/latest.json'] })
  .map((file) => JSON.parse(readFileSync(file, 'utf8')) as report.Result)
  .filter((result) => 'engine' in result)
  .sort((a, b) => b.engine.localeCompare(a.engine) || a.documents - b.documents || a.nodes - b.nodes)
const main = results.find(({ documents }) => documents === 10_000)
if (!main) throw new Error('bench/results/ has no run with 10,000 documents: npm run bench -- --changing')

let page = readFileSync(PAGE, 'utf8')
fill('How fast, and how it grows', [growth()])
fill('Beside others', [bySystem(peers(report.CMS_PEERS)[0]!), ...peers(report.PEERS)])
fill('What it costs', [cost(main)])
writeFileSync(PAGE, page)

/** fill puts the tables in place of as many that stand below the heading. */
function fill(heading: string, tables: string[][][]): void {
  const section = new RegExp(`^## ${heading}\n(?:(?!## ).*\n)*`, 'm').exec(page)?.[0]
  if (!section) throw new Error(`${PAGE} has no heading "${heading}"`)
  const rest = [...tables]
  page = page.replace(section, () =>
    section.replace(/^\|.*\n(?:\|.*\n)*/gm, (old) => {
      const table = rest.shift()
      return table ? `${report.markdownTable(table)}\n` : old
    }),
  )
}

function growth(): string[][] {
  const line = (name: string, cell: (result: report.Result) => string) => [name, ...results.map(cell)]
  return [
    line('CPU µs, of the floor', ({ engine, documents, nodes }) =>
      [`${ENGINES[engine]} ${documents.toLocaleString('en')}`, ...(nodes > 1 ? [`${nodes} nodes`] : [])].join(', '),
    ),
    ...main!.rows.map(({ name }) =>
      line(name, ({ engine, rows }) => {
        const row = rows.find((row) => row.name === name)!
        const { cpuMicroseconds, databaseMicroseconds, share } = row
        const cpu = [cpuMicroseconds, databaseMicroseconds].filter((cost) => cost > 1)
        const mark = report.budgetText(row, engine).charAt(0)
        return `${cpu.map((cost) => cost.toLocaleString('en')).join(' + ')}, ${share.toFixed(3)} ${mark}`.trim()
      }),
    ),
    ...main!.uncached!.map(({ name }) =>
      line(`${name}${name.includes('edit') ? '' : ', uncached'}, CPU ms`, ({ uncached }) => {
        const { cpuMilliseconds, target } = uncached!.find((row) => row.name === name)!
        return marked(cpuMilliseconds.toFixed(2), cpuMilliseconds <= target)
      }),
    ),
    ...main!.changing!.map(({ name, writesPerSecond }) =>
      line(`${name} kept, ${writesPerSecond} writes/s`, ({ changing }) => {
        const { kept, target } = changing!.find((row) => row.writesPerSecond === writesPerSecond)!
        return marked(kept.toFixed(2), kept >= target)
      }),
    ),
    line('memory at the start, MB', ({ memory: { started } }) =>
      marked(String(started.all), started.all <= report.MOST_AT_START),
    ),
    line('memory after a run, MB', ({ memory: { after } }) =>
      marked(String(after.all), after.all <= report.MOST_AFTER),
    ),
    line('start to first response, import, s', ({ startSeconds, importSeconds }) =>
      [startSeconds, importSeconds].map((seconds) => seconds.toFixed(1)).join(', '),
    ),
    line('measured, commit', ({ at, commit }) => `${at.slice(0, 10)}, ${commit}`),
  ]
}

function marked(text: string, isWithin: boolean): string {
  return `${text} ${isWithin ? '✓' : '✗'}`
}

function peers(file: string): string[][][] {
  return (JSON.parse(readFileSync(file, 'utf8')) as report.Peers).tables
}

/** bySystem turns rows of one system and one case into a row a case: CPU µs and requests a second of each system. */
function bySystem([, ...rows]: string[][]): string[][] {
  const systems = [...new Set(rows.map(([system]) => system!))]
  const cases = [...new Set(rows.map(([, name]) => name!))]
  const cell = (name: string) => (system: string) => {
    const [, , cpu, perSecond] = rows.find((row) => row[0] === system && row[1] === name)!
    return [cpu!, perSecond!]
  }
  return [
    ['', ...systems.flatMap((system) => [`${system}: CPU µs`, 'requests/s'])],
    ...cases.map((name) => [name, ...systems.flatMap(cell(name))]),
  ]
}

function cost({ rows, uncached, draftsPerSecond }: report.Result): string[][] {
  const cached = rows.find(({ name }) => name === 'reader page')!.cpuMicroseconds
  const page = uncached!.find(({ name }) => name === 'reader page')!.cpuMilliseconds
  const line = (what: string, cpuSeconds: number) => [
    what,
    cpuSeconds.toFixed(0),
    ((cpuSeconds / 3600) * CORE_HOUR_DOLLARS).toFixed(4),
  ]
  return [
    ['', 'CPU seconds', 'dollars'],
    line('1,000,000 page views, every page cached', cached),
    line('1,000,000 page views, none cached', page * 1000),
    line('1,000 drafts of the built-in drafter', 1000 / draftsPerSecond),
  ]
}
