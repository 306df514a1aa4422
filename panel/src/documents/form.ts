// What is being edited of a document: its fields and blocks, the version they were read at, whether they differ from
// what is stored, and a copy in the browser until they are saved.

import { useCallback, useEffect, useRef, useState } from 'react'
import type { Block } from '../api/open.ts'
import type { DocumentOut, DocumentUpdate } from '../api/schema.ts'
import { forget, keep, readKept } from '../ui/kept.ts'

export type Fields = Pick<
  DocumentOut,
  'title' | 'slug' | 'summary' | 'category_id' | 'visibility' | 'access' | 'tags' | 'position'
>
type Kept = { version: number; fields: Fields; blocks: Block[]; at: string }

export const fieldsOf = (document: DocumentOut): Fields => ({
  title: document.title,
  slug: document.slug,
  summary: document.summary,
  category_id: document.category_id,
  visibility: document.visibility,
  access: document.access ?? { roles: [], users: [] },
  tags: document.tags,
  position: document.position,
})

const KEEP_AFTER = 400

export function useDocumentForm(document: DocumentOut) {
  const name = `document:${document.id}`
  const [found] = useState(() => readKept<Kept>(name))
  const [fields, setFields] = useState<Fields>(found?.fields ?? fieldsOf(document))
  const [version, setVersion] = useState(found?.version ?? document.version)
  const [dirty, setDirty] = useState(found !== undefined)
  const [restoredFrom, setRestoredFrom] = useState(found?.at)
  const blocks = useRef<Block[]>(found?.blocks ?? document.blocks)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ fields, version })
  latest.current = { fields, version }

  const keepSoon = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => keep(name, { ...latest.current, blocks: blocks.current, at: new Date().toISOString() } satisfies Kept),
      KEEP_AFTER,
    )
    setDirty(true)
  }, [name])
  useEffect(() => () => clearTimeout(timer.current), [])

  /** settle takes what the service now holds as the ground: after a save, or when the own changes are thrown away. */
  const settle = useCallback(
    (stored: DocumentOut) => {
      clearTimeout(timer.current)
      forget(name)
      blocks.current = stored.blocks
      setFields(fieldsOf(stored))
      setVersion(stored.version)
      setDirty(false)
      setRestoredFrom(undefined)
    },
    [name],
  )

  return {
    fields,
    version,
    dirty,
    restoredFrom,
    blocks,
    set: (part: Partial<Fields>) => {
      setFields((now) => ({ ...now, ...part }))
      keepSoon()
    },
    setBlocks: (next: Block[]) => {
      blocks.current = next
      keepSoon()
    },
    settle,
    body: (): DocumentUpdate => ({ ...fields, title: fields.title.trim(), blocks: blocks.current }),
  }
}

export type DocumentForm = ReturnType<typeof useDocumentForm>
