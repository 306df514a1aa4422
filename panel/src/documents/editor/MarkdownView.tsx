// The document's text as Markdown instead of blocks. The service converts both ways, based on the original blocks, so that
// nothing Markdown lacks is lost. Loaded on demand.

import { Loader, Textarea } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { EditorHandle } from '../../blocks/BlockEditor.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import classes from './editor.module.css'
import { useMarkdown } from './useMarkdown.ts'

type Props = {
  blocks: Block[]
  onChange: (blocks: Block[]) => void
  /** Called when typed text isn't in the blocks yet, and when it is. */
  onReading: (isReading: boolean) => void
  onSave: () => void
  ref?: Ref<EditorHandle>
}

export function MarkdownView({ blocks, onChange, onReading, onSave, ref }: Props) {
  const [text, setText] = useState<string>()
  const [error, setError] = useState<unknown>()
  const field = useRef<HTMLTextAreaElement>(null)
  const { read, write, type } = useMarkdown({ onChange, onReading, onText: setText, onError: setError })
  const [first] = useState(blocks)
  useEffect(() => void write(first), [write, first])

  const change = (next: string) => {
    setText(next)
    type(next)
  }
  useImperativeHandle(ref, () => ({
    replaceWith: write,
    insertMarkdown: (markdown) => change(`${text ?? ''}\n${markdown}`),
    focus: () => field.current?.focus(),
    find: () => {},
    settled: read,
  }))
  // Saving uses the blocks, so it waits until the typed text is converted.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return
    event.preventDefault()
    event.stopPropagation()
    void read().then((isRead) => isRead && onSave())
  }
  return (
    <>
      <ErrorNote error={error} title="This Markdown couldn't be read" />
      {text === undefined ? (
        !error && <Loader type="dots" m="xl" aria-label="Loading the Markdown" />
      ) : (
        <Textarea
          ref={field}
          variant="unstyled"
          autosize
          minRows={16}
          autoFocus
          spellCheck={false}
          aria-label="Document as Markdown"
          classNames={{ input: classes.markdown }}
          value={text}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget: { value } }) => change(value)}
        />
      )}
    </>
  )
}
