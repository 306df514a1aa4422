// What the service draws for pages without script is what the diagram says.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainFlowchart } from '#blocks/html/flowchart.ts'
import { drawMermaid } from './diagrams.ts'

test('a plain flowchart is drawn with its boxes, its labels and an arrow for each link', async () => {
  const drawing = await drawMermaid(plainFlowchart('graph LR; A[Draft]-->B(In review);\n  B-->|yes|C;B-.->A')!)
  const shown = [...drawing.matchAll(/<text[^>]*>(?:<tspan[^>]*>)?([^<]+)/g)].map(([, text]) => text).sort()
  assert.deepEqual(shown, ['C', 'Draft', 'In review', 'yes'])
  assert.equal(drawing.match(/class="edge"/g)?.length, 3)
})
