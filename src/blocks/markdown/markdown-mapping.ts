// What both Markdown directions agree on, so that one takes back what the other wrote: numbers, languages and media.

import { BLOCK_TYPES } from 'galley-blocks/block-types.ts'
import { VIDEO_FILE, videoOf } from 'galley-blocks/embeds.ts'
import type { Block } from 'galley-blocks/model.ts'
import { inlineText } from '../text.ts'

/** MAX_LIST_NUMBER leaves room to count on: Markdown reads at most nine digits as a list number. */
export const MAX_LIST_NUMBER = 999_900_000

/** MAX_PADDED_CELLS: short rows are filled up to the widest, but not where a hostile table would grow to millions of cells. */
export const MAX_PADDED_CELLS = 200_000

/** PLAIN_LANGUAGE is what the editor calls code of no language. */
export const PLAIN_LANGUAGE = BLOCK_TYPES.codeBlock.props.language.default

const AUDIO_FILE = /\.(?:mp3|wav|ogg|oga|m4a|flac|opus)(?:[?#]|$)/i

/** mediaTypeOf decides by the name of the file what Markdown's image syntax shows. */
export function mediaTypeOf(url: string): 'video' | 'audio' | 'image' {
  if (VIDEO_FILE.test(url) || videoOf(url)) return 'video'
  return AUDIO_FILE.test(url) ? 'audio' : 'image'
}

/** withBareBlankLines empties lines of only blanks in code: the parser does not remove a footnote's indent from them. */
export function withBareBlankLines(blocks: Block[]): Block[] {
  return blocks.map((block) => {
    const children = withBareBlankLines(block.children)
    if (block.type !== 'codeBlock') return { ...block, children }
    const code = inlineText(block.content).replace(/^[ \t]+$/gm, '')
    return { ...block, content: code === '' ? [] : [{ type: 'text', text: code, styles: {} }], children }
  })
}
