// Making a document: a title and a place for it; everything else happens on its own page.

import { Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fieldErrors } from '../api/errors.ts'
import { CategorySelect } from '../categories/CategorySelect.tsx'
import { Form, TextField } from '../ui/Form.tsx'
import { useCreateDocument } from './queries.ts'

export function NewDocument({ onClose, category = null }: { onClose: () => void; category?: number | null }) {
  const [title, setTitle] = useState('')
  const [categoryId, setCategoryId] = useState(category)
  const navigate = useNavigate()
  const create = useCreateDocument()
  const submit = () =>
    create.mutate(
      { title, ...(categoryId !== null && { category_id: categoryId }) },
      {
        onSuccess: (document) => {
          onClose()
          void navigate({ to: '/documents/$id', params: { id: String(document.id) }, state: { isNew: true } })
        },
      },
    )
  const faults = fieldErrors(create.error)
  return (
    <Modal opened onClose={onClose} title="New document">
      <Form
        sending={create}
        onSend={submit}
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
      </Form>
    </Modal>
  )
}
