// Shows footnotes as on the site: a superscript number at references and before notes; where the cursor is, the source. View
// only: the text contains "[^label]" (galley-blocks/footnotes.ts).

import { createExtension } from '@blocknote/core'
import { definitionIn, referencesIn } from 'galley-blocks/footnotes.ts'
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { element, outsideText } from './controls.ts'
import type { Editor } from './keys.ts'

/** A reference in a line, or the label at the beginning of a note. */
type NotePlace = { key: string; from: number; to: number; isNote: boolean }
type Notes = { places: NotePlace[]; numbers: Map<string, number> }
const key = new PluginKey<Notes>('galley-footnotes')

const placeCache = new WeakMap<Node, NotePlace[]>()

/** Positions within the line, cached by line node. */
function placesIn(line: Node): NotePlace[] {
  let places = placeCache.get(line)
  if (places) return places
  places = []
  placeCache.set(line, places)
  if (!line.textContent.includes('[^')) return places
  line.forEach((node, offset) => {
    if (!node.isText || node.marks.some(({ type }) => SAID_AS_IS.has(type.name))) return
    const text = node.text!
    const note = offset === 0 && node.marks.length === 0 ? definitionIn(text) : undefined
    if (note) places.push({ key: note.key, from: 0, to: note.length, isNote: true })
    for (const { key, from, to } of referencesIn(text, offset > 0))
      if (from >= (note?.length ?? 0)) places.push({ key, from: offset + from, to: offset + to, isNote: false })
  })
  return places
}
const SAID_AS_IS = new Set(['code', 'math', 'link'])

/** The depth of a top-level line: document, group, block, line. */
const TOP = 2

function notesIn(doc: Node): Notes {
  const [places, notes]: [NotePlace[], NotePlace[]] = [[], []]
  const isNamed = new Set<string>()
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    for (const place of placesIn(node)) {
      const isTop = node.type.name === 'paragraph' && doc.resolve(position).depth === TOP
      const isNote = place.isNote && isTop && !isNamed.has(place.key)
      if (place.isNote && !isNote) continue
      if (isNote) isNamed.add(place.key)
      const found = { ...place, from: position + 1 + place.from, to: position + 1 + place.to }
      ;(isNote ? notes : places).push(found)
    }
    return false
  })
  const used = places.filter((place) => isNamed.has(place.key))
  // Numbered by first reference; unreferenced notes come last.
  const numbers = new Map([...new Set([...used, ...notes].map((place) => place.key))].map((key, nth) => [key, nth + 1]))
  return { places: [...notes, ...used], numbers }
}

function drawings(state: EditorState): DecorationSet {
  const { places, numbers } = key.getState(state)!
  const { from: start, to: end } = state.selection
  const found = places.flatMap(({ key, from, to, isNote }) => {
    const line = state.doc.resolve(from)
    const small = isNote ? [Decoration.node(line.before(), line.after(), { class: 'galley-note' })] : []
    if (start <= to && end >= from) return small
    const number = numbers.get(key)!
    const drawn = () =>
      outsideText(
        isNote
          ? element('span', 'galley-note-number', `${number}. `)
          : element('sup', 'galley-note-number', String(number)),
      )
    return [
      ...small,
      Decoration.inline(from, to, { class: 'galley-note-source' }),
      Decoration.widget(to, drawn, { key: `note ${number} ${isNote}`, side: -1 }),
    ]
  })
  return DecorationSet.create(state.doc, found)
}

export const footnotes = createExtension({
  key: 'galleyFootnotes',
  prosemirrorPlugins: [
    new Plugin<Notes>({
      key,
      state: {
        init: (_config, { doc }) => notesIn(doc),
        apply: (change, notes) => (change.docChanged ? notesIn(change.doc) : notes),
      },
      props: { decorations: drawings },
    }),
  ],
})

/** Inserts a reference at the cursor and a note at the end of the text, and moves the caret there. */
export function insertFootnote(editor: Editor): void {
  const { numbers } = key.getState(editor.prosemirrorState)!
  let label = 1
  while (numbers.has(String(label))) label++
  const { $from } = editor.prosemirrorState.selection
  const isAfterSpace = $from.parent.textBetween(0, $from.parentOffset).endsWith(' ')
  editor.transact((change) => change.insertText(`[^${label}]`, $from.pos - (isAfterSpace ? 1 : 0), $from.pos))
  const last = editor.document.findLast(({ type, content }) => type !== 'paragraph' || content.length > 0)
  const [note] = editor.insertBlocks(
    [{ type: 'paragraph', content: `[^${label}]: ` }],
    last ?? editor.document[0]!,
    'after',
  )
  if (note) editor.setTextCursorPosition(note, 'end')
}
