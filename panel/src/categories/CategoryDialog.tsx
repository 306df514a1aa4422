// Making a category, or changing its name, address, description, place and rights.

import { Modal, Textarea } from '@mantine/core'
import { useCallback, useState } from 'react'
import { fieldErrors } from '../api/errors.ts'
import type { CategoryOut } from '../api/schema.ts'
import type { AccessList, Visibility } from '../api/types.ts'
import { AccessFields } from '../ui/AccessFields.tsx'
import { Form, TextField } from '../ui/Form.tsx'
import { CategorySelect } from './CategorySelect.tsx'
import { useCategories, useCreateCategory, useUpdateCategory } from './queries.ts'
import { limitOf } from './tree.ts'

type Props = { category?: CategoryOut; parentId?: number | null; onClose: () => void }

export function CategoryDialog({ category, parentId = null, onClose }: Props) {
  const [name, setName] = useState(category?.name ?? '')
  const [slug, setSlug] = useState(category?.slug ?? '')
  const [description, setDescription] = useState(category?.description ?? '')
  const [parent, setParent] = useState(category ? category.parent_id : parentId)
  const [rights, setRights] = useState<{ visibility: Visibility; access: AccessList }>({
    visibility: category?.visibility ?? 'public',
    access: category?.access ?? { roles: [], users: [] },
  })
  const create = useCreateCategory()
  const update = useUpdateCategory()
  const pending = create.isPending || update.isPending
  const error = create.error ?? update.error
  const faults = fieldErrors(error)
  const tree = useCategories()
  const own = useCallback((node: CategoryOut) => node.id === category?.id, [category?.id])

  const submit = () => {
    const body = {
      name: name.trim(),
      description: description.trim() || null,
      parent_id: parent,
      ...(slug.trim() !== '' && slug.trim() !== category?.slug && { slug: slug.trim() }),
      ...rights,
    }
    if (category) update.mutate({ id: category.id, ...body }, { onSuccess: onClose })
    else create.mutate(body, { onSuccess: onClose })
  }
  return (
    <Modal opened onClose={onClose} title={category ? 'Change the category' : 'New category'}>
      <Form
        sending={{ isPending: pending, error }}
        onSend={submit}
        action={category ? 'Save' : 'Create'}
        button={{ disabled: name.trim() === '' }}
        onCancel={onClose}
      >
        <TextField
          label="Name"
          data-autofocus
          required
          maxLength={120}
          value={name}
          error={faults.name}
          onChange={setName}
        />
        <CategorySelect
          label="Inside"
          placeholder="At the top"
          value={parent}
          onChange={setParent}
          without={own}
          error={faults.parent_id}
        />
        <TextField
          label="Address"
          placeholder="Made from the name"
          value={slug}
          error={faults.slug}
          onChange={setSlug}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={6}
          value={description}
          error={faults.description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <AccessFields
          {...rights}
          limit={limitOf(tree.data ?? [], parent)}
          onChange={(part) => setRights((now) => ({ ...now, ...part }))}
        />
      </Form>
    </Modal>
  )
}
