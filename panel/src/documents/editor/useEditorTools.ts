// What is shown beside the text of a document: the outline, the tree of the site, Markdown instead of blocks. The first two are
// remembered in this browser.

import { type ComponentType, useState } from 'react'
import type { EditedDocument } from '../saving/edited.ts'

/** A TreeBeside is the tree of the site, with the open document in it. */
export type TreeBeside = ComponentType<{ document: EditedDocument; onClose: () => void }>

/** useRemembered: not Mantine's useLocalStorage, which would be part of every page's first load. */
function useRemembered(name: string): [boolean, (on: boolean) => void] {
  const key = `galley.shown.${name}`
  const [isOn, set] = useState(() => localStorage.getItem(key) === 'yes')
  return [
    isOn,
    (on) => {
      set(on)
      localStorage.setItem(key, on ? 'yes' : 'no')
    },
  ]
}

export function useEditorTools() {
  const [hasOutline, showOutline] = useRemembered('outline')
  const [hasTree, showTree] = useRemembered('tree')
  const [isMarkdown, showMarkdown] = useState(false)
  /** isReading: what was typed as Markdown is not read yet, so that a save would be without it. */
  const [isReading, setReading] = useState(false)
  return { hasOutline, showOutline, hasTree, showTree, isMarkdown, showMarkdown, isReading, setReading }
}

export type EditorTools = ReturnType<typeof useEditorTools>
