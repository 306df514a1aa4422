// Find and replace in the editor: marks matches, moves between them, replaces. Changes only the view until something is
// replaced; replacing all is one undo step.

import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { Editor } from '../keys.ts'
import { type Search, type SearchOrder, slot } from './find-slot.ts'
import { type FindQuery, patternOf, searcher, type WordMatch } from './matches.ts'

/** `at` is the index of the current match, or NONE. */
export type FoundWords = { matches: WordMatch[]; at: number }
type WordSearch = FoundWords & Search & { find: ReturnType<typeof searcher> }

const NONE = -1
/** The editor merges changes within half a second into one undo step; a replacement is its own. */
const APART_MS = 1000
const NOTHING: FoundWords = { matches: [], at: NONE }

/** The first match from the position on, or else the first of all. */
const firstFrom = (matches: WordMatch[], position: number): number =>
  matches.length === 0
    ? NONE
    : Math.max(
        0,
        matches.findIndex(({ from }) => from >= position),
      )

const marksOf = (state: EditorState, { matches, at }: FoundWords): DecorationSet =>
  DecorationSet.create(
    state.doc,
    matches.map(({ from, to }, index) =>
      Decoration.inline(from, to, { class: index === at ? 'galley-found galley-found-now' : 'galley-found' }),
    ),
  )

/** The current match is the first one from `start` on, and follows changes of the text. */
function searchIn(state: EditorState, find: WordSearch['find'], start: number): WordSearch {
  const matches = find(state.doc)
  return withCurrent(state, find, { matches, at: firstFrom(matches, start) })
}

const withCurrent = (state: EditorState, find: WordSearch['find'], found: FoundWords): WordSearch => ({
  ...found,
  find,
  marks: marksOf(state, found),
  after: (change, next) => {
    const current = found.matches[found.at]
    return searchIn(next, find, current ? change.mapping.map(current.from, -1) : next.selection.from)
  },
})

export type Finder = ReturnType<typeof finderIn>

/** Searches until ended; `onFound` gets every change. */
export function finderIn(editor: Editor, onFound: (found: FoundWords) => void) {
  const search = () => slot.getState(editor.prosemirrorState) as WordSearch | undefined
  const found = (): FoundWords => search() ?? NOTHING
  const send = (change: Transaction) => editor.prosemirrorView.dispatch(change)
  const order = (wanted: SearchOrder, change = editor.prosemirrorState.tr) => change.setMeta(slot, wanted)
  const report = () => onFound(found())
  editor._tiptapEditor.on('transaction', report)

  /** Scrolls to the current match and moves the caret there, which also opens its tab. */
  const show = () => {
    const match = found().matches[found().at]
    if (!match) return
    const { tr, doc } = editor.prosemirrorState
    send(tr.setSelection(TextSelection.create(doc, match.from)))
    editor.prosemirrorView.dom.querySelector('.galley-found-now')?.scrollIntoView({ block: 'center' })
  }
  const replacing = () => editor.prosemirrorState.tr.setTime(Date.now() + APART_MS)
  const put = (change: Transaction, { from, to }: WordMatch, text: string) => {
    if (text === '') return change.delete(from, to)
    const marks = change.doc.resolve(from).marksAcross(change.doc.resolve(to)) ?? []
    return change.replaceWith(from, to, editor.pmSchema.text(text, marks))
  }
  return {
    seek: (sought: FindQuery) => {
      const find = searcher(patternOf(sought))
      send(order((state) => searchIn(state, find, found().matches[found().at]?.from ?? state.selection.from)))
      show()
    },
    step: (by: 1 | -1) => {
      const now = search()
      if (!now || now.matches.length === 0) return
      const at = (now.at + by + now.matches.length) % now.matches.length
      send(order((state) => withCurrent(state, now.find, { matches: now.matches, at })))
      show()
    },
    replace: (text: string) => {
      const now = search()
      const match = now?.matches[now.at]
      if (!now || !match) return
      // Continues after the replacement, which may contain the term.
      const findNext: SearchOrder = (state) => searchIn(state, now.find, match.from + text.length)
      send(order(findNext, put(replacing(), match, text)))
      show()
    },
    /** Returns how many were replaced. */
    replaceAll: (text: string): number => {
      const { matches } = found()
      const change = replacing()
      // From the end, so that earlier positions stay valid.
      for (const match of matches.toReversed()) put(change, match, text)
      if (matches.length > 0) send(change)
      return matches.length
    },
    end: () => {
      const match = found().matches[found().at]
      editor._tiptapEditor.off('transaction', report)
      send(order(() => undefined))
      const { tr, doc } = editor.prosemirrorState
      if (match) send(tr.setSelection(TextSelection.create(doc, match.from, match.to)))
      editor.focus()
    },
  }
}

/** The initial search term: selected words within a line. */
export function selectedText(editor: Editor): string {
  const { from, to, empty, $from, $to } = editor.prosemirrorState.selection
  return empty || !$from.sameParent($to) ? '' : editor.prosemirrorState.doc.textBetween(from, to)
}
