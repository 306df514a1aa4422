// Deletes a category: at once if empty, else after choosing what happens to its content. Can be undone, or restored from the
// trash.

import { Radio, Stack } from '@mantine/core'
import type { CategoryOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { CategorySelect } from '../categories/CategorySelect.tsx'
import { useDeleteCategory } from '../categories/queries.ts'
import { counted } from '../counted.ts'
import { restoreCategory, useTrashDays } from '../documents/trash/trashQueries.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { notify, undoable } from '../ui/notify.ts'

/** CategorySelect's value for no category. */
const ROOT = 0

export function DeleteCategory({ category, onClose }: { category: CategoryOut; onClose: () => void }) {
  const remove = useDeleteCategory()
  const days = useTrashDays()
  const [content, setContent] = useState<'move' | 'trash'>('move')
  const [to, setTo] = useState<number | null>(category.parent_id ?? ROOT)
  const isEmpty = category.document_count + category.children.length === 0
  const removal = content === 'move' ? { content, to: to ? String(to) : 'root' } : { content }
  return (
    <Confirm
      title={`Delete “${category.name}”?`}
      action="Delete"
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync({ id: category.id, ...(!isEmpty && removal) })
        const message = `Deleted “${category.name}”.`
        const { id, name, children, document_count } = category
        const taken =
          content === 'trash'
            ? { categories: children.length, documents: document_count }
            : { categories: 0, documents: 0 }
        if (days > 0) undoable(message, `deleted category ${id}`, () => void restoreCategory({ id, name, ...taken }))
        else notify(message)
      }}
    >
      {isEmpty ? (
        'The category is empty. Nothing else is deleted.'
      ) : (
        <Radio.Group
          label={`It contains ${contentOf(category)}.`}
          value={content}
          onChange={(value) => setContent(value as 'move' | 'trash')}
        >
          <Stack gap="sm" mt="sm">
            <Radio value="move" label="Move the content to another category" />
            {content === 'move' && (
              <CategorySelect
                ml={32}
                aria-label="Move to"
                value={to}
                onChange={setTo}
                clearable={false}
                none="Top level"
                without={({ id }) => id === category.id}
              />
            )}
            <Radio
              value="trash"
              label={days > 0 ? 'Move everything to the trash' : 'Delete everything permanently'}
              description={
                days > 0
                  ? `For ${counted(days, 'day')} the category can be restored with its content, place and access.`
                  : 'There is no trash: nothing of it can be restored.'
              }
            />
          </Stack>
        </Radio.Group>
      )}
    </Confirm>
  )
}

/** A category and all its descendants. */
const below = (category: CategoryOut): CategoryOut[] => [category, ...category.children.flatMap(below)]

function contentOf(category: CategoryOut): string {
  const all = below(category)
  const categories = all.length - 1
  const documents = all.reduce((sum, { document_count }) => sum + document_count, 0)
  const parts = [
    categories > 0 && counted(categories, 'category', 'categories'),
    documents > 0 && counted(documents, 'document'),
  ]
  return parts.filter(Boolean).join(' and ')
}
