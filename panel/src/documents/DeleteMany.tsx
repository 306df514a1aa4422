// Deleting many documents at once: into the trash where there is one, and back from there with one Undo.

import { List, Text } from '@mantine/core'
import { call } from '../api/client.ts'
import { keys, queryClient } from '../api/queries.ts'
import { notify, undoable } from '../ui/notify.ts'
import classes from './documents.module.css'
import { ForMany, type ManyProps } from './ForMany.tsx'
import { countOf } from './many.ts'
import type { DocumentRow } from './queries.ts'
import { takeBack } from './takeBack.ts'
import { restore, useTrashDays } from './trashQueries.ts'

const NAMED_AT_MOST = 8

export function DeleteMany({ documents, onDone, onClose }: ManyProps) {
  const days = useTrashDays()
  const more = documents.length - NAMED_AT_MOST
  const done = (deleted: DocumentRow[]) => {
    for (const { id } of deleted) queryClient.removeQueries({ queryKey: keys.document(id) })
    const message = `Deleted ${countOf(deleted)}.`
    const name = `deleted ${deleted.map(({ id }) => id)}`
    if (days > 0) undoable(message, name, () => void takeBack(deleted, ({ id }) => restore(id)))
    else notify(message)
    onDone(deleted)
  }
  return (
    <ForMany
      documents={documents}
      title={`Delete ${countOf(documents)}?`}
      action="Delete"
      color="red"
      act={({ id }) => call('DELETE /api/admin/docs/{doc_id}', { path: { doc_id: id } })}
      onDone={done}
      onClose={onClose}
    >
      <Text fz="sm">
        {days > 0
          ? `They go to the trash and can be brought back with their revisions for ${days === 1 ? 'a day' : `${days} days`}. Their jobs and the counts of their views go for good.`
          : 'They go with their text, their revisions and their jobs. This cannot be undone.'}
      </Text>
      <List fz="sm" className={classes.titles}>
        {documents.slice(0, NAMED_AT_MOST).map(({ id, title }) => (
          <List.Item key={id}>{title}</List.Item>
        ))}
        {more > 0 && <List.Item>and {more} more</List.Item>}
      </List>
    </ForMany>
  )
}
