// Moves many documents to a category or to none, with Undo.

import { useState } from 'react'
import { type DocumentRow, NO_CATEGORY } from '../../api/documentLists.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { CategorySelect } from '../../categories/CategorySelect.tsx'
import { usePaths } from '../../categories/queries.ts'
import { undoable } from '../../ui/notify.ts'
import { ForMany, type ManyProps } from './ForMany.tsx'
import { act, countOf, nameOf } from './many.ts'
import { undoForMany } from './undoForMany.ts'

export function MoveMany({ documents, onDone, onClose }: ManyProps) {
  // null: nothing chosen yet; "No category" has its own value.
  const [category, setCategory] = useState<number | null>(null)
  const { labelOf } = usePaths()
  const done = (moved: DocumentRow[]) => {
    void queryClient.invalidateQueries({ queryKey: keys.categories })
    const message =
      category === NO_CATEGORY
        ? `Removed the category of ${countOf(moved)}.`
        : `Moved ${countOf(moved)} to “${labelOf(category)}”.`
    const back = act<DocumentRow>('change', ({ category_id, position }) => ({ category_id, position }))
    undoable(message, nameOf('moved', moved), () => void undoForMany(moved, back))
    onDone(moved)
  }
  return (
    <ForMany
      documents={documents}
      title={`Move ${countOf(documents)}`}
      action="Move"
      disabled={category === null}
      act={act('change', () => ({ category_id: category === NO_CATEGORY ? null : category }))}
      onDone={done}
      onClose={onClose}
    >
      <CategorySelect
        label="Category"
        placeholder="Choose a category"
        none="No category"
        data-autofocus
        value={category}
        onChange={setCategory}
      />
    </ForMany>
  )
}
