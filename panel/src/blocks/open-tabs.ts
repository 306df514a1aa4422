// Which tab of tabs is open in the editor: the one that the caret was in last, or else the first. It belongs to the view alone
// and is never saved.

import { createExtension } from '@blocknote/core'
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

/** OpenTabs has the id of the open tab by the id of its tabs. */
type OpenTabs = ReadonlyMap<string, string>
const key = new PluginKey<OpenTabs>('galley-open-tabs')

const isOf = (container: Node | undefined, type: string) => container?.firstChild?.type.name === type

/** withCaret opens the tab around the caret, and those that it is nested in. */
function withCaret(open: OpenTabs, { selection: { $head } }: EditorState): OpenTabs {
  const next = new Map(open)
  for (let depth = $head.depth; depth > 1; depth--) {
    const tab = $head.node(depth)
    // Between a tab and its tabs is the group of their children.
    const tabs = $head.node(depth - 2)
    if (isOf(tab, 'tab') && isOf(tabs, 'tabs')) next.set(tabs.attrs.id, tab.attrs.id)
  }
  return next
}

function marks(state: EditorState): DecorationSet {
  const open = key.getState(state)
  const found: Decoration[] = []
  state.doc.descendants((node, position) => {
    if (node.isTextblock) return false
    const group = isOf(node, 'tabs') ? node.child(node.childCount - 1) : undefined
    if (!group || group === node.firstChild) return true
    const tabs = group.children.filter((child) => isOf(child, 'tab'))
    const shown = tabs.find(({ attrs }) => attrs.id === open?.get(node.attrs.id)) ?? tabs[0]
    group.forEach((child, offset) => {
      const start = position + 1 + node.firstChild!.nodeSize + 1 + offset
      if (child === shown) found.push(Decoration.node(start, start + child.nodeSize, { class: 'galley-open' }))
    })
    return true
  })
  return DecorationSet.create(state.doc, found)
}

export const openTabs = createExtension({
  key: 'galleyOpenTabs',
  prosemirrorPlugins: [
    new Plugin<OpenTabs>({
      key,
      state: {
        init: (_config, state) => withCaret(new Map(), state),
        apply: (change, open, _before, state) =>
          change.selectionSet || change.docChanged ? withCaret(open, state) : open,
      },
      props: { decorations: marks },
    }),
  ],
})
