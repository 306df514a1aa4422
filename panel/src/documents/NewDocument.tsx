// Making a document: a title and a place for it; everything else happens on its own page.

import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fieldErrors } from '../api/errors.ts'
import { CategorySelect } from '../categories/CategorySelect.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
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
          void navigate({ to: '/documents/$id', params: { id: String(document.id) } })
        },
      },
    )
  const faults = fieldErrors(create.error)
  return (
    <Modal opened onClose={onClose} title="New document">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          <TextInput
            label="Title"
            data-autofocus
            required
            withAsterisk={false}
            maxLength={300}
            value={title}
            error={faults.title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <CategorySelect label="Category" value={categoryId} onChange={setCategoryId} />
          {Object.keys(faults).length === 0 && <ErrorNote error={create.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending} disabled={title.trim() === ''}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
