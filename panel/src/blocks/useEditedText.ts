// What the editor shows, as the service's blocks: read after each change, and replaced when the page has another text.

import type { Block } from 'galley-blocks/model.ts'
import { useRef, useState } from 'react'
import { fromEditor, toEditor } from './editable.ts'
import type { Editor } from './keys.ts'

export function useEditedText(editor: Editor, blocks: Block[]) {
  const shown = () => editor.document as unknown as Block[]
  const [text] = useState(() => ({ current: fromEditor(blocks, shown()) }))
  const replacing = useRef(false)
  const [, fail] = useState()
  return {
    read: () => text.current.read(shown()),
    /** isReplacing: what the page puts in is not the person's change. */
    isReplacing: () => replacing.current,
    replaceWith: (next: Block[]) => {
      const held = toEditor(next)
      replacing.current = true
      try {
        editor.replaceBlocks(editor.document, (held.length > 0 ? held : [{ type: 'paragraph' }]) as never)
        text.current = fromEditor(next, shown(), text.current.originals)
      } catch (error) {
        // What would still be shown here is no longer what is being edited: the guard shows that instead.
        fail(() => {
          throw error
        })
      } finally {
        replacing.current = false
      }
    },
  }
}
