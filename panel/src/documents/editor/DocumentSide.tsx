// Cards beside the content: pipeline, category, access, views.

import { Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { CategoryField } from '../../categories/CategoryField.tsx'
import { useCategories } from '../../categories/queries.ts'
import { limitOf } from '../../categories/tree.ts'
import { AccessFields } from '../../people/AccessFields.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { TagsField } from '../../ui/TagsField.tsx'
import type { EditedDocument } from '../saving/edited.ts'
import type { DocumentEdit } from '../saving/useDocumentEdit.ts'
import { DocumentFacts } from './DocumentFacts.tsx'
import { DraftCard } from './DraftCard.tsx'

const FeedbackCard = lazily(() => import('./FeedbackCard.tsx'), 'FeedbackCard')
const CommentsCard = lazily(() => import('../../comments/CommentsCard.tsx'), 'CommentsCard')
const SuggestionView = lazily(() => import('../../proposals/SuggestionView.tsx'), 'SuggestionView')
const OwnerFields = lazily(() => import('../../owners/OwnerFields.tsx'), 'OwnerFields')
const SourcesCard = lazily(() => import('../../evidence/SourcesCard.tsx'), 'SourcesCard')

type Props = { document: EditedDocument; edit: DocumentEdit; errors: Record<string, string>; children: ReactNode }

export function DocumentSide({ document, edit, errors, children }: Props) {
  const { fields, set } = edit
  const categories = useCategories()
  return (
    <Stack gap="lg" component="aside" aria-label="About this document">
      {children}
      <DraftCard document={document} />
      <Stack gap="sm">
        <CategoryField
          label="Category"
          value={fields.category_id ?? null}
          error={errors.category_id}
          onChange={(category_id) => set({ category_id })}
        />
        <TagsField
          label="Tags"
          most={20}
          value={fields.tags}
          error={errors.tags}
          onChange={(tags) => set({ tags })}
          placeholder={fields.tags.length === 0 ? 'Type and press Enter' : ''}
        />
        <TextInput
          label="Address"
          description="The old one keeps working."
          leftSection={
            <Text fz="xs" c="dimmed">
              /read/
            </Text>
          }
          leftSectionWidth={50}
          value={fields.slug}
          error={errors.slug}
          onChange={(event) => set({ slug: event.currentTarget.value })}
        />
        {/* Mantine's NumberInput would add 9 kB to the first load. */}
        <TextInput
          type="number"
          label="Position in category"
          placeholder="By title"
          min={0}
          step={1}
          value={fields.position ?? ''}
          error={errors.position}
          onChange={({ currentTarget: { value } }) =>
            set({ position: value === '' ? null : Math.trunc(Number(value)) })
          }
        />
        <TextInput
          label="Language"
          placeholder="The site's language"
          description="A tag such as de or pt-BR."
          value={fields.lang ?? ''}
          error={errors.lang}
          onChange={(event) => set({ lang: event.currentTarget.value.trim() || null })}
        />
        <AccessFields
          visibility={fields.visibility}
          access={fields.access}
          limit={limitOf(categories.data ?? [], fields.category_id)}
          onChange={set}
        />
      </Stack>
      <OwnerFields of="document" id={document.id} />
      <CommentsCard document={document} showSuggestion={(id, onDone) => <SuggestionView id={id} onDone={onDone} />} />
      <SourcesCard document={document} />
      <FeedbackCard id={document.id} />
      <DocumentFacts document={document} />
    </Stack>
  )
}
