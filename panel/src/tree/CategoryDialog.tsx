// Creates or edits a category: name, parent, slug, description, access, check interval.

import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import type { CategoryOut } from 'galley-client/schema.ts'
import { useCallback } from 'react'
import { CategorySelect } from '../categories/CategorySelect.tsx'
import { createCategory, updateCategory, useCategories } from '../categories/queries.ts'
import { limitOf } from '../categories/tree.ts'
import { OwnerFields } from '../owners/OwnerFields.tsx'
import { AccessFields } from '../people/AccessFields.tsx'
import { FormDialog } from '../ui/Dialog.tsx'
import { useApiForm } from '../ui/useApiForm.ts'
import { useTreeDocuments } from './treeQueries.ts'

/** A category to edit, or the parent of a new one. */
export type Editing = { category?: CategoryOut; parentId?: number | null }

type Props = Editing & { onClose: () => void }

export function CategoryDialog({ category, parentId = null, onClose }: Props) {
  const tree = useCategories()
  const isItself = useCallback((node: CategoryOut) => node.id === category?.id, [category?.id])
  const inside = useTreeDocuments().data?.get(category?.id ?? 0) ?? []
  const form = useApiForm({
    initialValues: {
      name: category?.name ?? '',
      parent_id: category ? category.parent_id : parentId,
      slug: category?.slug ?? '',
      description: category?.description ?? '',
      visibility: category?.visibility ?? 'public',
      access: category?.access ?? { roles: [], users: [], groups: [] },
      review_after: category?.review_after ?? ('' as number | ''),
      index_id: category?.index_id ?? null,
    },
    send: ({ slug, ...values }) => {
      const body = {
        ...values,
        name: values.name.trim(),
        description: values.description.trim() || null,
        review_after: values.review_after === '' ? null : values.review_after,
        ...(slug.trim() !== '' && slug.trim() !== category?.slug && { slug: slug.trim() }),
      }
      return category ? updateCategory(category.id, body) : createCategory(body)
    },
    onSent: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={category ? 'Edit category' : 'New category'}
      action={category ? 'Save' : 'Create'}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus required maxLength={120} {...form.getInputProps('name')} />
      <CategorySelect
        label="Parent"
        placeholder="None (top level)"
        without={isItself}
        {...form.getInputProps('parent_id')}
        value={form.values.parent_id}
      />
      <TextInput label="Slug" placeholder="Leave blank to generate one" {...form.getInputProps('slug')} />
      <Textarea label="Description" autosize minRows={2} maxRows={6} {...form.getInputProps('description')} />
      <AccessFields
        visibility={form.values.visibility}
        access={form.values.access}
        limit={limitOf(tree.data ?? [], form.values.parent_id)}
        onChange={form.setValues}
      />
      <NumberInput
        label="Check passages after (days)"
        description="Passages whose sources nobody has checked for this long appear under “Review”. Enter 0 for never."
        placeholder={form.values.parent_id === null ? 'Never' : 'Same as the parent'}
        min={0}
        max={3650}
        allowDecimal={false}
        {...form.getInputProps('review_after')}
      />
      {inside.length > 0 && (
        <Select
          label="Page of the category"
          description="The page that visitors see when they open the category."
          placeholder="A list of what is in it"
          searchable
          clearable
          data={inside.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={form.values.index_id === null ? null : String(form.values.index_id)}
          onChange={(value) => form.setFieldValue('index_id', value === null ? null : Number(value))}
        />
      )}
      {category && <OwnerFields of="category" id={category.id} />}
    </FormDialog>
  )
}
