// Menus opened by typing: "/" inserts blocks, "@" people and documents, "[[" documents, ":" emoji. They open only at the
// start of a word and while they have entries; otherwise the characters are text and Enter is a new line.

import { SuggestionMenu } from '@blocknote/core/extensions'
import {
  GridSuggestionMenuController,
  getDefaultReactEmojiPickerItems,
  SuggestionMenuController,
} from '@blocknote/react'
import { useState } from 'react'
import { blockItems } from './block-items.tsx'
import type { Editor } from './keys.ts'
import type { DocumentFinder } from './links.ts'

type ShouldOpen = NonNullable<Parameters<typeof SuggestionMenuController>[0]['shouldOpen']>

/** The trigger is at the start of the text or after a space. */
const startsWord =
  (typed = ''): ShouldOpen =>
  ({ selection: { $from } }) =>
    !$from.parent.type.spec.code &&
    /(^|\s)$/.test($from.parent.textBetween(0, $from.parentOffset - typed.length, undefined, '\ufffc'))

const isWordStart = startsWord()
const isWordStartAfterBracket = startsWord('[')
const opensBlocks: ShouldOpen = (state) =>
  !state.selection.$from.parent.type.isInGroup('tableContent') && isWordStart(state)

/** An empty menu is closed, because an open one captures Enter. */
function menusOf(editor: Editor, finder: DocumentFinder) {
  const orClose = <Item,>(query: string, items: Item[]) => {
    const menu = editor.getExtension(SuggestionMenu)
    if (items.length === 0 && menu?.store.state?.query === query) menu.closeMenu()
    return items
  }
  return {
    blocks: async (query: string) =>
      // Names may contain a space; a leading space or a path is ordinary text.
      orClose(query, /^\s|\/|\s\s/.test(query) ? [] : blockItems(editor, query)),
    documents: async (query: string) => orClose(query, await finder.find(query, 'documents')),
    all: async (query: string) => orClose(query, await finder.find(query, 'all')),
    emoji: async (query: string) => orClose(query, await getDefaultReactEmojiPickerItems(editor, query)),
  }
}

export function Menus({ editor, finder }: { editor: Editor; finder: DocumentFinder }) {
  const [menus] = useState(() => menusOf(editor, finder))
  return (
    <>
      <SuggestionMenuController triggerCharacter="/" shouldOpen={opensBlocks} getItems={menus.blocks} />
      <SuggestionMenuController triggerCharacter="@" shouldOpen={isWordStart} minQueryLength={1} getItems={menus.all} />
      <SuggestionMenuController
        triggerCharacter="[["
        shouldOpen={isWordStartAfterBracket}
        minQueryLength={1}
        getItems={menus.documents}
      />
      <GridSuggestionMenuController
        triggerCharacter=":"
        columns={10}
        minQueryLength={2}
        shouldOpen={isWordStart}
        getItems={menus.emoji}
      />
    </>
  )
}
