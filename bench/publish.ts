// node bench/publish.ts <results…>: writes docs/performance.md and the growth plot from results that were measured before.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { growthPlot } from './growth-plot.ts'
import * as report from './report.ts'

const GROWTH = [
  'list',
  'list, deep offset',
  'slug + token',
  'tree',
  'blocks',
  'search 2 %',
  'search in most',
  'suggest',
]

/** A core of a small cloud machine costs about this much an hour; put your own price in. */
const CORE_HOUR_DOLLARS = 0.04

/** REASONS say why some targets are missed; look again after every run. */
const REASONS = `Of a save SQLite's own statements and the commit take about two fifths; more than half of that is the commit, a good part of which is
FTS5 sorting the new words into its index. The rest is spread over many small things, none of which is a tenth of it: preparing the
content 13 %, counting words 7, sending the response 5, the row of the document with its eight indexes 5, the gate 5, words known already 4.
Writes at 500 a second ask for more than two cores have: they alone take most of one, the readers' \`wrk\` and the writers' own
process the rest, and a create makes four to nine of the 400 pages stale. At 50 a second making those again and the saves themselves
take a quarter of the event loop. What is sent again to a reader who was sent it before goes
right from the gate to the socket (\`src/http/responses/repeats.ts\`); of the rest, reading the headers, the hash of the token, log line
and metrics take the most. A request for an uncached page that nobody else asks for beside it costs about a third of a millisecond before
the page is made at all; two runs differ by a tenth there. Words that stand in most documents miss their target by what two runs differ.

Memory is that of a default start: the service, a worker that has drafted and the scheduler. Node's own pages count in each of the three
(50 to 58 MB). The run on SQLite was the first start of its checkout, in which each of the three keeps 20 MB for stripping types; an
install compiles ahead (\`scripts/compile.cjs\`), and the run before had 581 MB. Collecting garbage at rest would take 22 MB off, or
35 with all compiled code, which the next burst then lacks.

With 1,000 and with 100,000 documents (commit f13b7b95), uncached: a page 1.45 and 1.29 ms, a category 1.03
and 1.34, the first page 1.44 and 1.57, the list 1.04 and 1.18, the tree 0.36 and 2.00; that of the smallest site had the fewest requests to warm up.

The mixed day is 200 readers, 5 editors, one import of 3,000 documents and one drafting worker at once, open loop, on two cores that also
run whatever sends the requests. On PostgreSQL the database shares the two cores, too. It writes to disk before it answers, as SQLite
does; only the run with two nodes was made without that.
At 100,000 documents on SQLite (commit 40f2c5cb) the p50 and p99 of the day's pages are 2.1 and 767 ms, of the list 2.3 and 781, of searches
3.2 and 295, of suggestions 0.8 and 337, of the tree 98 and 1,833, of creates 8.6 and 464; 462 MB in all processes after it.
`

const results = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as report.Result)
const sqlite = results.filter((result) => result.engine === 'sqlite').sort((a, b) => a.documents - b.documents)
const postgres = results.filter((result) => result.engine === 'postgres').sort((a, b) => a.nodes - b.nodes)
const main = sqlite.find((result) => result.documents === 10_000) ?? sqlite[0]
if (!main) throw new Error('name at least one result on SQLite: node bench/publish.ts bench/results/*.json')

if (sqlite.length > 1) writeFileSync('docs/images/growth.svg', growthPlot(sqlite, GROWTH))
writeFileSync(
  'docs/performance.md',
  `# What is fast, measured

\`npm run bench\` measures; \`npm run bench -- --help\` lists its options. It starts a service of its own on a temporary folder with
every check on (tokens, access rules, rate-limit bookkeeping, logs; only the limits are raised), fills it through \`npx galley import\`,
warms it up (before each case that reads, too: V8 goes on compiling for many seconds), and sends 32 connections' worth of requests,
through \`wrk\` where it is installed. Beside it runs **the floor**: a bare
\`node:http\` server on the same Node that sends the very same bytes (of responses that differ, the one of middle length). Both are
measured in turn, five rounds, medians. What counts is the **CPU time per request** of the server's process, ours against the floor's:
whoever sends the requests has no part in it. Requests a second are information.
Searches and suggestions send hundreds of different questions (for words that stand in most documents, ten); creates and
updates change something, are durable (on disk before the response) and indexed. Results of a search are never kept; what they show of
a document is, until some content changes.

## The newest run

${report.markdown(main)}
${REASONS}
${measuredApart()}${growth(sqlite)}${bystanders()}${peers()}${systems()}${cost(main)}
## Where the time goes

\`node bench/flame.ts <case>\` writes a CPU profile of the service under one case, which Chrome's developer tools and
speedscope draw as a flame graph.

${postgres.length === 0 ? '' : `## PostgreSQL\n\n${postgres.map(report.markdown).join('\n')}`}`,
)

