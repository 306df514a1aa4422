// Which tab is open in the editor: the one that last had the caret, else the first. View state, never saved.

import { createExtension } from '@blocknote/core'
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

/** The open tab's id by the id of its tabs block. */
type OpenTabs = ReadonlyMap<string, string>
const key = new PluginKey<OpenTabs>('galley-open-tabs')

const isOf = (container: Node | undefined, type: string) => container?.firstChild?.type.name === type

/** Opens the tab around the caret and its ancestors. */
function withCaret(open: OpenTabs, { selection: { $head } }: EditorState): OpenTabs {
  const next = new Map(open)
  for (let depth = $head.depth; depth > 1; depth--) {
    const tab = $head.node(depth)
    // Between a tab and its tabs block is a group node.
    const tabs = $head.node(depth - 2)
    if (isOf(tab, 'tab') && isOf(tabs, 'tabs')) next.set(tabs.attrs.id, tab.attrs.id)
  }
  return next
}

/** A tab outside of tabs has no labels to open it by. */
function isShown(open: OpenTabs | undefined, tab: Node, tabs: Node | undefined): boolean {
  if (!tabs || !isOf(tabs, 'tabs')) return true
  const all = tabs.lastChild!.children.filter((child) => isOf(child, 'tab'))
  return tab === (all.find(({ attrs }) => attrs.id === open?.get(tabs.attrs.id)) ?? all[0])
}

function marks(state: EditorState): DecorationSet {
  const open = key.getState(state)
  const found: Decoration[] = []
  state.doc.descendants((node, position) => {
    if (node.isTextblock) return false
    if (!isOf(node, 'tab')) return true
    const $at = state.doc.resolve(position)
    if (isShown(open, node, $at.depth > 0 ? $at.node($at.depth - 1) : undefined))
      found.push(Decoration.node(position, position + node.nodeSize, { class: 'galley-open' }))
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
