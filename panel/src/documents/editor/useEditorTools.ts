// Toggles of the editor: outline, tree, Markdown. The first two are remembered in this browser.

import { type ComponentType, useState } from 'react'
import type { EditedDocument } from '../saving/edited.ts'

/** The site's tree beside the editor, with the open document marked. */
export type TreeBeside = ComponentType<{ document: EditedDocument; onClose: () => void }>

/** Mantine's useLocalStorage would be in every page's first load. */
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
  /** Typed Markdown isn't in the blocks yet, so a save would miss it. */
  const [isReading, setReading] = useState(false)
  return { hasOutline, showOutline, hasTree, showTree, isMarkdown, showMarkdown, isReading, setReading }
}

export type EditorTools = ReturnType<typeof useEditorTools>
