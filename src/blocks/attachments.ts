// Files that were uploaded: how their addresses begin, and which paragraph is nothing but such a file.

import type { Block } from 'galley-blocks/model.ts'
import { inlineText, oneLine } from './text.ts'

export const FILES_PATH = '/files/'

type FileProps = { url: string; name: string; caption: string }

/** attachmentIn is the file that a paragraph is, when it holds one link to it and nothing else; a link's title is the caption. */
export function attachmentIn(content: unknown): FileProps | undefined {
  const [only, ...others] = Array.isArray(content) ? content : []
  if (others.length > 0 || only?.type !== 'link' || !String(only.href).startsWith(FILES_PATH)) return undefined
  return { url: only.href, name: oneLine(inlineText(only.content)), caption: only.title ?? '' }
}

/** becomeFile turns a paragraph into the file that it is; `caption` is for one that has none. */
export function becomeFile(block: Block, caption: (url: string) => string): void {
  const file = block.type === 'paragraph' ? attachmentIn(block.content) : undefined
  if (!file) return
  block.type = 'file'
  block.props = { ...file, caption: file.caption || caption(file.url) }
  delete block.content
}
