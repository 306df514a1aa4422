// Making a document: a title, a place for it and who may read it; everything else happens on its own page.

import { Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fieldErrors } from '../api/errors.ts'
import type { AccessList, Visibility } from '../api/types.ts'
import { CategorySelect } from '../categories/CategorySelect.tsx'
import { useCategories } from '../categories/queries.ts'
import { limitOf } from '../categories/tree.ts'
import { AccessFields } from '../ui/AccessFields.tsx'
import { Form, TextField } from '../ui/Form.tsx'
import { useCreateDocument } from './queries.ts'

type Props = { onClose: () => void; category?: number | null }

export function NewDocument({ onClose, category = null }: Props) {
  const [title, setTitle] = useState('')
  const [categoryId, setCategoryId] = useState(category)
  const [rights, setRights] = useState<{ visibility: Visibility; access: AccessList }>({
    visibility: 'public',
    access: { roles: [], users: [] },
  })
  const categories = useCategories()
  const navigate = useNavigate()
  const create = useCreateDocument(({ id }) => {
    onClose()
    void navigate({ to: '/documents/$id', params: { id: String(id) }, state: { isNew: true } })
  })
  const faults = fieldErrors(create.error)
  return (
    <Modal opened onClose={onClose} title="New document">
      <Form
        sending={create}
        onSend={() => create.mutate({ title, category_id: categoryId, ...rights })}
        action="Create"
        button={{ disabled: title.trim() === '' }}
        onCancel={onClose}
      >
        <TextField
          label="Title"
          data-autofocus
          required
          maxLength={300}
          value={title}
          error={faults.title}
          onChange={setTitle}
        />
        <CategorySelect label="Category" value={categoryId} onChange={setCategoryId} />
        <AccessFields
          {...rights}
          limit={limitOf(categories.data ?? [], categoryId)}
          onChange={(part) => setRights((now) => ({ ...now, ...part }))}
        />
      </Form>
    </Modal>
  )
}
