// Mermaid as its authors write it, and what the library that draws it can read.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drawMermaid } from './diagrams.ts'

describe('a diagram is drawn', () => {
  const SPELLINGS: [string, string][] = [
    ['with semicolons', 'graph LR;\n  A[Draft]-->B[Review];\n  B-->C[Done];'],
    ['in one line', 'graph TD; A[Draft]-->B[Review]; B-->C[Done]'],
    ['without a direction', 'flowchart\n  A[Draft] --> B[Review]'],
    ['below settings', '---\ntitle: x\n---\n%%{init: {}}%%\nflowchart LR\n  A[Draft] --> B[Review]'],
  ]
  for (const [how, source] of SPELLINGS)
    test(how, async () => {
      const drawing = await drawMermaid(source)
      assert.match(drawing, /Draft.*Review/s)
      assert.doesNotMatch(drawing, /cannot be drawn/)
    })
})

test('what cannot be drawn says so', async () => {
  assert.match(await drawMermaid('gantt\n  title x'), /cannot be drawn here/)
})
