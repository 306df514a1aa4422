// Adds or removes tags of many documents, with Undo.

import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { DocumentRow } from '../../api/documentLists.ts'
import { undoable } from '../../ui/notify.ts'
import { TagsField } from '../../ui/TagsField.tsx'
import { ForMany, type ManyProps } from './ForMany.tsx'
import { act, countOf, nameOf } from './many.ts'
import { undoForMany } from './undoForMany.ts'

const isIn = (tags: string[], tag: string) => tags.some((other) => other.toLowerCase() === tag.toLowerCase())

/** A document's new tags; undefined if nothing changes. */
function changed(own: string[], tags: string[], what: 'add' | 'remove'): string[] | undefined {
  const next =
    what === 'add' ? [...own, ...tags.filter((tag) => !isIn(own, tag))] : own.filter((tag) => !isIn(tags, tag))
  return next.length === own.length ? undefined : next
}

export function TagMany({ documents, onDone, onClose }: ManyProps) {
  const [what, choose] = useState<'add' | 'remove'>('add')
  const [tags, setTags] = useState<string[]>([])
  const tag = act<DocumentRow>('change', (row) => {
    const next = changed(row.tags, tags, what)
    return next ? { tags: next } : {}
  })
  const done = (tagged: DocumentRow[]) => {
    const touched = tagged.filter((row) => changed(row.tags, tags, what))
    const message = `${what === 'add' ? 'Tagged' : 'Removed tags from'} ${countOf(touched)}.`
    undoable(
      message,
      nameOf('tagged', tagged),
      () =>
        void undoForMany(
          touched,
          act<DocumentRow>('change', (row) => ({ tags: row.tags })),
        ),
    )
    onDone(tagged)
  }
  return (
    <ForMany
      documents={documents}
      title={`Tags of ${countOf(documents)}`}
      action={what === 'add' ? 'Add tags' : 'Remove tags'}
      disabled={tags.length === 0}
      act={tag}
      onDone={done}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label="What to do"
        mb="sm"
        data={[
          { value: 'add', label: 'Add' },
          { value: 'remove', label: 'Remove' },
        ]}
        value={what}
        onChange={(value) => choose(value as 'add' | 'remove')}
      />
      <TagsField label="Tags" most={20} value={tags} onChange={setTags} placeholder="Type and press Enter" />
    </ForMany>
  )
}
