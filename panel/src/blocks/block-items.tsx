// The slash menu's items, the editor's and ours, most used first.

import { filterSuggestionItems, insertOrUpdateBlockForSlashMenu } from '@blocknote/core/extensions'
import { type DefaultReactSuggestionItem, getDefaultReactSlashMenuItems } from '@blocknote/react'
import { IconAlertTriangle, IconChevronRight, IconCopy } from '@tabler/icons-react'
import { insertFootnote } from './footnotes.ts'
import type { Editor } from './keys.ts'

type Item = DefaultReactSuggestionItem & { key?: string }

const TAB = { type: 'tab', children: [{ type: 'paragraph' }] }
const BUTTON = { type: 'link', href: '/', content: 'Get started' }
const CARD = { type: 'bulletListItem', children: [{ type: 'paragraph' }] }

const CUSTOM = [
  {
    key: 'callout',
    icon: <IconAlertTriangle size={18} />,
    title: 'Callout',
    subtext: 'A note, tip or warning',
    aliases: ['note', 'tip', 'warning', 'admonition'],
    block: { type: 'callout', children: [{ type: 'paragraph' }] },
    isBodyFirst: true,
  },
  {
    key: 'details',
    icon: <IconChevronRight size={18} />,
    title: 'Details',
    subtext: 'Collapsed until someone opens it',
    aliases: ['summary', 'spoiler'],
    block: { type: 'details' },
  },
  {
    key: 'tabs',
    icon: <IconCopy size={18} />,
    title: 'Tabs',
    subtext: 'Sections shown one at a time',
    aliases: ['code group'],
    block: { type: 'tabs', children: [TAB, TAB] },
    isBodyFirst: true,
  },
  {
    key: 'hero',
    icon: <span>▀</span>,
    title: 'Hero',
    subtext: 'Top of a front page: title, line, buttons, picture',
    aliases: ['home', 'banner', 'landing'],
    block: {
      type: 'hero',
      children: [{ type: 'paragraph' }, { type: 'bulletListItem', content: [BUTTON] }],
    },
  },
  {
    key: 'cards',
    icon: <span>▦</span>,
    title: 'Cards',
    subtext: 'A list whose items are boxes with a link',
    aliases: ['features', 'grid'],
    block: { type: 'cards', children: [CARD, CARD, CARD] },
  },
  {
    key: 'formula',
    icon: <span>∑</span>,
    title: 'Formula',
    subtext: 'Math, written in TeX',
    aliases: ['math', 'tex', 'katex'],
    block: { type: 'codeBlock', props: { language: 'math' } },
  },
  {
    key: 'diagram',
    icon: <span>◇</span>,
    title: 'Diagram',
    subtext: 'Written in Mermaid',
    aliases: ['mermaid', 'chart'],
    block: { type: 'codeBlock', props: { language: 'mermaid' } },
  },
]

const OFTEN =
  'paragraph heading heading_2 heading_3 bullet_list numbered_list check_list code_block callout table image tabs'
const SOMETIMES = 'quote details divider footnote formula diagram video audio file toggle_list hero cards'
const BY_USE = [...OFTEN.split(' '), ...SOMETIMES.split(' ')]
const LAST_OFTEN = BY_USE.indexOf('tabs')

/** An item's rank; unranked items come last, in the editor's order. */
const useOf = ({ key = '' }: Item): number => (BY_USE.indexOf(key) + BY_USE.length + 1) % (BY_USE.length + 1)

/** Puts the caret in the block's line or, with `isBodyFirst`, in its body; of tabs, in the first one. */
function insert(editor: Editor, block: object, isBodyFirst: boolean): void {
  let inside = editor.getBlock(insertOrUpdateBlockForSlashMenu(editor, block as never).id)
  if (!isBodyFirst) return
  while (inside?.children[0]) inside = inside.children[0]
  if (inside) editor.setTextCursorPosition(inside, 'start')
}

function insertTable(editor: Editor): void {
  const rows = Array.from({ length: 3 }, () => ({ cells: ['', '', ''] }))
  insertOrUpdateBlockForSlashMenu(editor, { type: 'table', content: { type: 'tableContent', headerRows: 1, rows } })
}

function allItems(editor: Editor): Item[] {
  // A new table has a header row.
  const own = (getDefaultReactSlashMenuItems(editor) as Item[]).map((item) =>
    item.key === 'table' ? { ...item, onItemClick: () => insertTable(editor) } : item,
  )
  const footnote = {
    key: 'footnote',
    icon: <span>¹</span>,
    title: 'Footnote',
    subtext: 'A note at the end of the page',
    aliases: ['note', 'reference'],
    onItemClick: () => insertFootnote(editor),
  }
  const ours = CUSTOM.map(({ block, isBodyFirst = false, ...item }) => ({
    ...item,
    onItemClick: () => insert(editor, block, isBodyFirst),
  }))
  return [...own, ...ours, footnote]
    .map((item) => ({ ...item, group: useOf(item) <= LAST_OFTEN ? 'Often used' : 'More' }))
    .sort((one, other) => useOf(one) - useOf(other))
}

/** Items that begin with the typed letters come before items that contain them. */
export function blockItems(editor: Editor, query: string): DefaultReactSuggestionItem[] {
  const found = filterSuggestionItems(allItems(editor), query)
  if (query === '') return found
  const begins = ({ title }: Item) => title.toLowerCase().startsWith(query.toLowerCase())
  return [...found.filter(begins), ...found.filter((item) => !begins(item))].map(({ group: _, ...item }) => item)
}
