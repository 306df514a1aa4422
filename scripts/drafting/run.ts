// `npm run drafting`: trains the classifier, records what a model answers and plays it back, or drafts a folder of notes for
// somebody to judge. `--help` tells how.

import { readFileSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { readConfig } from '../../src/config.ts'
import { counted } from '../../src/counted.ts'
import { createDrafter } from '../../src/drafting/choose.ts'
import { type Cassette, Player, Recorder } from './cassette.ts'
import { readJobs, runOne, type SampleJob } from './jobs.ts'
import { judge, readFolder } from './judge.ts'
import { trainClassifier } from './train.ts'

const JOBS = new URL('jobs.json', import.meta.url)
const COLUMNS = ['facts', 'blocks', 'refused', 'tokens', 'calls'] as const

type Options = { train?: true; record?: true; replay?: true; judge?: string; out: string; file: string; jobs?: string }

const command = new Command('npm run drafting --')
  .description('Works on the drafter without a service and without a database.')
  .option('--train', 'learn the weights of the sentence classifier from the labelled corpus')
  .option('--record', 'send the jobs to the model that GALLEY_LLM_* names, and write its answers to the cassette')
  .option('--replay', 'make the same drafts again from the cassette, without a network, and compare')
  .option(
    '--judge <folder>',
    'draft a folder of notes with what is configured, and write a report that a person can score',
  )
  .option('--out <file>', 'where the report is written', 'drafting-report.md')
  .option('--file <cassette>', 'where the answers are', 'drafting.cassette.json')
  .option('--jobs <file>', 'a JSON list of {name, title, notes, instructions?, material?, facts}; else those we ship')
const { train, record, replay, judge: folder, out, file, jobs } = command.parse().opts<Options>()

if (train) console.log(trainClassifier())
else if (record) await recordJobs(readJobs(jobs ?? JOBS))
else if (replay) await replayJobs(readJobs(jobs ?? JOBS))
else if (folder !== undefined) await judgeFolder(folder)
else command.help()

async function judgeFolder(from: string): Promise<void> {
  const list = readFolder(from)
  if (list.length === 0)
    command.error(`There are no notes in ${from}: it takes .md, .txt, .log and .eml files, or folders of them.`)
  const drafter = await createDrafter(readConfig())
  writeFileSync(out, await judge(drafter, list, (name) => console.log(name)))
  console.log(`${drafter.name}: ${counted(list.length, 'draft')} to judge in ${out}`)
}

async function recordJobs(list: SampleJob[]): Promise<void> {
  const config = readConfig()
  if (config.llmProvider === '') command.error('--record needs a model: set GALLEY_LLM_PROVIDER and GALLEY_LLM_MODEL.')
  const recorder = new Recorder(config)
  globalThis.fetch = recorder.fetch
  const rows = [['job', ...COLUMNS]]
  for (const job of list) {
    recorder.open(job.name)
    const tally = await runOne(await createDrafter(config), job)
    recorder.cassette.jobs[job.name]!.tally = tally
    rows.push([job.name, ...COLUMNS.map((column) => String(tally[column]))])
  }
  writeFileSync(file, `${JSON.stringify(recorder.cassette, null, 1)}\n`)
  printTable(rows)
  console.log(`${config.llmModel}: ${list.length} jobs in ${file}`)
}

/** Each cell is what was recorded and what comes out now, where they differ. */
async function replayJobs(list: SampleJob[]): Promise<void> {
  const cassette = JSON.parse(readFileSync(file, 'utf8')) as Cassette
  const player = new Player(cassette)
  globalThis.fetch = player.fetch
  const named = {
    llmProvider: 'openai-compatible',
    llmModel: cassette.model,
    llmBaseUrl: 'http://cassette/v1',
  } as const
  const rows = [['job', ...COLUMNS, 'asked otherwise']]
  for (const job of list.filter(({ name }) => cassette.jobs[name])) {
    player.open(job.name)
    const then = cassette.jobs[job.name]!.tally
    const now = await runOne(await createDrafter({ ...readConfig({}), ...named }), job)
    const cells = COLUMNS.map((column) =>
      then && then[column] !== now[column] ? `${then[column]} → ${now[column]}` : String(now[column]),
    )
    rows.push([job.name, ...cells, String(player.changed)])
  }
  printTable(rows)
}

function printTable(rows: string[][]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
}
