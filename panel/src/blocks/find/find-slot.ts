// The editor plugin that holds a search. Part of the editor from the start, because adding a plugin later would clear the
// undo history; the search itself (finder.ts) is loaded on demand.

import { createExtension } from '@blocknote/core'
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import type { DecorationSet } from 'prosemirror-view'

export type Search = { marks: DecorationSet; after: (change: Transaction, state: EditorState) => Search }
/** Replaces the search; the meta of a transaction under this key. */
export type SearchOrder = (state: EditorState) => Search | undefined
export const slot = new PluginKey<Search | undefined>('galley-find')

export const findSlot = createExtension({
  key: 'galleyFind',
  prosemirrorPlugins: [
    new Plugin<Search | undefined>({
      key: slot,
      state: {
        init: () => undefined,
        apply: (change, search, _before, state) => {
          const order = change.getMeta(slot) as SearchOrder | undefined
          if (order) return order(state)
          return change.docChanged ? search?.after(change, state) : search
        },
      },
      props: { decorations: (state) => slot.getState(state)?.marks },
    }),
  ],
})
