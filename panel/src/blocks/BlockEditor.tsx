// The block editor, loaded on demand: BlockNote with slash menu, drag handles, tables, code, pictures, files and media by address.

import '@blocknote/core/style.css'
import '@blocknote/react/style.css'
import '@blocknote/mantine/blocknoteStyles.css'
import './editor.css'
import './custom-blocks.css'
import './hero-and-cards.css'
import { BlockNoteView } from '@blocknote/mantine'
import { useCreateBlockNote } from '@blocknote/react'
import { useComputedColorScheme } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import { type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { lazily } from '../ui/lazily.tsx'
import { takeTyped } from '../ui/typeAhead.ts'
import { dictionary } from './dictionary.ts'
import { toEditor } from './editable.ts'
import { EXTENSIONS } from './extensions.ts'
import { useFinding } from './find/useFinding.ts'
import { beforeEditor, leftBy } from './keys.ts'
import { closeLink, documentFinder, takesLinkKey } from './links.ts'
import { Menus } from './Menus.tsx'
import { readFile } from './markdown.ts'
import { pasteIntoEditor, takeDropped } from './paste.ts'
import { whenAllowed } from './remote.ts'
import { schema } from './schema.ts'
import { tableHandles } from './TableMenus.tsx'
import { Toolbar } from './Toolbar.tsx'
import { upload } from './uploads.ts'
import { useEditedText } from './useEditedText.ts'

const FindBar = lazily(() => import('./find/FindBar.tsx'), 'FindBar')

/** What pages may call on the editor. */
export type EditorHandle = {
  replaceWith: (blocks: Block[]) => void
  insertMarkdown: (markdown: string) => void
  focus: () => void
  find: () => void
  /** Waits until everything typed is in the blocks; false if that failed. */
  settled: () => Promise<boolean>
}

type Props = {
  blocks: Block[]
  onChange: (blocks: Block[]) => void
  label: string
  autoFocus?: boolean
  /** Images of other sites are loaded only on request. */
  isDraft?: boolean
  ref?: Ref<EditorHandle>
}

export function BlockEditor({ blocks, onChange, label, autoFocus = false, isDraft = false, ref }: Props) {
  const scheme = useComputedColorScheme('light')
  const [start] = useState(() => toEditor(blocks))
  const editor = useCreateBlockNote({
    schema,
    ...(start.length > 0 && { initialContent: withLine(start) as never }),
    domAttributes: { editor: { 'aria-label': label, class: 'galley-editor' } },
    uploadFile: upload,
    ...(isDraft && { resolveFileUrl: whenAllowed }),
    tables: { headers: true, cellBackgroundColor: true, cellTextColor: true },
    dictionary,
    pasteHandler: pasteIntoEditor,
    extensions: EXTENSIONS,
  })
  const [finder] = useState(() => documentFinder(editor))
  const [TableHandles] = useState(() => tableHandles(editor))
  const after = useRef<HTMLDivElement>(null)
  const text = useEditedText(editor, blocks)
  const find = useFinding()

  useImperativeHandle(ref, () => ({
    replaceWith: text.replaceWith,
    insertMarkdown: (markdown) => {
      const last = editor.document.at(-1)
      if (last) void readFile(editor, markdown).then((blocks) => editor.insertBlocks(blocks, last.id, 'after'))
    },
    focus: () => editor.focus(),
    find: () => find.begin(false),
    settled: async () => true,
  }))

  // Earlier than BlockNoteView's own onChange, which is attached only after drawing; on a slow machine keys would be missed.
  useLayoutEffect(() => editor.onChange(() => void (text.isReplacing() || onChange(text.read()))))
  useLayoutEffect(() => {
    // Otherwise a text that begins with an image would open with the image selected, and the next key would replace it.
    const first = editor.document.find(isLine)
    if (first && first !== editor.document[0]) editor.setTextCursorPosition(first, 'start')
    if (!autoFocus) return
    editor.focus()
    const typed = takeTyped()
    if (typed !== '') editor.insertInlineContent(typed)
  }, [editor, autoFocus])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the editor inside.
    <div
      onKeyDownCapture={(event) => {
        if (find.takesKey(event)) return
        finder.beforeKey(event)
        beforeEditor(editor, event)
      }}
      onKeyDown={(event) => {
        if (takesLinkKey(editor, event)) event.stopPropagation()
        if (leftBy(editor, event)) after.current?.focus()
      }}
      onBeforeInputCapture={(event) => closeLink(editor, event)}
      onDropCapture={(event) => takeDropped(editor, event)}
    >
      {find.request && <FindBar {...find.request} editor={editor} onClose={find.end} />}
      <BlockNoteView
        editor={editor}
        theme={scheme}
        formattingToolbar={false}
        linkToolbar={false}
        slashMenu={false}
        emojiPicker={false}
        tableHandles={false}
      >
        <Toolbar />
        <TableHandles />
        <Menus editor={editor} finder={finder} />
      </BlockNoteView>
      {/* Escape moves the focus here, from where Tab leaves: inside the editor Tab would return to the text. */}
      <div ref={after} tabIndex={-1} role="note" aria-label="End of content" />
    </div>
  )
}

const isLine = ({ content }: { content?: unknown }) => Array.isArray(content)

/** Adds an empty line to a text without any text block, for the caret. */
const withLine = (blocks: Block[]): (Block | { type: 'paragraph' })[] =>
  blocks.some(({ content }) => content !== undefined) ? blocks : [...blocks, { type: 'paragraph' }]
