// Messy jobs and updates, judged as an editor would: no fact of a page is lost, those of conversations are statements and are
// printed once picked, nothing that speaks to the writer is printed, and an update never leaves both values side by side.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { blocksToText } from 'galley-blocks/text.ts'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { run as runDrafter } from '../../test/drafts.ts'
import { pluck } from '../../test/pluck.ts'
import type { DraftInputs } from './contract.ts'

/** A Pattern is a piece of text, `/a pattern/`, a list of which one must match, or several that all must. */
type Pattern = string | Pattern[] | { all: Pattern[] }
type SetJob = {
  name: string
  title: string
  notes: string
  instructions?: string
  material?: { title: string; text: string }[]
  document?: string
  facts: Pattern[]
  never?: Pattern[]
  asks?: Pattern[]
}
type SetUpdate = {
  name: string
  title: string
  document?: string
  first?: string
  notes: string
  old: Pattern
  new: Pattern
  keep?: Pattern[]
}

/** SetOrders: sentences about a text, each with the sentence that it proposes, `delete` and the one it drops, or `held`. */
type SetOrders = { title: string; document: string; orders: [order: string, outcome: string][]; facts: string[] }

type SetReply = SetJob & { reply: string; outcome: string; want: Pattern[]; never: Pattern[] }

const read = <T>(file: string): T => JSON.parse(readFileSync(new URL(`sets/${file}`, import.meta.url), 'utf8')) as T

function isIn(text: string, pattern: Pattern): boolean {
  if (Array.isArray(pattern)) return pattern.some((one) => isIn(text, one))
  if (typeof pattern === 'object') return pattern.all.every((one) => isIn(text, one))
  const regex = /^\/(.*)\/$/s.exec(pattern)?.[1]
  return regex === undefined ? text.toLowerCase().includes(pattern.toLowerCase()) : new RegExp(regex, 'iu').test(text)
}

async function run({ title, document, ...job }: Omit<SetJob, 'facts' | 'name'>, more: Partial<DraftInputs> = {}) {
  const { notes, instructions = '', material = [] } = job
  const drafted = await runDrafter({ title, markdown: document ?? '', notes, instructions, material, ...more })
  const text = `${drafted.draft.title}\n${drafted.draft.summary ?? ''}\n${blocksToText(drafted.draft.blocks)}`
  return { ...drafted, text }
}

const missing = (text: string, patterns: Pattern[]) => patterns.filter((one) => !isIn(text, one))
const present = (text: string, patterns: Pattern[]) => patterns.filter((one) => isIn(text, one))

describe('messy jobs', () => {
  for (const job of read<SetJob[]>('jobs.json'))
    test(job.name, async () => {
      const drafted = await run(job)
      assert.deepEqual(present(drafted.text, job.never ?? []), [], `printed: ${drafted.text}`)
      assert.deepEqual(missing(drafted.questions.map(({ body }) => body).join('\n'), job.asks ?? []), [], 'not asked')
      const picks = drafted.statements.map(({ id }) => ({ id, use: true, section: null }))
      const picked = await run(job, { picks })
      assert.deepEqual(missing(picked.text, job.facts), [], `lost: ${picked.text}`)
      if (drafted.statements.length === 0) assert.equal(picked.text, drafted.text)
    })
})

describe('updates', () => {
  for (const { first, ...update } of read<SetUpdate[]>('updates.json'))
    test(update.name, async () => {
      const before = first === undefined ? undefined : await run({ title: update.title, notes: first })
      const previous = before ? { draft: before.draft, editedBlockIds: [], deletedTexts: [] } : null
      const { text, draft } = await run(update, { previous, earlierNotes: first === undefined ? [] : [first] })
      assert.ok(!(isIn(text, update.old) && isIn(text, update.new)), `both values: ${text}`)
      const edits = draft.edits!.filter(({ op }) => op === 'replace')
      assert.deepEqual(
        edits.map(({ before: old, after }) => [isIn(old, update.old), isIn(after, update.new)]),
        [[true, true]],
      )
      assert.deepEqual(missing(text, update.keep ?? []), [])
    })
})

describe('what is said about a text that stands', () => {
  for (const { orders, facts, ...job } of Object.values(read<Record<string, SetOrders>>('orders.json'))) {
    const changes = async (notes: string) => {
      const { draft, actions, text } = await run({ ...job, notes })
      const edits = draft.edits!.filter(({ op }) => op !== 'insert')
      const [change] = edits.map(({ op, before, after }) => (op === 'delete' ? `delete ${before}` : after))
      const isHeld = edits.length === 0 && actions.some(({ kind }) => kind === 'held')
      return { outcome: isHeld ? 'held' : change?.replace('delete 1. ', 'delete '), text }
    }
    for (const [order, expected] of orders)
      test(order, async () => {
        const { outcome, text } = await changes(order)
        assert.deepEqual({ outcome, isPrinted: text.includes(order) }, { outcome: expected, isPrinted: false })
      })
    for (const fact of facts)
      test(`a fact: ${fact}`, async () => {
        const { outcome, text } = await changes(fact)
        assert.deepEqual([outcome, text.includes(blocksToText(blocksFromMarkdown(fact)))], [undefined, true])
      })
  }
})

describe('replies', () => {
  for (const { reply, outcome, want, never, ...job } of read<SetReply[]>('replies.json'))
    test(job.name, async () => {
      const first = await run(job)
      const at = first.actions.findIndex(({ kind }) => kind === 'resolve_conflict' || kind === 'held')
      assert.ok(at >= 0 || first.questions.length > 0, 'there is something to reply to')
      const drafted = await run(job, {
        notes: '',
        earlierNotes: [job.notes],
        previous: { draft: first.draft, editedBlockIds: [], deletedTexts: [] },
        answers: at >= 0 ? [] : first.questions.map((question) => ({ ...question, id: 1, answer: reply })),
        actions: at >= 0 ? [{ ...first.actions[at]!, id: 1, answer: reply, resolved: false }] : [],
      })
      assert.deepEqual(pluck(drafted.outcomes, 'outcome'), [outcome])
      assert.deepEqual([missing(drafted.text, want), present(drafted.text, never)], [[], []], drafted.text)
    })
})
