// Long content is prepared in a thread with the same result, and the event loop stays free meanwhile.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { THREAD_TASKS } from '#compose.ts'
import { Threads, TookTooLong } from '#engine/threads.ts'
import type { GalleyError } from '#errors.ts'
import type { Issue } from '#issues.ts'
import { prepare, prepareText } from './prepare.ts'

const threads = new Threads(THREAD_TASKS)
test.after(() => threads.close())

const LONG = Array.from({ length: 800 }, (_, index) => `## Part ${index}\n\nSome *words* of [it](/read/x).`).join(
  '\n\n',
)
const withoutIds = (blocks: string) => blocks.replaceAll(/"id":"[^"]*"/g, '')

test('a long text gives the same content as it would without a thread, code included', async () => {
  for (const markdown of [LONG, `${LONG}\n\n\`\`\`ts\nconst one = 1\n\`\`\``]) {
    const aside = await prepare({ threads }, { markdown })
    const here = prepareText(JSON.stringify({ markdown }))
    assert.ok('blocks' in here)
    assert.equal(withoutIds(aside.blocks), withoutIds(here.blocks))
    assert.deepEqual({ ...aside, blocks: '', html: '' }, { ...here, blocks: '', html: '' })
    assert.equal(aside.html, here.html ?? aside.html)
    assert.match(aside.html, /Part 799/)
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
    const counted = { run } as unknown as Threads
    await prepare({ threads: counted }, { blocks })
    assert.equal(sent, 1, name)
  }
  const none = { run: () => assert.fail('a short text needs no thread') } as unknown as Threads
  await prepare({ threads: none }, { blocks: Array.from({ length: 150 }, () => paragraph('A short line of text.')) })
})

test('faults keep their place in the body', async () => {
  const wrong = { type: 'paragraph', props: { url: 'javascript:alert(1)' } }
  const blocks = [...Array.from({ length: 300 }, () => ({ type: 'paragraph' })), wrong]
  await assert.rejects(prepare({ threads }, { blocks }), (error: GalleyError) => {
    assert.equal(error.status, 422)
    assert.deepEqual((error.detail as Issue[])[0]!.loc.slice(0, 3), ['body', 'blocks', 300])
    return true
  })
})

test('while a long text is read, others get their turn', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  await prepare({ threads }, { markdown: '> '.repeat(11_000) })
  clearInterval(timer)
  assert.ok(turns > 0)
})

test('what takes too long is given up, and the next text is read as ever', async () => {
  const slow = JSON.stringify({ markdown: '> '.repeat(100_000) })
  await assert.rejects(threads.run('prepareText', slow, 50), TookTooLong)
  assert.match((await prepare({ threads }, { markdown: LONG })).text, /^Part 0/)
})
