// Limits nesting to what the service accepts, so that Tab can't make text that can't be saved.

import { createExtension } from '@blocknote/core'
import { MAX_DEPTH } from 'galley-blocks/model.ts'
import type { Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'

function levelsOf(node: Node): number {
  if (node.isTextblock) return 0
  const below = Math.max(0, ...node.children.map(levelsOf))
  return node.type.name === 'blockContainer' ? below + 1 : below
}

export const levels = createExtension({
  key: 'galleyLevels',
  prosemirrorPlugins: [
    new Plugin({
      // Matches only nesting, which wraps existing nodes: pasted content is never refused.
      filterTransaction: ({ steps, doc }, before) =>
        !steps.some((step) => 'gapFrom' in step) || levelsOf(doc) <= Math.max(MAX_DEPTH, levelsOf(before.doc)),
    }),
  ],
})
