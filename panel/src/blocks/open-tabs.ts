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

/** isShown: a tab that has come out of its tabs has no strip of labels by which it could be opened. */
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
