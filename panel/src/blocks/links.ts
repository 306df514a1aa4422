// Typed links: to documents, found by title, and in Markdown syntax. Mentioned people are plain text: Markdown keeps it, and
// visitors see only a name.

import { SuggestionMenu, VALID_LINK_PROTOCOLS } from '@blocknote/core/extensions'
import type { DefaultReactSuggestionItem } from '@blocknote/react'
import type { DocumentSearchOut } from 'galley-client/schema.ts'
import type { InputEvent, KeyboardEvent } from 'react'
import { call } from '../api/client.ts'
import type { Editor } from './keys.ts'

/** Addresses that the service accepts. */
export const SAFE_LINK = /^(https?:|mailto:|\/(?!\/)|#)/i

// The editor prefixes other addresses with https://; addresses on this site have no scheme.
VALID_LINK_PROTOCOLS.push('/', '#')

export const PAUSE_MS = 150
const MOST = 8

export type DocumentFinder = {
  find: (query: string, what: 'documents' | 'all') => Promise<DefaultReactSuggestionItem[]>
  beforeKey: (event: KeyboardEvent) => void
}

/** Queries the service when typing pauses. */
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
  // Until results arrive, the menu shows the previous ones, and Enter would choose from them.
  const beforeKey = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && isWaiting) editor.getExtension(SuggestionMenu)?.closeMenu()
  }
  return { find, beforeKey }
}

export const findDocuments = (q: string): Promise<DocumentSearchOut[]> =>
  call('GET /api/docs/suggest/full', { query: { q, limit: MOST } }).catch(() => [])

const MOST_PEOPLE = 4

/** Display names of people with an account. */
const findNames = async (q: string): Promise<string[]> => {
  const people = await call('GET /api/admin/people', { query: { q } }).catch(() => [])
  // People without a display name are found by the typed address, which must not be published by accident.
  const names = people.flatMap(({ display_name }) => display_name ?? []).filter((name) => !name.includes('@'))
  return [...new Set(names)].slice(0, MOST_PEOPLE)
}

const personOf = (editor: Editor, name: string): DefaultReactSuggestionItem => ({
  title: name,
  group: 'People',
  onItemClick: () => editor.insertInlineContent([name]),
})

/** The permanent link, which survives moves and redirects after a new slug. */
export const readAddress = (slug: string): string => `/read/${encodeURIComponent(slug)}`

function itemOf(editor: Editor, { slug, title, category }: DocumentSearchOut, all: DocumentSearchOut[]) {
  const isOnlyOne = all.filter((other) => other.title === title).length === 1
  return {
    // The menu identifies entries by title.
    title: isOnlyOne ? title : `${title} (${slug})`,
    subtext: category ?? '',
    onItemClick: () => editor.insertInlineContent([{ type: 'link', href: readAddress(slug), content: title }]),
  }
}

const MARKDOWN_LINK = /\[([^[\]]+)\]\(([^\s()]+)$/

/** Turns "[words](address" into a link when the closing parenthesis is typed. */
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

/** With a selection, Ctrl-K opens the editor's address field instead of the palette. */
export const takesLinkKey = (editor: Editor, event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) &&
  event.key === 'k' &&
  event.isDefaultPrevented() &&
  !editor.prosemirrorState.selection.empty
