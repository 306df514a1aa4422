// Links between the files of a folder and links between documents, both ways. Blocks are changed in place: they belong
// to the one who just made them.

import { posix } from 'node:path'
import { walkBlocks } from '#blocks/text.ts'
import type { Block } from '#blocks/types.ts'
import { decodedPart } from '#blocks/urls.ts'

/** Linked is anything in blocks that has an address: links in text, and the address of a picture or file. */
type Linked = { kind: 'link' | 'media'; url: string; set: (url: string) => void }

/** linkFilesToDocuments turns `../guide.md#part` into `/read/guide#part`; it returns the addresses that lead nowhere. */
export function linkFilesToDocuments(
  blocks: Block[],
  folder: string,
  slugOfFile: (path: string) => string | undefined,
): string[] {
  const lost: string[] = []
  for (const { kind, url, set } of linksIn(blocks)) {
    if (!isRelative(url)) continue
    const [address = '', rest = ''] = splitAt(url)
    const path = posix.normalize(posix.join(folder, decodedPart(address)))
    const slug = slugOfFile(path)
    if (kind === 'link' && slug !== undefined) set(`/read/${slug}${rest}`)
    else lost.push(url)
  }
  return lost
}

/** linkDocumentsToFiles turns `/read/guide#part` into `../guide.md#part`. */
export function linkDocumentsToFiles(
  blocks: Block[],
  folder: string,
  fileOfSlug: (slug: string) => string | undefined,
): void {
  for (const { kind, url, set } of linksIn(blocks)) {
    const [address = '', rest = ''] = splitAt(url)
    if (kind !== 'link' || !address.startsWith('/read/')) continue
    const file = fileOfSlug(decodedPart(address.slice('/read/'.length)))
    if (file !== undefined) set(encodeURI(posix.relative(folder === '' ? '.' : folder, file)) + rest)
  }
}

function* linksIn(blocks: Block[]): Generator<Linked> {
  for (const { block } of walkBlocks(blocks)) {
    const { url } = block.props
    if (typeof url === 'string' && url !== '') {
      yield { kind: 'media', url, set: (changed) => void Object.assign(block.props, { url: changed }) }
    }
    yield* inlineLinks(block.content)
  }
}

/** inlineLinks goes through text, tables and cells alike: whatever holds a link holds it as `{type: 'link', href}`. */
function* inlineLinks(content: unknown): Generator<Linked> {
  if (Array.isArray(content)) {
    for (const item of content) yield* inlineLinks(item)
    return
  }
  if (typeof content !== 'object' || content === null) return
  const item = content as Record<string, unknown>
  if (item.type === 'link' && typeof item.href === 'string') {
    yield { kind: 'link', url: item.href, set: (changed) => void Object.assign(item, { href: changed }) }
  } else {
    for (const inner of [item.rows, item.cells, item.content]) if (inner !== undefined) yield* inlineLinks(inner)
  }
}

const isRelative = (url: string): boolean => !/^([a-z][a-z0-9+.-]*:|\/|#|\?)/i.test(url) && url !== ''

function splitAt(url: string): [string, string] {
  const end = url.search(/[?#]/)
  return end === -1 ? [url, ''] : [url.slice(0, end), url.slice(end)]
}
