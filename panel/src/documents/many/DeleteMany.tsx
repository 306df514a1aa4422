// Deletes many documents, to the trash if there is one, with Undo.

import { List, Text } from '@mantine/core'
import type { DocumentRow } from '../../api/documentLists.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { counted } from '../../counted.ts'
import { notify, undoable } from '../../ui/notify.ts'
import classes from '../list/list.module.css'
import { useTrashDays } from '../trash/trashQueries.ts'
import { ForMany, type ManyProps } from './ForMany.tsx'
import { act, countOf, nameOf } from './many.ts'
import { undoForMany } from './undoForMany.ts'

const NAMED_AT_MOST = 8

export function DeleteMany({ documents, onDone, onClose }: ManyProps) {
  const days = useTrashDays()
  const more = documents.length - NAMED_AT_MOST
  const done = (deleted: DocumentRow[]) => {
    // Removed from the cache rather than invalidated: a refetch would be a 404.
    const ids = new Set<unknown>(deleted.map(({ id }) => id))
    queryClient.removeQueries({ queryKey: keys.document(), predicate: ({ queryKey: [, id] }) => ids.has(id) })
    const message = `Deleted ${countOf(deleted)}.`
    if (days > 0) undoable(message, nameOf('deleted', deleted), () => void undoForMany(deleted, act('restore')))
    else notify(message)
    onDone(deleted)
  }
  return (
    <ForMany
      documents={documents}
      title={`Delete ${countOf(documents)}?`}
      action="Delete"
      color="red"
      act={act('delete')}
      onDone={done}
      onClose={onClose}
    >
      <Text fz="sm">
        {days > 0
          ? `They move to the trash and can be restored with their revisions for ${counted(days, 'day')}. Their jobs and view counts are deleted permanently.`
          : "They are deleted with their content, revisions and jobs. This can't be undone."}
      </Text>
      <List fz="sm" className={classes.titles}>
        {documents.slice(0, NAMED_AT_MOST).map(({ id, title }) => (
          <List.Item key={id}>{title}</List.Item>
        ))}
        {more > 0 && <List.Item>and {more.toLocaleString('en')} more</List.Item>}
      </List>
    </ForMany>
  )
}
