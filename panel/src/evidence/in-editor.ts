// Where the editor stands, and what to show in it. Reads and scrolls the page, and knows nothing else of the editor, whose code
// is loaded by itself.

import { useEffect, useState } from 'react'

const EDITOR = '.galley-editor'
const GIVE_UP_MS = 10_000

/** An EditedBlock may be one that is not saved yet. */
export type EditedBlock = { id: string; text: string }

const elementOf = (id: string) => document.querySelector(`${EDITOR} [data-id="${CSS.escape(id)}"]`)

function idAtCursor(): string | undefined {
  const node = document.getSelection()?.anchorNode
  const element = node instanceof Element ? node : node?.parentElement
  return (element?.closest(EDITOR) && element.closest('[data-id]')?.getAttribute('data-id')) || undefined
}

/** useBlockAtCursor is the id of the block in which someone was last; buttons beside the editor take the cursor out of it. */
export function useBlockAtCursor(): string | undefined {
  const [id, setId] = useState<string>()
  useEffect(() => {
    const follow = () => setId((last) => idAtCursor() ?? last)
    // The cursor may have been in the text before this was fetched.
    follow()
    document.addEventListener('selectionchange', follow)
    return () => document.removeEventListener('selectionchange', follow)
  }, [])
  return id
}

/** editedBlock is what the editor says of a block now. */
export const editedBlock = (id: string): EditedBlock => ({
  id,
  text: elementOf(id)?.querySelector('.bn-block-content')?.textContent ?? '',
})

/** showBlock puts the cursor into a block; false while the editor does not have it. */
export function showBlock(id: string): boolean {
  const block = elementOf(id)
  const editor = block?.closest<HTMLElement>(EDITOR)
  if (!block || !editor) return false
  editor.focus({ preventScroll: true })
  document.getSelection()?.selectAllChildren(block.querySelector('.bn-inline-content') ?? block)
  document.getSelection()?.collapseToStart()
  block.scrollIntoView({ block: 'center' })
  return true
}

/** useBlockOfAddress opens the editor at the block that the address names; the editor takes a moment to be there. */
export function useBlockOfAddress(id: string | undefined): void {
  useEffect(() => {
    if (id === undefined) return
    const until = performance.now() + GIVE_UP_MS
    let frame = 0
    const look = () => {
      if (!showBlock(id) && performance.now() < until) frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [id])
}
