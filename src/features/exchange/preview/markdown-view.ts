// The text of an editor as Markdown, and back: what the panel's Markdown view shows and makes of it. Nothing is saved.

import type { Block } from 'galley-blocks/model.ts'
import { rewritten } from 'galley-blocks/rewritten.ts'
import type { Actor } from '#actor.ts'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { validateBlocks } from '#blocks/validation/validate.ts'
import type { Deps } from '#deps.ts'
import { runOffloaded } from '#features/documents/writing/prepare/offload.ts'
import { type Faulty, located, orThrow, readConverted } from '#features/documents/writing/prepare/prepare.ts'

/** A MarkdownView has its blocks as JSON already. */
type MarkdownView = { markdown: string; blocks: string }
type ViewedText = { blocks: unknown[]; markdown?: string }

/** viewMarkdown always runs in the sandbox: nobody can tell from a text how long it takes to read. */
export async function viewMarkdown({ sandbox }: Deps, actor: Actor, text: ViewedText): Promise<MarkdownView> {
  const loc = ['body', text.markdown === undefined ? 'blocks' : 'markdown']
  return orThrow(await runOffloaded<MarkdownView | Faulty>(sandbox, actor, 'rewriteText', JSON.stringify(text), loc))
}

/** rewriteText is what runs in the sandbox (src/sandbox-tasks.ts). */
export function rewriteText(input: string): MarkdownView | Faulty {
  const { blocks: given, markdown } = JSON.parse(input) as ViewedText
  const checked = located('blocks', validateBlocks(given))
  if ('issues' in checked) return checked
  const before = blocksToMarkdown(checked.blocks)
  if (markdown === undefined || markdown === before) return { markdown: before, blocks: JSON.stringify(checked.blocks) }
  const read = readConverted(blocksFromMarkdown(markdown))
  if ('issues' in read) return read
  const blocks: Block[] = rewritten(checked.blocks, blocksFromMarkdown(before), read.blocks)
  return { markdown, blocks: JSON.stringify(blocks) }
}