/** measuredApart: what search finds and costs is measured by itself, and its sections stay as they are. */
function measuredApart(): string {
  return /^## Search quality\n[\s\S]*?(?=^## (?!Search))/m.exec(readFileSync('docs/performance.md', 'utf8'))?.[0] ?? ''
}

function growth(runs: report.Result[]): string {
  if (runs.length < 2) return ''
  return `## Growth

CPU a request, and what people wait, at ${runs.map((run) => run.documents.toLocaleString('en')).join(', ')} documents:

![CPU a request over the number of documents](images/growth.svg)

${growthTable(runs)}
`
}

function bystanders(): string {
  if (!existsSync(report.BYSTANDERS)) return ''
  const { aSecond, reads, p99, commit } = JSON.parse(readFileSync(report.BYSTANDERS, 'utf8')) as report.Bystanders
  const rows = Object.entries(p99).map(([what, ms]) => `| ${what} | ${ms.toFixed(1)} |`)
  return `## What others wait

${aSecond} reads a second at an even pace (${reads.join(', ')}) at 10,000 documents, each counted from the moment it was due;
alone, and while something else goes on (\`node bench/bystander.ts\`, commit ${commit}):

| while | p99 ms |
| --- | --- |
${rows.join('\n')}
`
}

function peers(): string {
  if (!existsSync(report.PEERS)) return ''
  const { documents, tables, commit } = JSON.parse(readFileSync(report.PEERS, 'utf8')) as report.Peers
  return `
## Beside others

The same ${documents.toLocaleString('en')} made documents in one run (\`node bench/peers/run.ts\`, commit ${commit}). The libraries search
in the memory of the process that asks, one reader's view of everything; Galley answers over HTTP, cut to what each reader may read.

${tables.map(report.markdownTable).join('\n\n')}
`
}

function systems(): string {
  if (!existsSync(report.CMS_PEERS)) return ''
  const { documents, tables, commit } = JSON.parse(readFileSync(report.CMS_PEERS, 'utf8')) as report.Peers
  return `
## Beside other systems

Each on SQLite with the same ${documents.toLocaleString('en')} made documents, one after the other in one run (\`node bench/peers/cms.ts\`,
commit ${commit}): titles and texts in a collection of Directus and a content type of Strapi, as they come out of the box. Their search looks
for the word inside every text, without an index and without ranking.

${tables.map(report.markdownTable).join('\n\n')}
`
}

function cost({ rows, uncached, draftsPerSecond }: report.Result): string {
  const cached = rows.find(({ name }) => name === 'reader page')?.cpuMicroseconds
  const page = uncached?.find(({ name }) => name === 'reader page')?.cpuMilliseconds
  if (cached === undefined || page === undefined) return ''
  const line = (what: string, cpuSeconds: number) =>
    `| ${what} | ${cpuSeconds.toFixed(0)} | ${((cpuSeconds / 3600) * CORE_HOUR_DOLLARS).toFixed(4)} |`
  return `
## What it costs

CPU time of the run above, and what it comes to at ${CORE_HOUR_DOLLARS} dollars for an hour of one core:

| | CPU seconds | dollars |
| --- | --- | --- |
${line('1,000,000 page views, every page cached', cached)}
${line('1,000,000 page views, none cached', page * 1000)}
${line('1,000 drafts of the built-in drafter (one worker keeps one core busy)', 1000 / draftsPerSecond)}
`
}

function growthTable(runs: report.Result[]): string {
  const head = ['CPU µs a request', ...runs.map((run) => run.documents.toLocaleString('en'))]
  const rows = GROWTH.map((name) => [
    name,
    ...runs.map((run) => String(run.rows.find((row) => row.name === name)?.cpuMicroseconds ?? '')),
  ])
  const newest = runs.at(-1)!
  const uncached = (newest.uncached ?? []).map(({ name }) => [
    `${name}, uncached, CPU ms`,
    ...runs.map((run) => run.uncached?.find((row) => row.name === name)?.cpuMilliseconds.toFixed(2) ?? ''),
  ])
  const day = (newest.day ?? []).map(({ kind }) => [
    `${kind} on a mixed day, p50 and p99 ms`,
    ...runs.map(({ day }) => {
      const row = day?.find((one) => one.kind === kind)
      return row ? `${row.p50.toFixed(1)}, ${row.p99.toFixed(0)}` : ''
    }),
  ])
  const facts = [
    ['import, s', ...runs.map((run) => run.importSeconds.toFixed(1))],
    ['start to first response, s', ...runs.map((run) => run.startSeconds.toFixed(2))],
    [
      'resident at most, MB',
      ...runs.map((run) => String(Math.max(run.idleMegabytes, ...run.rows.map((row) => row.residentMegabytes)))),
    ],
  ]
  return `${[head, head.map(() => '---'), ...rows, ...uncached, ...day, ...facts].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`
}
