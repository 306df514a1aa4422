// The editor's cursor and blocks, through the DOM, because the editor's code is loaded separately.

import { useEffect, useState } from 'react'

const EDITOR = '.galley-editor'
const GIVE_UP_MS = 10_000

/** The block may not be saved yet. */
export type EditedBlock = { id: string; text: string }

const elementOf = (id: string) => document.querySelector(`${EDITOR} [data-id="${CSS.escape(id)}"]`)

function idAtCursor(): string | undefined {
  const node = document.getSelection()?.anchorNode
  const element = node instanceof Element ? node : node?.parentElement
  return (element?.closest(EDITOR) && element.closest('[data-id]')?.getAttribute('data-id')) || undefined
}

/** The block that last had the cursor; buttons beside the editor take it away. */
export function useBlockAtCursor(): string | undefined {
  const [id, setId] = useState<string>()
  useEffect(() => {
    const follow = () => setId((last) => idAtCursor() ?? last)
    // The cursor may have been in the text before this code was loaded.
    follow()
    document.addEventListener('selectionchange', follow)
    return () => document.removeEventListener('selectionchange', follow)
  }, [])
  return id
}

/** A block's current text in the editor. */
export const editedBlock = (id: string): EditedBlock => ({
  id,
  text: elementOf(id)?.querySelector('.bn-block-content')?.textContent ?? '',
})

/** Moves the cursor into a block; false if the editor doesn't have it yet. */
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

/** Opens the editor at the block named in the address, waiting until the editor is ready. */
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
