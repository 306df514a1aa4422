// All addresses in blocks: of links in text, tables and cells, and of images and media.

import { type Block, isRecord, type Link, walkBlocks } from 'galley-blocks/model.ts'
import { inlineText } from 'galley-blocks/text.ts'

/** A link's or a media block's address; `set` replaces it in place, `unlink` removes it, keeping a link's text. */
type Address = { kind: 'link' | 'media'; url: string; text: string; set: (url: string) => void; unlink: () => void }

export function* addressesIn(blocks: Block[]): Generator<Address> {
  for (const block of walkBlocks(blocks)) {
    yield* inProps(block.props, 'url', 'media')
    // An image may be a link too.
    yield* inProps(block.props, 'link', 'link')
    yield* inContent(block.content)
  }
}

function* inProps(props: Block['props'], name: string, kind: Address['kind']): Generator<Address> {
  const url = props[name]
  if (typeof url !== 'string' || url === '') return
  const set = (changed: string) => void Object.assign(props, { [name]: changed })
  yield { kind, url, text: '', set, unlink: () => void delete props[name] }
}

/** Walks text, tables and cells alike: every link is `{type: 'link', href}`. */
function* inContent(content: unknown): Generator<Address> {
  if (Array.isArray(content)) {
    // A copy, because a removed link is replaced by its text.
    for (const item of [...content])
      if (isLink(item)) yield addressOf(item, content)
      else yield* inContent(item)
  } else if (isRecord(content))
    for (const inner of [content.rows, content.cells, content.content]) yield* inContent(inner)
}

const isLink = (item: unknown): item is Link => isRecord(item) && item.type === 'link' && typeof item.href === 'string'

const addressOf = (link: Link, among: unknown[]): Address => ({
  kind: 'link',
  url: link.href,
  text: inlineText(link),
  set: (href) => void Object.assign(link, { href }),
  unlink: () => {
    // Links saved before validation turned their content into lists contain plain text.
    const words = Array.isArray(link.content) ? link.content : [{ type: 'text', text: inlineText(link), styles: {} }]
    among.splice(among.indexOf(link), 1, ...words)
  },
})
