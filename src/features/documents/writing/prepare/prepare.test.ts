// Long content is prepared in the sandbox with the same result, and the event loop stays free meanwhile.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VISITOR } from '#actor.ts'
import { SANDBOX_TASKS } from '#compose.ts'
import { Sandbox, TooCostly } from '#engine/sandbox.ts'
import type { GalleyError } from '#errors.ts'
import type { Issue } from '#issues.ts'
import { renderHtml } from '../../html/html.ts'
import { type Prepared, prepare, prepareText, renderAnywhere } from './prepare.ts'

const sandbox = new Sandbox(SANDBOX_TASKS)
test.after(() => sandbox.close())

const LONG = Array.from({ length: 800 }, (_, index) => `## Part ${index}\n\nSome *words* of [it](/read/x).`).join(
  '\n\n',
)
const CODE = '```ts\nconst one = 1\n```'
const withoutIds = (blocks: string) => blocks.replaceAll(/"id":"[^"]*"/g, '')

test('a long text gives the same content as it would without the sandbox, code included', async () => {
  for (const markdown of [LONG, `${LONG}\n\n${CODE}`]) {
    const offloaded = await prepare({ sandbox }, VISITOR, { markdown })
    const { parts, ...here } = prepareText(JSON.stringify({ markdown })) as Prepared & { parts?: unknown }
    assert.equal(parts !== undefined, markdown !== LONG)
    assert.equal(withoutIds(offloaded.blocks), withoutIds(here.blocks))
    assert.deepEqual({ ...offloaded, blocks: '', html: '' }, { ...here, blocks: '', html: '' })
    assert.equal(offloaded.html, await renderHtml(JSON.parse(offloaded.blocks)))
    assert.match(offloaded.html, /Part 799/)
  }
})

test('a long text with code and formulas is rendered in the sandbox and not on the event loop, saved or previewed', async () => {
  const tasks: string[] = []
  class CountedSandbox extends Sandbox {
    override run<T>(...args: Parameters<Sandbox['run']>): Promise<T> {
      tasks.push(args[1])
      return super.run<T>(...args)
    }
  }
  const own = new CountedSandbox(SANDBOX_TASKS)
  const offload = { sandbox: own, actor: VISITOR }
  try {
    const { blocks, html } = await prepare(offload, VISITOR, { markdown: `${LONG}\n\n${CODE}\n\nSo $x^2$.` })
    assert.match(html, /tk-keyword.*<msup>/s)
    assert.deepEqual(tasks.splice(0), ['prepareText', 'renderText'])
    assert.equal(await renderAnywhere(blocks, offload), html)
    assert.deepEqual(tasks, ['findParts', 'renderText'])
  } finally {
    await own.close()
  }
})

test('blocks are long by what they hold, wherever it stands', async () => {
  const paragraph = (text: string, children: unknown[] = []) => ({ type: 'paragraph', content: text, children })
  const long = {
    'one with many below it': [
      paragraph(
        '',
        Array.from({ length: 3_000 }, (_, index) => paragraph(`Part ${index}`)),
      ),
    ],
    'a few with much text': Array.from({ length: 3 }, () => paragraph('words '.repeat(5_000))),
    'many empty ones': Array.from({ length: 50_000 }, () => null),
  }
  for (const [name, blocks] of Object.entries(long)) {
    let sent = 0
    const run = async () => {
      sent++
      return { blocks: '[]', text: '', html: '', has_content: 0 }
    }
    const counted = { run } as unknown as Sandbox
    await prepare({ sandbox: counted }, VISITOR, { blocks })
    assert.equal(sent, 1, name)
  }
  const none = { run: () => assert.fail('a short text needs no sandbox') } as unknown as Sandbox
  await prepare({ sandbox: none }, VISITOR, {
    blocks: Array.from({ length: 150 }, () => paragraph('A short line of text.')),
  })
})

test('faults keep their place in the body', async () => {
  const wrong = { type: 'paragraph', props: { url: 'javascript:alert(1)' } }
  const blocks = [...Array.from({ length: 300 }, () => ({ type: 'paragraph' })), wrong]
  await assert.rejects(prepare({ sandbox }, VISITOR, { blocks }), (error: GalleyError) => {
    assert.equal(error.status, 422)
    assert.deepEqual((error.detail as Issue[])[0]!.loc.slice(0, 3), ['body', 'blocks', 300])
    return true
  })
})

test('while a long text is read, others get their turn', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  await prepare({ sandbox }, VISITOR, { markdown: '> '.repeat(11_000) })
  clearInterval(timer)
  assert.ok(turns > 0)
})

test('what takes too long is given up, and the next text is read as ever', async () => {
  const slow = JSON.stringify({ markdown: '> '.repeat(100_000) })
  await assert.rejects(sandbox.run(VISITOR, 'prepareText', slow, 50), TooCostly)
  assert.match((await prepare({ sandbox }, VISITOR, { markdown: LONG })).text, /^Part 0/)
})
