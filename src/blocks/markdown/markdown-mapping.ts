// Shared by both Markdown directions, so that they are inverse: numbers, languages and media.

import { BLOCK_TYPES } from 'galley-blocks/block-types.ts'
import { VIDEO_FILE, videoOf } from 'galley-blocks/embeds.ts'
import type { Block } from 'galley-blocks/model.ts'
import { inlineText } from 'galley-blocks/text.ts'

/** Markdown list numbers have at most nine digits; this leaves room to count on. */
export const MAX_LIST_NUMBER = 999_900_000

/** Short rows are padded to the widest, unless a hostile table would grow to millions of cells. */
export const MAX_PADDED_CELLS = 200_000

/** The editor's name for code without a language. */
export const PLAIN_LANGUAGE = BLOCK_TYPES.codeBlock.props.language.default

const AUDIO_FILE = /\.(?:mp3|wav|ogg|oga|m4a|flac|opus)(?:[?#]|$)/i

/** Images and media share a syntax; the file's name tells them apart. */
export function mediaTypeOf(url: string): 'video' | 'audio' | 'image' {
  if (VIDEO_FILE.test(url) || videoOf(url)) return 'video'
  return AUDIO_FILE.test(url) ? 'audio' : 'image'
}

/** Empties whitespace-only lines in code, because the parser doesn't remove a footnote's indent from them. */
export function withBareBlankLines(blocks: Block[]): Block[] {
  return blocks.map((block) => {
    const children = withBareBlankLines(block.children)
    if (block.type !== 'codeBlock') return { ...block, children }
    const code = inlineText(block.content).replace(/^[ \t]+$/gm, '')
    return { ...block, content: code === '' ? [] : [{ type: 'text', text: code, styles: {} }], children }
  })
}
