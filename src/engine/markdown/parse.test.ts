import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksFromMarkdown } from '#blocks/from-markdown.ts'
import { blocksToMarkdown } from '#blocks/to-markdown.ts'
import { parseMarkdown } from './parse.ts'

test('a long text gives the same blocks as a short one, made in a thread', async () => {
  const text = Array.from({ length: 800 }, (_, index) => `## Part ${index}\n\nSome *words* of [it](/read/x).`).join(
    '\n\n',
  )
  const blocks = await parseMarkdown(text)
  assert.equal(blocksToMarkdown(blocks!), blocksToMarkdown(blocksFromMarkdown(text)))
})

test('while a long text is read, others get their turn', async () => {
  const parsing = parseMarkdown('> '.repeat(30_000))
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  await parsing
  clearInterval(timer)
  assert.ok(turns > 0)
})
