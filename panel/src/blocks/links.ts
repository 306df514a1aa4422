// Links by typing: to a document of this site, found by its title, and as Markdown writes them. A person who is named is their
// name as text: Markdown carries it, and visitors read a name and nothing else of an account.

import { SuggestionMenu, VALID_LINK_PROTOCOLS } from '@blocknote/core/extensions'
import type { DefaultReactSuggestionItem } from '@blocknote/react'
import type { DocumentSearchOut } from 'galley-client/schema.ts'
import type { InputEvent, KeyboardEvent } from 'react'
import { call } from '../api/client.ts'
import type { Editor } from './keys.ts'
import { SAFE_LINK } from './text.ts'

// The editor's field for an address puts https:// before what begins with none of these; addresses on this site need none.
VALID_LINK_PROTOCOLS.push('/', '#')

export const PAUSE_MS = 150
const MOST = 8

export type DocumentFinder = {
  find: (query: string, what: 'documents' | 'all') => Promise<DefaultReactSuggestionItem[]>
  beforeKey: (event: KeyboardEvent) => void
}

/** documentFinder asks the service once someone pauses. */
export function documentFinder(editor: Editor): DocumentFinder {
  let asked = ''
  let isWaiting = false
  const find = async (query: string, what: 'documents' | 'all') => {
    asked = query
    isWaiting = true
    await new Promise((done) => setTimeout(done, PAUSE_MS))
    if (asked !== query) return []
    const [found, people] = await Promise.all([
      findDocuments(query.trim()),
      what === 'all' ? findNames(query.trim()) : [],
    ])
    if (asked === query) isWaiting = false
    const group = people.length > 0 ? { group: 'Documents' } : {}
    return [
      ...found.map((document) => ({ ...itemOf(editor, document, found), ...group })),
      ...people.map((name) => personOf(editor, name)),
    ]
  }
  // While the response is on its way the menu still shows the previous one, and Enter would choose from that.
  const beforeKey = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && isWaiting) editor.getExtension(SuggestionMenu)?.closeMenu()
  }
  return { find, beforeKey }
}

export const findDocuments = (q: string): Promise<DocumentSearchOut[]> =>
  call('GET /api/docs/suggest/full', { query: { q, limit: MOST } }).catch(() => [])

const MOST_PEOPLE = 4

/** findNames are those of people with an account here, as the service names them to someone who writes. */
const findNames = async (q: string): Promise<string[]> => {
  const people = await call('GET /api/admin/people', { query: { q } }).catch(() => [])
  // Someone without a name goes by the address that was typed, which must not get onto a page by itself.
  const names = people.flatMap(({ display_name }) => display_name ?? []).filter((name) => !name.includes('@'))
  return [...new Set(names)].slice(0, MOST_PEOPLE)
}

const personOf = (editor: Editor, name: string): DefaultReactSuggestionItem => ({
  title: name,
  group: 'People',
  onItemClick: () => editor.insertInlineContent([name]),
})

/** readAddress is how links of this site are saved: it survives a move, and a new slug redirects. */
export const readAddress = (slug: string): string => `/read/${encodeURIComponent(slug)}`

function itemOf(editor: Editor, { slug, title, category }: DocumentSearchOut, all: DocumentSearchOut[]) {
  const isOnlyOne = all.filter((other) => other.title === title).length === 1
  return {
    // The menu distinguishes its entries by their titles.
    title: isOnlyOne ? title : `${title} (${slug})`,
    subtext: category ?? '',
    onItemClick: () => editor.insertInlineContent([{ type: 'link', href: readAddress(slug), content: title }]),
  }
}

const MARKDOWN_LINK = /\[([^[\]]+)\]\(([^\s()]+)$/

/** closeLink makes a link of "[words](address" when the last parenthesis is typed. */
export function closeLink(editor: Editor, event: InputEvent): void {
  if (event.data !== ')' || !editor.isFocused()) return
  const { empty, $from, from } = editor.prosemirrorState.selection
  const { link, code } = editor.pmSchema.marks
  if (!empty || !link || $from.parent.type.spec.code || code?.isInSet($from.marks())) return
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const [all, words = '', href = ''] = MARKDOWN_LINK.exec(before) ?? []
  if (!all || !SAFE_LINK.test(href)) return
  event.preventDefault()
  const start = from - all.length
  editor.transact((change) => {
    change
      .delete(start + 1 + words.length, from)
      .delete(start, start + 1)
      .addMark(start, start + words.length, link.create({ href }))
      .removeStoredMark(link)
  })
}

/** takesLinkKey: where text is selected, Ctrl-K has opened the editor's field for an address, and no palette is wanted. */
export const takesLinkKey = (editor: Editor, event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) &&
  event.key === 'k' &&
  event.isDefaultPrevented() &&
  !editor.prosemirrorState.selection.empty
