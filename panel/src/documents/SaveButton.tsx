// The button that saves a document. Until the document has content, the button says who will be able to read it.

import { Button } from '@mantine/core'
import type { DocumentOut } from '../api/schema.ts'
import type { Visibility } from '../api/types.ts'
import { useCategories } from '../categories/queries.ts'
import { limitOf } from '../categories/tree.ts'
import { narrower } from '../ui/audience.ts'
import type { DocumentForm } from './form.ts'

/** The label before the first content is saved, and the one on a phone. */
const FIRST_TIME: Record<Visibility, [label: string, short: string]> = {
  public: ['Save and publish', 'Publish'],
  members: ['Save for members', 'Save'],
  restricted: ['Save', 'Save'],
}

type Props = { document: DocumentOut; form: DocumentForm; isSaving: boolean; isGone: boolean; onSave: () => void }

export function SaveButton({ document, form, isSaving, isGone, onSave }: Props) {
  const { fields, dirty, written } = form
  const categories = useCategories()
  const limit = limitOf(categories.data ?? [], fields.category_id)
  const audience = fields.published ? narrower(fields.visibility, limit?.visibility ?? 'public') : 'restricted'
  // Saving only the settings of an empty document publishes nothing.
  const isFirstText = document.published_at === null && (written || !dirty)
  const [label, short] = isFirstText ? FIRST_TIME[audience] : ['Save', 'Save']
  return (
    <Button onClick={onSave} loading={isSaving} disabled={isGone || !dirty || fields.title.trim() === ''}>
      <span className="mantine-visible-from-xs">{label}</span>
      <span className="mantine-hidden-from-xs">{short}</span>
    </Button>
  )
}
