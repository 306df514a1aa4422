// A new document: title, category, visibility. Everything else is on its page.

import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { AccessList, Visibility } from '../api/types.ts'
import { CategorySelect } from '../categories/CategorySelect.tsx'
import { useCategories } from '../categories/queries.ts'
import { limitOf } from '../categories/tree.ts'
import { AccessFields } from '../people/AccessFields.tsx'
import { FormDialog } from '../ui/Dialog.tsx'
import { typeAhead } from '../ui/typeAhead.ts'
import { useApiForm } from '../ui/useApiForm.ts'
import { createDraft } from './queries.ts'

type Props = { onClose: () => void; category?: number | null; title?: string }
type Values = { title: string; category_id: number | null; visibility: Visibility; access: AccessList }

export function NewDocument({ onClose, category = null, title = '' }: Props) {
  const categories = useCategories()
  const navigate = useNavigate()
  const form = useApiForm({
    initialValues: {
      title,
      category_id: category,
      visibility: 'public',
      access: { roles: [], users: [], groups: [] },
    } as Values,
    // Stays open until the document's page is loaded; what is typed meanwhile begins its text.
    send: async (values) => {
      const forget = typeAhead()
      try {
        const { id } = await createDraft(values)
        await navigate({ to: '/documents/$id', params: { id: String(id) }, state: { isNew: true } })
      } catch (error) {
        forget()
        throw error
      }
    },
    onSent: onClose,
  })
  return (
    <FormDialog form={form} title="New document" action="Create" onClose={onClose}>
      <TextInput label="Title" data-autofocus required maxLength={300} {...form.getInputProps('title')} />
      <CategorySelect label="Category" {...form.getInputProps('category_id')} value={form.values.category_id} />
      <AccessFields
        visibility={form.values.visibility}
        access={form.values.access}
        limit={limitOf(categories.data ?? [], form.values.category_id)}
        onChange={form.setValues}
      />
    </FormDialog>
  )
}
