// Adding tags to many documents, or taking them away; Undo gives each back what it had.

import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import type { DocumentRow } from '../../api/documentLists.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { undoable } from '../../ui/notify.ts'
import { TagsField } from '../../ui/TagsField.tsx'
import { ForMany, type ManyProps } from './ForMany.tsx'
import { countOf } from './many.ts'
import { undoForMany } from './undoForMany.ts'

const put = async (id: number, tags: string[]) => {
  await call('PUT /api/admin/docs/{doc_id}', { path: { doc_id: id }, body: { tags } })
  void queryClient.invalidateQueries({ queryKey: keys.document(id) })
}

const isIn = (tags: string[], tag: string) => tags.some((other) => other.toLowerCase() === tag.toLowerCase())

/** changed is what the tags of a document become; undefined where nothing changes. */
function changed(own: string[], tags: string[], what: 'add' | 'remove'): string[] | undefined {
  const next =
    what === 'add' ? [...own, ...tags.filter((tag) => !isIn(own, tag))] : own.filter((tag) => !isIn(tags, tag))
  return next.length === own.length ? undefined : next
}

export function TagMany({ documents, onDone, onClose }: ManyProps) {
  const [what, choose] = useState<'add' | 'remove'>('add')
  const [tags, setTags] = useState<string[]>([])
  const act = async ({ id, tags: own }: DocumentRow) => {
    const next = changed(own, tags, what)
    if (next) await put(id, next)
  }
  const done = (tagged: DocumentRow[]) => {
    const message = `${what === 'add' ? 'Tagged' : 'Removed tags from'} ${countOf(tagged)}.`
    const touched = tagged.filter((row) => changed(row.tags, tags, what))
    undoable(
      message,
      `tagged ${tagged.map(({ id }) => id)}`,
      () => void undoForMany(touched, (row) => put(row.id, row.tags)),
    )
    onDone(tagged)
  }
  return (
    <ForMany
      documents={documents}
      title={`Tags of ${countOf(documents)}`}
      action={what === 'add' ? 'Add tags' : 'Remove tags'}
      disabled={tags.length === 0}
      act={act}
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
