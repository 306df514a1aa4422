// node bench/publish.ts <results…>: writes docs/performance.md from results that were measured before.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import * as report from './report.ts'

/** A core of a small cloud machine costs about this much an hour; put your own price in. */
const CORE_HOUR_DOLLARS = 0.04

const results = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as report.Result)
const sqlite = results.filter((result) => result.engine === 'sqlite').sort((a, b) => a.documents - b.documents)
const postgres = results.filter((result) => result.engine === 'postgres').sort((a, b) => a.nodes - b.nodes)
const main = sqlite.find((result) => result.documents === 10_000) ?? sqlite[0]
if (!main) throw new Error('name at least one result on SQLite: node bench/publish.ts bench/results/*.json')

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

The budgets (✓ and ✗ below): list, slug, suggest and page at least 0.3 of the floor, searches for a word in one document of fifty 0.05; an uncached page at most 2 ms
of CPU, the first page after a write 3; pages under 50 writes a second keep 0.6 of their quiet speed; a create takes at most 2.5 ms on SQLite and,
with the database, 5 ms on PostgreSQL; a default start (service, worker, scheduler) at most 350 MB, and 500 after a run. Inside these, the plainer
code wins: [speed.md](speed.md).

## The newest runs

${sqlite.map(report.markdown).join('\n')}
${postgres.map(report.markdown).join('\n')}
${measuredApart()}${peers()}${systems()}${cost(main)}
## Where the time goes

\`node bench/flame.ts <case>\` writes a CPU profile of the service under one case, which Chrome's developer tools and
speedscope draw as a flame graph.

A create on PostgreSQL is over its budget: 27 % of the service's time is the system call that sends a statement, a dozen times
a create, 5 % collecting garbage, 19 % what follows from a publication, the search index first; no other function has 5 %. In the
database the row of the search index takes 0.9 ms, that of the document, with its 14 indexes, 0.4, the revision 0.25.
A search for a word in one document of fifty is over it as well: a third is the database's own search, the rest is spread over
snippets (9 %), hits (10 %), ranking (5 %) and HTTP (20 %).
`,
)

/** measuredApart: people who type, and what search finds and costs, are measured by themselves; these sections stay as they are. */
function measuredApart(): string {
  return (
    /^## Fifty people typing\n[\s\S]*?(?=^## (?!Search))/m
      .exec(readFileSync('docs/performance.md', 'utf8'))?.[0]
      .replace(/^## Search on both engines[\s\S]*/m, '') ?? ''
  )
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
