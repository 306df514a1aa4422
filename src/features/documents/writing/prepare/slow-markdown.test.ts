// Markdown made to be slow never holds up the event loop: what a save costs this thread stays within a few times what
// ordinary Markdown costs the full parser, measured right beside it. CPU time of this thread counts, so that a busy
// machine, or the thread that does the reading, makes no difference.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { VISITOR } from '#actor.ts'
import { parseFully } from '#blocks/parsing/parse-markdown.ts'
import { SANDBOX_TASKS } from '#compose.ts'
import { Sandbox } from '#engine/sandbox.ts'
import { GalleyError } from '#errors.ts'
import { previewMarkdown } from '#features/exchange/preview/preview.ts'
import { SLOW_SHAPES, slowMarkdown } from '../../../../../test/slow-markdown.ts'
import { markdownOf } from '../../reading/markdown.ts'
import { prepare, prepareText } from './prepare.ts'

const sandbox = new Sandbox(SANDBOX_TASKS)
test.after(() => sandbox.close())

const ORDINARY = 'Some *words* with a [link](/read/x), `code` and https://example.org/a_b in **one** line.\n\n'
const BODY_LIMIT = 8 * 1024 * 1024
const MOST_TIMES = 3

async function cpuOf(work: () => unknown): Promise<number> {
  const from = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(from)
  return (user + system) / 1000
}

const ordinary = ORDINARY.repeat(110)
const ordinaryCost = async () => (await cpuOf(() => Array.from({ length: 4 }, () => parseFully(ordinary)))) / 4

/**
 * slowOf lists the shapes whose work costs this thread too much; more tries tell cost from chance. Most cost next to nothing:
 * the first try is compared with the least that ordinary Markdown has cost, the others with what it costs right then.
 */
async function slowOf(workOn: (shape: string) => unknown, shapes = SLOW_SHAPES): Promise<string[]> {
  const slow: string[] = []
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5; run++) least = Math.min(least, await ordinaryCost())
  for (const shape of shapes) {
    let times = (await cpuOf(() => workOn(shape))) / least
    for (let tries = 0; tries < 5 && times > MOST_TIMES; tries++)
      times = Math.min(times, (await cpuOf(() => workOn(shape))) / (await ordinaryCost()))
    if (times > MOST_TIMES) slow.push(`${shape}: ${times.toFixed(1)} times as much as ordinary Markdown`)
  }
  return slow
}

/** save prepares a text; one that takes the thread too long is refused, which is an answer as well. */
const save = (markdown: string) =>
  prepare({ sandbox }, VISITOR, { markdown }).catch((error) =>
    assert.ok(error instanceof GalleyError && error.status === 422),
  )

describe('slow Markdown', () => {
  before(async () => {
    // Compiled code is compared with compiled code.
    for (const shape of SLOW_SHAPES) await save(slowMarkdown(shape, 300))
    for (let run = 0; run < 5; run++) await ordinaryCost()
  })

  // What is short enough for the full parser here, and what is longest among the texts that may be plain.
  for (const length of [1000, 9_999]) {
    test(`${SLOW_SHAPES.length} shapes of ${length} characters`, { timeout: 300_000 }, async () => {
      assert.deepEqual(await slowOf((shape) => save(slowMarkdown(shape, length))), [])
    })
  }

  test('blocks of one text each, read as Markdown', { timeout: 300_000 }, async () => {
    const read = (shape: string) => {
      const content = [{ type: 'text', text: slowMarkdown(shape, 9_999), styles: {} }]
      const blocks = [{ id: 'a', type: 'paragraph', props: {}, content, children: [] }]
      return markdownOf({ sandbox }, VISITOR, JSON.stringify(blocks))
    }
    assert.deepEqual(await slowOf(read), [])
  })

  test('longer texts, up to the body limit, go to the sandbox at once, saved or previewed', async () => {
    const lengths = { 'half a character reference': 20_000, 'headings underlined': BODY_LIMIT }
    const texts = new Map(Object.entries(lengths).map(([shape, length]) => [shape, slowMarkdown(shape, length)]))
    const begin = async (shape: string) => {
      // A pool that is ended before it has read them: how long that takes is not the question here.
      const own = new Sandbox(SANDBOX_TASKS)
      prepare({ sandbox: own }, VISITOR, { markdown: texts.get(shape)! }).catch(() => {})
      previewMarkdown({ sandbox: own, db: undefined as never }, VISITOR, texts.get(shape)!).catch(() => {})
      await new Promise(setImmediate)
      await own.close()
    }
    assert.deepEqual(await slowOf(begin, [...texts.keys()]), [])
  })
})

describe('what Markdown costs follows from its length', () => {
  // Each was quadratic: four times the length took 13 to 47 times as long.
  const SHAPES = [
    ...['half a character reference', 'headings underlined', 'headings underlined without a blank line'],
    ...['headings doubly underlined', 'footnotes to nothing', 'closing emphasis', 'words after an open bracket'],
    ...['containers inside containers', 'headings of one name', 'formulas and words', 'addresses after brackets'],
    ...['comments that do not end, and words', 'marks far apart', 'tildes far apart', 'brackets that close nothing'],
    ...['items inside items, again and again'],
  ]
  /** Linear is 4, quadratic 16. */
  const MOST_GROWTH = 10
  for (const shape of SHAPES)
    test(shape, async () => {
      const costOf = (length: number) => cpuOf(() => prepareText({ markdown: slowMarkdown(shape, length) }))
      await costOf(10_000)
      let growth = Number.POSITIVE_INFINITY
      for (let tries = 0; tries < 5 && growth > MOST_GROWTH; tries++) {
        const short = await costOf(40_000)
        growth = Math.min(growth, (await costOf(160_000)) / short)
      }
      assert.ok(growth <= MOST_GROWTH, `${growth.toFixed(1)} times the work for four times the length`)
    })
})

describe('the sandbox outlives every shape of 2 MB', () => {
  // No verdict on how long they take: whatever that is, the next text is read.
  const LIMIT_MS = 1_000
  const rows = (row: string, before = '', after = '') => before + row.repeat(2_000_000 / row.length) + after
  const TASKS: Record<string, [task: string, text: unknown][]> = {
    Markdown: ['a\n-', ':::note\n', '*[a]: b\n', '[^a]: b\n', '<div>', '$a', '{', '\\\n'].map((unit) => [
      'prepareText',
      { markdown: rows(unit) },
    ]),
    'front matter': [
      ['readFile', rows('[', '---\na: ')],
      ['readFile', rows('{a: ', '---\na: ')],
      ['readFile', rows('<<: *a\n', '---\na: &a {b: c}\n', '---\n')],
      ['readFile', rows('a.', '+++\n', 'b = 1\n+++\n')],
      ['readFile', rows('[', '+++\na = ')],
      ['readFile', rows('<Tabs>\n')],
    ],
    'saved pages': [
      ['tryReadSaved', rows('<div>', '<main>')],
      ['tryReadSaved', rows('<p>a', '<main>')],
      ['tryReadSaved', rows('<table><tr><td>', '<main>')],
    ],
  }
  for (const [what, tasks] of Object.entries(TASKS))
    test(what, { timeout: 300_000 }, async () => {
      for (const [task, text] of tasks) {
        const input = task === 'tryReadSaved' ? Buffer.from(text as string) : text
        await sandbox.run(VISITOR, task, input, LIMIT_MS).catch((error) => assert.doesNotMatch(error.message, /ended/))
      }
      assert.match((await prepare({ sandbox }, VISITOR, { markdown: ORDINARY.repeat(200) })).text, /^Some words/)
    })
})
