// Other publishing actions: schedule, preview, unpublish, discard.

import { Menu } from '@mantine/core'
import { IconArrowBackUp, IconClock, IconEye, IconEyeOff, IconGitPullRequest } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { ActionMenu, Item } from '../../ui/ActionMenu.tsx'
import { lazily } from '../../ui/lazily.tsx'
import type { EditedDocument } from '../saving/edited.ts'
import { discardDraft, unpublish } from './draftCalls.ts'
import type { Publishing } from './usePublishing.ts'

const PublishAt = lazily(() => import('./PublishAt.tsx'), 'PublishAt')
const PreviewLink = lazily(() => import('./PreviewLink.tsx'), 'PreviewLink')
const Confirm = lazily(() => import('../../ui/Confirm.tsx'), 'Confirm')

type Props = {
  button: ReactElement
  document: EditedDocument
  publishing: Publishing
  isDirty: boolean
  onPropose: (() => void) | undefined
}

export function PublishMenu({ button, document, publishing, isDirty, onPropose }: Props) {
  const [open, setOpen] = useState<'at' | 'preview' | 'discard'>()
  const onClose = () => setOpen(undefined)
  // A published document without a draft has nothing to schedule or preview.
  const isLater = !document.published || Boolean(document.draft)
  return (
    <>
      <ActionMenu button={button} width={230} position="bottom-end">
        <Item icon={IconGitPullRequest} label="Propose instead…" disabled={!onPropose} onClick={() => onPropose?.()} />
        <Item icon={IconClock} label="Publish at…" disabled={!isLater || isDirty} onClick={() => setOpen('at')} />
        <Item icon={IconEye} label="Preview link" disabled={!isLater || isDirty} onClick={() => setOpen('preview')} />
        {isDirty && <Menu.Label>Save first: these show what is saved.</Menu.Label>}
        <Menu.Divider />
        <Item
          icon={IconEyeOff}
          label="Unpublish"
          disabled={!document.published}
          onClick={() => void unpublish(publishing, document)}
        />
        <Item
          icon={IconArrowBackUp}
          label="Discard draft"
          color="red"
          disabled={!document.draft && !document.isAhead}
          onClick={() => setOpen('discard')}
        />
      </ActionMenu>
      {open === 'at' && <PublishAt {...{ document, publishing, onClose }} />}
      {open === 'preview' && <PreviewLink documentId={document.id} onClose={onClose} />}
      {open === 'discard' && (
        <Confirm
          title="Discard this draft?"
          action="Discard draft"
          onClose={onClose}
          onConfirm={() => discardDraft(publishing, document)}
        >
          {document.published
            ? 'The page goes back to what is published. '
            : 'The page goes back to what it said at first. '}
          What was written stays in the revisions, and can be restored from there.
        </Confirm>
      )}
    </>
  )
}
