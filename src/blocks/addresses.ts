// Every address that blocks hold: of links in text, tables and cells, and of pictures and media. Not what they mean.

import { type Block, isRecord, type Link, walkBlocks } from 'galley-blocks/model.ts'
import { inlineText } from './text.ts'

/**
 * An Address is a link, or what a block shows; the owner of the blocks can replace it in place. `unlink` takes the address
 * away: of a link its words stay.
 */
type Address = { kind: 'link' | 'media'; url: string; text: string; set: (url: string) => void; unlink: () => void }

export function* addressesIn(blocks: Block[]): Generator<Address> {
  for (const block of walkBlocks(blocks)) {
    yield* inProps(block.props, 'url', 'media')
    // A picture may itself lead somewhere.
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

/** inContent goes through text, tables and cells in the same way: whatever holds a link holds it as `{type: 'link', href}`. */
function* inContent(content: unknown): Generator<Address> {
  if (Array.isArray(content)) {
    // A copy, because a link that is taken away leaves its words in its place.
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
    // Links that were saved before the gate made lists of them have a plain text inside.
    const words = Array.isArray(link.content) ? link.content : [{ type: 'text', text: inlineText(link), styles: {} }]
    among.splice(among.indexOf(link), 1, ...words)
  },
})
