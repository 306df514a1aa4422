// Flowcharts of a document as drawings, for pages without script. They are drawn in the sandbox when they are first asked for
// and then cached like any page; which of them can be drawn, blocks/html/flowchart.ts knows.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import { plainFlowchart } from '#blocks/html/flowchart.ts'
import { inlineText } from '#blocks/text.ts'
import type { Deps } from '#deps.ts'
import { TooCostly } from '#engine/sandbox.ts'
import { notFound } from '#errors.ts'
import { SECOND } from '#time.ts'

/** A drawing takes milliseconds; this is for the first one on a busy machine, whose process loads the layout engine. */
const LONGEST_MS = 30 * SECOND
const LONGEST_SOURCE = 20_000

/** drawDiagram draws the nth diagram of a document, counted from 1. */
export async function drawDiagram(
  { sandbox }: Pick<Deps, 'sandbox'>,
  actor: Actor,
  blocks: string,
  number: number,
): Promise<string> {
  const source = [...sourcesIn(JSON.parse(blocks))][number - 1]
  const flowchart = source === undefined || source.length > LONGEST_SOURCE ? undefined : plainFlowchart(source)
  if (flowchart === undefined) throw notFound('Picture')
  try {
    return await sandbox.run<string>(actor, 'drawMermaid', flowchart, LONGEST_MS)
  } catch (error) {
    if (error instanceof TooCostly) throw notFound('Picture')
    throw error
  }
}

function* sourcesIn(blocks: Block[]): Generator<string> {
  for (const block of walkBlocks(blocks)) if (block.type === 'mermaid') yield inlineText(block.content)
}

/** drawMermaid is what runs in the sandbox (src/sandbox-tasks.ts). */
export async function drawMermaid(flowchart: string): Promise<string> {
  // Loaded with the first diagram: its layout engine takes megabytes.
  const { renderMermaidSVG } = await import('beautiful-mermaid')
  return withoutImports(renderMermaidSVG(flowchart, { bg: '#ffffff', fg: '#1c2024', font: 'sans-serif' }))
}

/** withoutImports: a drawing loads nothing from anywhere, fonts included. */
const withoutImports = (svg: string): string => svg.replace(/@import url\([^()]*\);/g, '')
