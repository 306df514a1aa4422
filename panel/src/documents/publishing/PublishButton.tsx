// The publish button; before the first publication it says who will be able to read it.

import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { Visibility } from '../../api/types.ts'
import { useCategories } from '../../categories/queries.ts'
import { limitOf } from '../../categories/tree.ts'
import { useRule } from '../../proposals/queries.ts'
import { narrower } from '../../ui/audience.ts'
import { lazily, lazyMenu } from '../../ui/lazily.tsx'
import type { EditedDocument } from '../saving/edited.ts'
import type { DocumentEdit } from '../saving/useDocumentEdit.ts'
import type { Publishing } from './usePublishing.ts'

const ProposeDialog = lazily(() => import('./ProposeDialog.tsx'), 'ProposeDialog')
const PublishMenu = lazyMenu(() => import('./PublishMenu.tsx'), 'PublishMenu')

const FIRST_TIME: Record<Visibility, string> = {
  public: 'Publish',
  members: 'Publish for members',
  restricted: 'Publish',
}

type Props = {
  document: EditedDocument
  edit: DocumentEdit
  publishing: Publishing
  isGone: boolean
}

export function PublishButton({ document, edit, publishing, isGone }: Props) {
  const { fields, isDirty, isSaving } = edit
  const categories = useCategories()
  const limit = limitOf(categories.data ?? [], fields.category_id)
  // The category may narrow the document's visibility.
  const label = document.published ? 'Publish' : FIRST_TIME[narrower(fields.visibility, limit?.visibility ?? 'public')]
  const hasNews = isDirty || !document.published || Boolean(document.draft)
  const isReviewed = useRule({ kind: 'document', id: document.id }).data?.publishing === 'review'
  const [isProposing, setProposing] = useState(false)
  const propose = () => setProposing(true)
  const shown = isReviewed ? 'Propose' : label
  return (
    <>
      <Button.Group>
        <Button
          onClick={() => (isReviewed ? propose() : void publishing.publish())}
          loading={publishing.isBusy}
          disabled={isGone || isSaving || !hasNews || fields.title.trim() === ''}
        >
          <span className="mantine-visible-from-xs">{shown}</span>
          <span className="mantine-hidden-from-xs">{isReviewed ? 'Propose' : 'Publish'}</span>
        </Button>
        <PublishMenu
          document={document}
          publishing={publishing}
          isDirty={isDirty}
          onPropose={hasNews && !isReviewed ? propose : undefined}
          button={
            <Button px={8} aria-label="More ways to publish" disabled={isGone}>
              <IconChevronDown size={16} aria-hidden />
            </Button>
          }
        />
      </Button.Group>
      {isProposing && (
        <ProposeDialog
          document={document}
          save={async () => !edit.isDirty || edit.trySave()}
          onProposed={async () => {
            edit.discard()
            await edit.refresh()
          }}
          onClose={() => setProposing(false)}
        />
      )}
    </>
  )
}
