// What is shown beside the text of a document: the outline, the tree of the site, Markdown instead of blocks. The first two are
// remembered in this browser.

import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'

const useRemembered = (key: string) =>
  useLocalStorage<boolean>({ key: `galley.${key}`, defaultValue: false, getInitialValueInEffect: false })

export function useEditorTools() {
  const [hasOutline, showOutline] = useRemembered('outline')
  const [hasTree, showTree] = useRemembered('tree')
  const [isMarkdown, showMarkdown] = useState(false)
  /** isReading: what was typed as Markdown is not read yet, so that a save would be without it. */
  const [isReading, setReading] = useState(false)
  return { hasOutline, showOutline, hasTree, showTree, isMarkdown, showMarkdown, isReading, setReading }
}

export type EditorTools = ReturnType<typeof useEditorTools>
