// What changed between two texts of a document, as data. Long texts are compared in the sandbox, because a comparison takes
// quadratic time where much changed.

import { type BlockDiff, diff } from 'galley-blocks/diff.ts'
import { diffText } from 'galley-blocks/diff-words.ts'
import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { DocumentJobs } from '../jobs.ts'
import { getDocument } from '../reading/reading.ts'
import { runOffloaded } from '../writing/prepare/offload.ts'
import type { BlockChangeOut, TextDiffOut } from './diff-schemas.ts'
import { getRevision } from './revisions.ts'

type ComparedText = { title: string; summary?: string | null; blocks: unknown[] }
type SentText = ComparedText & { blocks: Block[] }

/** JSON up to this length takes a few milliseconds in any case. */
const SHORT = 40_000

export async function diffTexts(
  { sandbox }: Pick<Deps, 'sandbox'>,
  actor: Actor,
  before: ComparedText,
  after: ComparedText,
): Promise<TextDiffOut> {
  const input = JSON.stringify([before, after])
  if (input.length <= SHORT) return JSON.parse(compareTexts(input))
  return JSON.parse(await runOffloaded<string>(sandbox, actor, 'compareTexts', input, ['path', 'revision_id']))
}

/** Runs in the sandbox (src/sandbox-tasks.ts). */
export function compareTexts(texts: string): string {
  const [before, after] = JSON.parse(texts) as [SentText, SentText]
  const piecesOf = (field: 'title' | 'summary') => {
    const [was, is] = [before[field] ?? '', after[field] ?? '']
    return was === is ? null : diffText(was, is)
  }
  const blocks = presentChanges(diff(before.blocks, after.blocks), null)
  return JSON.stringify({ title: piecesOf('title'), summary: piecesOf('summary'), blocks } satisfies TextDiffOut)
}

function presentChanges(blocks: readonly BlockDiff[], parent: string | null): BlockChangeOut[] {
  return blocks.flatMap(({ op, block, before, from = null, pieces = [], rows = [], details = [], children }) => {
    const inside = presentChanges(children, block.id)
    if (op === 'same') return inside
    const sides = {
      before: before ? withoutChildren(before) : null,
      after: op === 'removed' ? null : withoutChildren(block),
    }
    return [{ id: block.id, type: block.type, op, parent, from, ...sides, pieces, rows, details }, ...inside]
  })
}

const withoutChildren = ({ children: _, ...block }: Block) => block

/** From a revision to another, or to the published text. */
export async function diffRevisions(
  deps: Pick<Deps, 'config' | 'db' | 'sandbox'> & { jobs: DocumentJobs },
  actor: Actor,
  documentId: number,
  revisionId: number,
  to?: number,
) {
  const before = await getRevision(deps, actor, documentId, revisionId)
  const after = await (to === undefined
    ? getPublished(deps, actor, documentId)
    : getRevision(deps, actor, documentId, to))
  const sides = {
    from: { id: before.id, version: before.version },
    to: { id: after.id, version: after.version },
  }
  return { ...sides, ...(await diffTexts(deps, actor, before, after)) }
}

async function getPublished(deps: Parameters<typeof getDocument>[0], actor: Actor, id: number) {
  const { head, blocks } = await getDocument(deps, actor, { id })
  return {
    id: null,
    version: head.version,
    title: head.title,
    summary: head.summary,
    blocks: JSON.parse(blocks) as Block[],
  }
}
