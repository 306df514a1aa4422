// Converts typed Markdown to blocks through the service, one request at a time.

import type { Block } from 'galley-blocks/model.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'

const PAUSE_MS = 300

type MarkdownUses = {
  onChange: (blocks: Block[]) => void
  /** Called when typed text isn't in the blocks yet, and when it is. */
  onReading: (isReading: boolean) => void
  onText: (markdown: string) => void
  onError: (error: unknown) => void
}

/** The last typed text is always converted, even when the view is closed. */
export function useMarkdown(uses: MarkdownUses) {
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
        // More was typed meanwhile: the next request converts it.
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
