// Which flowcharts can be drawn by the service: those that are read to the last character, and no others.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { plainFlowchart } from './flowchart.ts'

describe('a flowchart that can be drawn', () => {
  const READ: [string, string, string][] = [
    ['has arrows without blanks', 'graph TD;\n  A-->B;\n  A-->C;', 'graph TD\nA --> B\nA --> C'],
    ['stands in one line', 'graph LR; A[Draft]-->B[In review]', 'graph LR\nA[Draft] --> B[In review]'],
    ['names no direction', 'flowchart\n  A --> B', 'graph TD\nA --> B'],
    ['has shapes and labels', 'graph TD\n A(["Yes"])==>|why not|B{C}', 'graph TD\nA([Yes]) ==>|why not| B{C}'],
    ['has comments and chains', 'graph TD\n%% no\nA --- B -.-> C', 'graph TD\nA --- B -.-> C'],
  ]
  for (const [how, source, written] of READ) test(how, () => assert.equal(plainFlowchart(source), written))
})

describe('shown as its text is', () => {
  const OTHERS: [string, string][] = [
    ['another kind', 'pie\n  "a": 1'],
    ['a chart below settings', '---\ntitle: x\n---\ngraph TD\n  A-->B'],
    ['a group', 'graph TD\n  subgraph one\n  A-->B\n  end'],
    ['a style', 'graph TD\n  A-->B\n  style A fill:#f00'],
    ['an arrow of another length', 'graph TD\n  A---->B'],
    ['a label with markup', 'graph TD\n  A["a <b>b</b>"]-->B'],
    ['shapes that do not match', 'graph TD\n  A[a)-->B'],
    ['a word too many', 'graph TD\n  A-->B C'],
    ['an arrow to nowhere', 'graph TD\n  A-->'],
    ['nothing', 'graph TD'],
  ]
  for (const [what, source] of OTHERS) test(what, () => assert.equal(plainFlowchart(source), undefined))
})
