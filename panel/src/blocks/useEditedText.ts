// Synchronises the editor with the service's blocks: read after each change, replaced when the page gets another text.

import type { Block } from 'galley-blocks/model.ts'
import { TextSelection } from 'prosemirror-state'
import { useRef, useState } from 'react'
import { isSame } from '../ui/localCopies.ts'
import { fromEditor, toEditor } from './editable.ts'
import type { Editor } from './keys.ts'

export function useEditedText(editor: Editor, blocks: Block[]) {
  const shown = () => editor.document as unknown as Block[]
  const [text] = useState(() => ({ current: fromEditor(blocks, shown()) }))
  const replacing = useRef(false)
  const [, fail] = useState()
  return {
    read: () => text.current.read(shown()),
    /** True while the page replaces the text, which isn't the person's change. */
    isReplacing: () => replacing.current,
    replaceWith: (next: Block[]) => {
      replacing.current = true
      try {
        keepingCaret(editor, () => replaceChanged(editor, text.current.read(shown()), next))
        text.current = fromEditor(next, shown(), text.current.originals)
      } catch (error) {
        // The editor no longer shows the edited text, so the guard shows it instead.
        fail(() => {
          throw error
        })
      } finally {
        replacing.current = false
      }
    },
  }
}

/** The caret stays between the same words when others changed the block in which it is. */
function keepingCaret(editor: Editor, replace: () => void): void {
  const { doc: was, selection } = editor.prosemirrorState
  replace()
  const { doc: is, selection: after } = editor.prosemirrorState
  const start = was.content.findDiffStart(is.content)
  if (start === null || !(selection instanceof TextSelection) || after.eq(selection)) return
  const { a: end } = was.content.findDiffEnd(is.content)!
  const moved = is.content.size - was.content.size
  const placeOf = (at: number) => (at <= start ? at : Math.max(start, at >= end ? at + moved : end + moved))
  const [anchor, head] = [selection.anchor, selection.head].map((at) =>
    is.resolve(Math.min(placeOf(at), is.content.size)),
  )
  const view = editor.prosemirrorView
  view?.dispatch(view.state.tr.setSelection(TextSelection.between(anchor!, head!)).setMeta('addToHistory', false))
}

/** Replaces only the changed middle, so that nothing else is drawn again. */
function replaceChanged(editor: Editor, shown: Block[], next: Block[]): void {
  const isKept = (one: Block | undefined, other: Block | undefined) =>
    one !== undefined && other !== undefined && (one === other || isSame(one, other))
  const most = Math.min(shown.length, next.length)
  let start = 0
  while (start < most && isKept(shown[start], next[start])) start++
  let end = 0
  while (end < most - start && isKept(shown.at(-1 - end), next.at(-1 - end))) end++
  const held = toEditor(next)
  const added = held.slice(start, held.length - end) as never[]
  const gone = editor.document.slice(start, shown.length - end)
  const [before, after] = [editor.document[start - 1], editor.document[start]]
  if (held.length === 0) editor.replaceBlocks(editor.document, [{ type: 'paragraph' }])
  else if (gone.length > 0) editor.replaceBlocks(gone, added)
  else if (added.length > 0 && before) editor.insertBlocks(added, before, 'after')
  else if (added.length > 0 && after) editor.insertBlocks(added, after, 'before')
}
