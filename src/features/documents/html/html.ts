// Blocks → HTML for readers. Expensive HTML (long, or with code or formulas) is made once when content is saved; the rest
// when it is read.

import { blocksToHtml } from 'galley-blocks/html/html.ts'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { headingShiftOf, inlineText } from 'galley-blocks/text.ts'
import { type CodeBlock, keyOf } from './highlight-queue.ts'
import { type Formula, formulaKey, type Offload, setFormulas } from './math.ts'

/** Raise this whenever the same blocks give other HTML: saved HTML is then rendered again (rerender.ts). */
export const RENDERER = 9

/** JSON up to this size takes less than a millisecond. */
const QUICK = 32_768

/** More code isn't highlighted: it travels from the sandbox to the grammars and back. */
const MOST_CODE = 200_000

/** What grammars and KaTeX have to make for a text's HTML. */
export type PartsToMake = { code: CodeBlock[]; formulas: Formula[] }
/** Their markup by source; missing ones stay plain. */
export type MadeParts = { code: ReadonlyMap<string, string>; formulas: ReadonlyMap<string, string> }

/** Empty if readHtml makes the HTML on demand. */
export async function htmlToKeep(blocks: Block[], json: string, offload?: Offload): Promise<string> {
  const parts = partsIn(blocks, json)
  return json.length <= QUICK && parts === undefined ? '' : htmlWith(blocks, parts && (await makeParts(parts, offload)))
}

export const readHtml = (saved: string, blocks: Block[]): string => (saved === '' ? htmlWith(blocks) : saved)

export async function renderHtml(blocks: Block[], offload?: Offload): Promise<string> {
  const parts = partsIn(blocks, JSON.stringify(blocks))
  return htmlWith(blocks, parts && (await makeParts(parts, offload)))
}

/** Undefined if nothing is needed; `json` is the same blocks. */
export function partsIn(blocks: Block[], json: string): PartsToMake | undefined {
  const code = new Map<string, CodeBlock>()
  let room = MOST_CODE
  for (const { type, props, content } of walkBlocks(blocks)) {
    if (type !== 'codeBlock' || typeof props.language !== 'string') continue
    const piece = { code: inlineText(content), language: props.language }
    room -= piece.code.length
    if (room >= 0) code.set(keyOf(piece), piece)
  }
  const formulas: Formula[] = []
  // A rendering run collects them. Text that contains these words only costs that run.
  if (json.includes('"type":"math"') || json.includes('"math":true'))
    blocksToHtml(blocks, { math: (tex, display) => void formulas.push({ tex, display }) })
  return room === MOST_CODE && formulas.length === 0 ? undefined : { code: [...code.values()], formulas }
}

export async function makeParts({ code, formulas }: PartsToMake, offload?: Offload): Promise<MadeParts> {
  // Loaded with the first code: the list of grammars alone takes some megabytes.
  const colours = code.length === 0 ? new Map() : await (await import('./highlight.ts')).colourCode(code)
  return { code: colours, formulas: await setFormulas(formulas, offload) }
}

export function htmlWith(blocks: Block[], parts?: MadeParts): string {
  return blocksToHtml(blocks, {
    headingShift: headingShiftOf(walkBlocks(blocks)),
    ...(parts && {
      highlight: (code, language) => parts.code.get(keyOf({ code, language })),
      math: (tex, display) => parts.formulas.get(formulaKey({ tex, display })),
    }),
  })
}
