// Footnotes as visitors see them: a raised number where the text refers to one, and the same number before the note. Where the
// cursor stands, what was typed is shown instead. All of it belongs to the view: the text has "[^label]" (galley-blocks/footnotes.ts).

import { createExtension } from '@blocknote/core'
import { definitionIn, referencesIn } from 'galley-blocks/footnotes.ts'
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { element, outsideText } from './controls.ts'
import type { Editor } from './keys.ts'

/** A NotePlace is where a line refers to a footnote, or is one: then it begins with its label. */
type NotePlace = { key: string; from: number; to: number; isNote: boolean }
type Notes = { places: NotePlace[]; numbers: Map<string, number> }
const key = new PluginKey<Notes>('galley-footnotes')

const placeCache = new WeakMap<Node, NotePlace[]>()

/** placesIn counts from the start of the line. Lines that nobody touched are the same objects, and are read once. */
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

/** A line of the text itself is the document, its group, the block and the line. */
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
  // Numbered as they are mentioned; those that nothing mentions come last.
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

/** insertFootnote refers to a new note at the cursor, and goes on writing in it, at the end of the text. */
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
