// Diagrams of a document as drawings, for whoever may read it. They are drawn in the sandbox when they are first asked for and
// then cached like any page; what can't be drawn is shown as its text (src/blocks/html/code.ts).

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import { mermaidLines } from '#blocks/html/code.ts'
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
  if (source === undefined || source.length > LONGEST_SOURCE) throw notFound('Picture')
  try {
    return await sandbox.run<string>(actor, 'drawMermaid', source, LONGEST_MS)
  } catch (error) {
    if (error instanceof TooCostly) throw notFound('Picture')
    throw error
  }
}

function* sourcesIn(blocks: Block[]): Generator<string> {
  for (const block of walkBlocks(blocks)) if (block.type === 'mermaid') yield inlineText(block.content)
}

/** drawMermaid is what runs in the sandbox (src/sandbox-tasks.ts). What can't be drawn becomes a drawing that says so. */
export async function drawMermaid(source: string): Promise<string> {
  // Loaded with the first diagram: its layout engine takes megabytes.
  const { renderMermaidSVG } = await import('beautiful-mermaid')
  try {
    return withoutImports(renderMermaidSVG(plainMermaid(source), { bg: '#ffffff', fg: '#1c2024', font: 'sans-serif' }))
  } catch {
    return withoutImports(
      renderMermaidSVG('graph TD\n  A[This diagram cannot be drawn here, see its text]', {
        bg: '#ffffff',
        fg: '#b42318',
      }),
    )
  }
}

/**
 * plainMermaid writes what Mermaid allows and the library does not read: settings before the diagram, a semicolon behind a
 * line or between statements of the first one, a flowchart that names no direction.
 */
function plainMermaid(source: string): string {
  const [first = '', ...lines] = mermaidLines(source)
  if (!/^(?:graph|flowchart)\b/.test(first.trim())) return [first, ...lines].join('\n')
  const [header = '', ...rest] = first.split(';')
  const named = /^\w+$/.test(header.trim()) ? `${header.trim()} TD` : header.trim()
  return [named, ...rest, ...lines].map((line) => line.trimEnd().replace(/;$/, '')).join('\n')
}

/** withoutImports: a drawing loads nothing from anywhere, fonts included. */
const withoutImports = (svg: string): string => svg.replace(/@import url\([^()]*\);/g, '')
