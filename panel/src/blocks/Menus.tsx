// What typing opens: "/" the blocks to insert, "@" and "[[" the documents to link to, ":" emoji. Only at the start of a
// word, and only while there is something to choose: anywhere else these characters are text, and Enter is a new line.

import { filterSuggestionItems, insertOrUpdateBlockForSlashMenu, SuggestionMenu } from '@blocknote/core/extensions'
import {
  type DefaultReactSuggestionItem,
  GridSuggestionMenuController,
  getDefaultReactEmojiPickerItems,
  getDefaultReactSlashMenuItems,
  SuggestionMenuController,
} from '@blocknote/react'
import { useState } from 'react'
import type { Editor } from './keys.ts'
import type { DocumentFinder } from './links.ts'

type ShouldOpen = NonNullable<Parameters<typeof SuggestionMenuController>[0]['shouldOpen']>

/** startsWord: before the caret is the start of the text or a space, not counting what is typed of the trigger already. */
const startsWord =
  (typed = ''): ShouldOpen =>
  ({ selection: { $from } }) =>
    !$from.parent.type.spec.code &&
    /(^|\s)$/.test($from.parent.textBetween(0, $from.parentOffset - typed.length, undefined, '\ufffc'))

const isWordStart = startsWord()
const isWordStartAfterBracket = startsWord('[')
const opensBlocks: ShouldOpen = (state) =>
  !state.selection.$from.parent.type.isInGroup('tableContent') && isWordStart(state)

/** menusOf: a menu closes once it has nothing to offer, since an open one keeps the Enter key to itself. */
function menusOf(editor: Editor, finder: DocumentFinder) {
  const orClose = <Item,>(query: string, items: Item[]) => {
    const menu = editor.getExtension(SuggestionMenu)
    if (items.length === 0 && menu?.store.state?.query === query) menu.closeMenu()
    return items
  }
  return {
    blocks: async (query: string) =>
      // A name may have a space in it; what begins with one, or goes on like a path, is text.
      orClose(query, /^\s|\/|\s\s/.test(query) ? [] : filterSuggestionItems(blockItems(editor), query)),
    documents: async (query: string) => orClose(query, await finder.find(query)),
    emoji: async (query: string) => orClose(query, await getDefaultReactEmojiPickerItems(editor, query)),
  }
}

/** blockItems are the editor's own, but a table begins with a row of headings, and ours. */
function blockItems(editor: Editor): DefaultReactSuggestionItem[] {
  const { title } = editor.dictionary.slash_menu.table
  const own = getDefaultReactSlashMenuItems(editor).map((item) =>
    item.title === title ? { ...item, onItemClick: () => insertTable(editor) } : item,
  )
  return [...own, ...customItems(editor)]
}

const TAB = { type: 'tab', children: [{ type: 'paragraph' }] }

const CUSTOM = [
  {
    title: 'Callout',
    subtext: 'A note, tip or warning',
    aliases: ['note', 'tip', 'warning', 'admonition'],
    block: { type: 'callout' },
  },
  {
    title: 'Details',
    subtext: 'Collapsed until someone opens it',
    aliases: ['summary', 'spoiler'],
    block: { type: 'details' },
  },
  {
    title: 'Tabs',
    subtext: 'Sections shown one at a time',
    aliases: ['code group'],
    block: { type: 'tabs', children: [TAB, TAB] },
  },
  {
    title: 'Formula',
    subtext: 'Math, written in TeX',
    aliases: ['math', 'tex', 'katex'],
    block: { type: 'codeBlock', props: { language: 'math' } },
  },
  {
    title: 'Diagram',
    subtext: 'Written in Mermaid',
    aliases: ['mermaid', 'chart'],
    block: { type: 'codeBlock', props: { language: 'mermaid' } },
  },
]

const customItems = (editor: Editor): DefaultReactSuggestionItem[] =>
  CUSTOM.map(({ block, ...item }) => ({
    ...item,
    group: 'Documentation',
    onItemClick: () => insertOrUpdateBlockForSlashMenu(editor, block as never),
  }))

function insertTable(editor: Editor): void {
  const rows = Array.from({ length: 3 }, () => ({ cells: ['', '', ''] }))
  insertOrUpdateBlockForSlashMenu(editor, { type: 'table', content: { type: 'tableContent', headerRows: 1, rows } })
}

export function Menus({ editor, finder }: { editor: Editor; finder: DocumentFinder }) {
  const [menus] = useState(() => menusOf(editor, finder))
  const documents = { minQueryLength: 1, getItems: menus.documents }
  return (
    <>
      <SuggestionMenuController triggerCharacter="/" shouldOpen={opensBlocks} getItems={menus.blocks} />
      <SuggestionMenuController triggerCharacter="@" shouldOpen={isWordStart} {...documents} />
      <SuggestionMenuController triggerCharacter="[[" shouldOpen={isWordStartAfterBracket} {...documents} />
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
