// A report that a person can score: a folder of notes, drafted with whatever is configured, each job with its draft, what became
// of its lines, and a place for points. A file is a job; so is a folder, whose files are notes, instructions, the document as it
// stands, and material.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { blocksFromMarkdown } from '../../src/blocks/markdown/from-markdown.ts'
import { blocksToMarkdown } from '../../src/blocks/markdown/to-markdown.ts'
import { counted } from '../../src/counted.ts'
import { type Drafted, type Drafter, DrafterFailure, type Usage } from '../../src/drafting/contract.ts'
import { draftJob, type SampleJob, tokensOf } from './jobs.ts'

type JudgedJob = SampleJob & { document?: string }

const read = (file: string): string => readFileSync(file, 'utf8')
/** A page's own title, else the name of its file. */
const titleIn = (notes: string, name: string): string => /^# (.+)$/m.exec(notes)?.[1]?.trim() ?? titleOf(name)
const titleOf = (name: string): string => basename(name, extname(name)).replace(/[-_]+/g, ' ').trim()
const isText = (name: string): boolean => !name.startsWith('.') && /\.(?:md|markdown|txt|log|eml)$/i.test(name)

/** readFolder lists the jobs of a folder in the order of their names. */
export function readFolder(folder: string): JudgedJob[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name): JudgedJob[] => {
      const path = join(folder, name)
      if (statSync(path).isDirectory()) return [jobOf(path, name)]
      return isText(name) ? [{ name, title: titleIn(read(path), name), notes: read(path), facts: [] }] : []
    })
}

function jobOf(folder: string, name: string): JudgedJob {
  const files = readdirSync(folder).filter(isText).sort()
  const own = (role: string) => files.find((file) => file.replace(/\.\w+$/, '') === role)
  const textOf = (role: string) => (own(role) ? read(join(folder, own(role)!)) : '')
  const named = ['notes', 'instructions', 'document'].map(own)
  const material = files.filter((file) => !named.includes(file))
  return {
    name,
    title: titleIn(textOf('document') || textOf('notes'), name),
    facts: [],
    notes: textOf('notes'),
    instructions: textOf('instructions'),
    document: textOf('document'),
    material: material.map((file) => ({ title: titleOf(file), text: read(join(folder, file)) })),
  }
}

/** Drafts all jobs; `tell` is called after each. */
export async function judge(drafter: Drafter, jobs: JudgedJob[], tell: (name: string) => void): Promise<string> {
  const sections: string[] = []
  for (const job of jobs) {
    sections.push(await sectionOf(drafter, job))
    tell(job.name)
  }
  const rows = jobs.map(({ name }) => `| ${name} |  |  |`)
  const head = [
    '# Drafts to be judged',
    `Drafter: ${drafter.name}. ${counted(jobs.length, 'job')}.`,
    'Points: 5 publish as it is, 4 after a small change, 3 half of it is right, 2 easier to write anew, 1 misleading.',
    ['| job | points | why |', '|---|---|---|', ...rows].join('\n'),
  ]
  return `${[...head, ...sections].join('\n\n')}\n`
}

async function sectionOf(drafter: Drafter, job: JudgedJob): Promise<string> {
  const blocks = blocksFromMarkdown(job.document ?? '')
  try {
    const { drafted, asked, usage } = await draftJob(drafter, job, blocks)
    return shown(job, { ...drafted, questions: [...asked.questions, ...drafted.questions] }, usage)
  } catch (error) {
    if (!(error instanceof DrafterFailure)) throw error
    return `## ${job.name}\n\nNo draft: ${error.message}`
  }
}

function shown(job: JudgedJob, { draft, questions, actions, ledger }: Drafted, usage: Usage | null): string {
  const fates = Map.groupBy(ledger, ({ fate }) => fate)
  const lengthOf = (entries: typeof ledger) => entries.reduce((sum, { from, to }) => sum + to - from, 0)
  const whole = lengthOf(ledger) || 1
  const shares = [...fates].map(([fate, entries]) => `${fate} ${Math.round((100 * lengthOf(entries)) / whole)} %`)
  const tokens = tokensOf(usage)
  const edits = (draft.edits ?? []).filter(({ op }) => op !== 'insert')
  const open = [
    ...edits.map(({ state, before, after }) => `- edit, ${state}: “${before}” → “${after}”`),
    ...questions.map(({ body }) => `- question: ${body}`),
    ...actions.filter(({ kind }) => kind !== 'edit').map(({ kind, title }) => `- ${kind}: ${title}`),
  ]
  return [
    `## ${job.name}`,
    `Points: __  Why:`,
    `What became of the sources: ${shares.join(', ') || 'nothing was given'}.${tokens > 0 ? ` ${tokens} tokens.` : ''}`,
    '### The draft',
    `Title: ${draft.title}`,
    ...(draft.summary ? [`Summary: ${draft.summary}`] : []),
    fenced(blocksToMarkdown(draft.blocks)),
    ...(open.length > 0 ? ['### Open', open.join('\n')] : []),
    '### The sources',
    ...Object.entries({ notes: job.notes, instructions: job.instructions, document: job.document })
      .filter(([, text]) => text)
      .map(([name, text]) => `${name}:\n\n${fenced(text!)}`),
    ...(job.material ?? []).map(({ title, text }) => `material “${title}”:\n\n${fenced(text)}`),
  ].join('\n\n')
}

/** fenced: a fence that is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length + 1))
  return `${'`'.repeat(longest)}markdown\n${text.trim()}\n${'`'.repeat(longest)}`
}
