// A document's text as Markdown, in the place of the block editor. The service writes and reads it, over the blocks that it was
// written from: what Markdown does not carry stays. Fetched when someone first asks for it.

import { Loader, Textarea } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import type { EditorHandle } from '../../blocks/BlockEditor.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import classes from './editor.module.css'

const PAUSE_MS = 300

type Props = {
  blocks: Block[]
  onChange: (blocks: Block[]) => void
  /** onReading hears whether some of what was typed is not in the blocks yet. */
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
  // A save takes along what the blocks say, so that it waits for what was just typed.
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

type MarkdownUses = Pick<Props, 'onChange' | 'onReading'> & {
  onText: (markdown: string) => void
  onError: (error: unknown) => void
}

/** useMarkdown asks the service, one request at a time; the last text that was typed is always read, also when the view is left. */
function useMarkdown(uses: MarkdownUses) {
  const latest = useRef(uses)
  latest.current = uses
  const [markdown] = useState(() => {
    let base: Block[] = []
    let typed: string | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let under: Promise<boolean> = Promise.resolve(true)
    const readOnce = async (): Promise<boolean> => {
      const sent = typed
      if (sent === undefined) return true
      const { onChange, onReading, onError } = latest.current
      try {
        const { blocks } = await call('POST /api/docs/preview/markdown', { body: { blocks: base, markdown: sent } })
        // Typed meanwhile: the next one reads it.
        if (typed !== sent) return false
        typed = undefined
        onChange(blocks as unknown as Block[])
        onError(undefined)
        onReading(false)
        return true
      } catch (error) {
        onError(error)
        return false
      }
    }
    const read = (): Promise<boolean> => {
      clearTimeout(timer)
      under = under.then(readOnce)
      return under
    }
    const type = (next: string) => {
      typed = next
      latest.current.onReading(true)
      clearTimeout(timer)
      timer = setTimeout(read, PAUSE_MS)
    }
    const write = async (blocks: Block[]) => {
      const { onText, onError } = latest.current
      try {
        const { markdown } = await call('POST /api/docs/preview/markdown', { body: { blocks } })
        base = blocks
        onText(markdown)
        onError(undefined)
      } catch (error) {
        onError(error)
      }
    }
    return { read, write, type }
  })
  useEffect(() => () => void markdown.read(), [markdown])
  return markdown
}
