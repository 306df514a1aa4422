// Blocks to the HTML that readers see. What takes its time, because it is long, has code to be coloured or formulas to be
// set, is made once when content is saved, and kept; all other HTML is made when it is read.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToHtml } from '#blocks/html/html.ts'
import { headingLevel, inlineText } from '#blocks/text.ts'
import { type Aside, type Formula, setFormulas } from './math.ts'

/** RENDERER is raised whenever the same blocks give other HTML: what is saved is then rendered again (rerender.ts). */
export const RENDERER = 6

/** Up to this many characters of JSON take less than a millisecond. */
const QUICK = 32_768

/** htmlToKeep is empty where readHtml makes the HTML when it is asked for. */
export async function htmlToKeep(blocks: Block[], json: string, aside?: Aside): Promise<string> {
  if (json.length <= QUICK && lookThrough(blocks).code.length === 0 && !holdsMath(json)) return ''
  return renderHtml(blocks, aside)
}

export function readHtml(kept: string, blocks: Block[]): string {
  return kept === '' ? blocksToHtml(blocks, { headingShift: lookThrough(blocks).headingShift }) : kept
}

export async function renderHtml(blocks: Block[], aside?: Aside): Promise<string> {
  const { code, headingShift } = lookThrough(blocks)
  // Loaded with the first code that is saved: the list of grammars alone takes some megabytes.
  const highlight = code.length === 0 ? undefined : await (await import('./highlight.ts')).colourCode(code)
  const formulas = holdsMath(JSON.stringify(blocks)) ? formulasIn(blocks) : []
  const math = formulas.length === 0 ? undefined : await setFormulas(formulas, aside)
  return blocksToHtml(blocks, { headingShift, ...(highlight && { highlight }), ...(math && { math }) })
}

/** formulasIn has the HTML made for what it asks for on the way. */
function formulasIn(blocks: Block[]): Formula[] {
  const formulas: Formula[] = []
  blocksToHtml(blocks, { math: (tex, display) => void formulas.push({ tex, display }) })
  return formulas
}

/** holdsMath may also be true of text that says so, which costs nothing but a look. */
const holdsMath = (json: string): boolean => json.includes('"type":"math"') || json.includes('"math":true')

/** renderUncoloured returns undefined when there is code to be coloured or math to be set, which is renderHtml's affair. */
export function renderUncoloured(blocks: Block[]): string | undefined {
  const { code, headingShift } = lookThrough(blocks)
  return code.length === 0 && !holdsMath(JSON.stringify(blocks)) ? blocksToHtml(blocks, { headingShift }) : undefined
}

function lookThrough(blocks: Block[]) {
  const code: { code: string; language: string }[] = []
  let headingShift = 0
  for (const block of walkBlocks(blocks)) {
    // The page's title is its first-level heading, so a document that has such headings moves one down.
    if (block.type === 'heading' && headingLevel(block) === 1) headingShift = 1
    if (block.type === 'codeBlock' && typeof block.props.language === 'string')
      code.push({ code: inlineText(block.content), language: block.props.language })
  }
  return { code, headingShift }
}
