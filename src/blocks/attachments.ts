// Uploaded files: the prefix of their addresses, and paragraphs that consist of just such a link.

import type { Block } from 'galley-blocks/model.ts'
import { inlineText, oneLine } from 'galley-blocks/text.ts'

export const FILES_PATH = '/files/'

type FileProps = { url: string; name: string; caption: string }

/** The file of a paragraph that contains a single link to it and nothing else; the link's title is the caption. */
export function attachmentIn(content: unknown): FileProps | undefined {
  const [only, ...others] = Array.isArray(content) ? content : []
  if (others.length > 0 || only?.type !== 'link' || !String(only.href).startsWith(FILES_PATH)) return undefined
  return { url: only.href, name: oneLine(inlineText(only.content)), caption: only.title ?? '' }
}

/** Turns such a paragraph into a file block; `caption` is called if it has none. */
export function becomeFile(block: Block, caption: (url: string) => string): void {
  const file = block.type === 'paragraph' ? attachmentIn(block.content) : undefined
  if (!file) return
  block.type = 'file'
  block.props = { ...file, caption: file.caption || caption(file.url) }
  delete block.content
}
