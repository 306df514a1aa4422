// A page of a folder as blocks: its title, and its text in the syntax of whatever tool it was written for.

import type { Block } from 'galley-blocks/model.ts'
import { blocksFromMarkdown } from '#blocks/from-markdown.ts'
import { MAX_TITLE } from '../schemas.ts'
import { nameOf, refuseLonger } from './file.ts'
import type { FrontMatterFields } from './front-matter.ts'
import type { Preset } from './presets/preset.ts'
import { takeTitle } from './title.ts'

/** titleAndBlocks: where neither front matter nor a heading names a document, its file does. */
export function titleAndBlocks(
  preset: Preset,
  fields: FrontMatterFields,
  body: string,
  path: string,
): { title: string; blocks: Block[] } {
  const { title = nameOf(path), blocks } = takeTitle(fields, blocksFromMarkdown(body), preset.name !== 'plain')
  refuseLonger(title, 'title', MAX_TITLE)
  return { title, blocks }
}
