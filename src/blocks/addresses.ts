// Every address that blocks hold: of links in text, tables and cells, and of pictures and media. Not what they mean.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'

/** An Address is a link, or what a block shows; the owner of the blocks can replace it in place. */
type Address = { kind: 'link' | 'media'; url: string; set: (url: string) => void }

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
  if (typeof url === 'string' && url !== '')
    yield { kind, url, set: (changed) => void Object.assign(props, { [name]: changed }) }
}

/** inContent goes through text, tables and cells in the same way: whatever holds a link holds it as `{type: 'link', href}`. */
function* inContent(content: unknown): Generator<Address> {
  if (Array.isArray(content)) {
    for (const item of content) yield* inContent(item)
    return
  }
  if (typeof content !== 'object' || content === null) return
  const item = content as Record<string, unknown>
  if (item.type === 'link' && typeof item.href === 'string') {
    yield { kind: 'link', url: item.href, set: (changed) => void Object.assign(item, { href: changed }) }
  } else {
    for (const inner of [item.rows, item.cells, item.content]) if (inner !== undefined) yield* inContent(inner)
  }
}
