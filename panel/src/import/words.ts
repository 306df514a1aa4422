// Texts about an import: state, numbers, grouped findings.

import type { ImportListOut } from 'galley-client/schema.ts'
import type { ShownReport, ShownState } from './importQueries.ts'

export const STATES: Record<ShownState, string> = {
  uploading: 'Uploading',
  reading: 'Reading',
  ready: 'Ready to import',
  importing: 'Importing',
  done: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: "Can't be read",
  interrupted: 'Interrupted',
}

export const TOOLS: Record<ShownReport['preset'], string> = {
  plain: 'Markdown files',
  docusaurus: 'Docusaurus',
  starlight: 'Starlight',
  vitepress: 'VitePress',
  mkdocs: 'MkDocs',
  hugo: 'Hugo',
  gitbook: 'GitBook',
  mintlify: 'Mintlify',
}

const number = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

const listed = (parts: (string | false)[]): string =>
  new Intl.ListFormat('en').format(parts.filter((part): part is string => part !== false))

/** What happens with the pages. */
export const pagesIn = ({ created, updated, unchanged }: ShownReport): string =>
  listed([
    created > 0 && `${number(created, 'new page')}`,
    updated > 0 && `${number(updated, 'changed page')}`,
    (unchanged > 0 || created + updated === 0) && `${number(unchanged, 'unchanged page')}`,
  ])

/** What is imported besides pages. */
export const alsoImported = ({ categories, pictures, files, proposed = 0, pruned = [] }: ShownReport): string =>
  listed([
    categories.created > 0 && number(categories.created, 'new category', 'new categories'),
    categories.updated > 0 && number(categories.updated, 'changed category', 'changed categories'),
    pictures > 0 && number(pictures, 'image'),
    files > 0 && number(files, 'file'),
    proposed > 0 && number(proposed, 'change that waits for approval', 'changes that wait for approval'),
    pruned.length > 0 && number(pruned.length, 'page whose file is gone', 'pages whose files are gone'),
  ])

/** One line of the history. */
export function outcomeOf({ state, pages_done, pages_total, as_drafts, undone, error }: ImportListOut): string {
  if (undone) return undoneIn(undone)
  if (error) return error
  if (state === 'done') return `${number(pages_total, 'page')}${as_drafts ? ', as drafts' : ''}`
  return pages_total > 0 && state !== 'ready'
    ? `${pages_done} of ${number(pages_total, 'page')}`
    : number(pages_total, 'page')
}

export const undoneIn = ({ deleted, restored, kept }: NonNullable<ImportListOut['undone']>): string =>
  listed([
    (deleted > 0 || restored === 0) && `${number(deleted, 'page')} deleted`,
    restored > 0 && `${number(restored, 'page')} restored`,
    kept.length > 0 && `${kept.length} left as ${kept.length === 1 ? 'it is' : 'they are'}`,
  ])

type ShownFinding = ShownReport['failed'][number]
export type FindingGroup = { reason: string; findings: ShownFinding[] }

/** Groups equal findings; text after a colon is about a single file. */
export function grouped(findings: readonly ShownFinding[]): FindingGroup[] {
  const groups = Map.groupBy(findings, ({ reason }) => reason.split(': ', 1)[0]!)
  return [...groups]
    .map(([reason, of]) => ({ reason, findings: of }))
    .sort((one, other) => other.findings.length - one.findings.length)
}

export const percent = (done: number, total: number): number => (total === 0 ? 0 : Math.round((done / total) * 100))
