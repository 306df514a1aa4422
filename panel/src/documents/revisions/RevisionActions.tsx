// A revision's actions: restore to the draft, restore and publish, delete.

import { Button, Group } from '@mantine/core'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { DocumentOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import type { RevisionListOut } from '../../api/types.ts'
import { hasRole, useMe } from '../../session/session.ts'
import { lazily } from '../../ui/lazily.tsx'
import { versionName } from '../versionName.ts'
import { deleteRevision, useRestoreAsDraft, useRestoreRevision } from './revisionQueries.ts'

const Confirm = lazily(() => import('../../ui/Confirm.tsx'), 'Confirm')
const route = getRouteApi('/documents/$id/revisions')

type Props = { current: DocumentOut; revision: RevisionListOut }

export function RevisionActions({ current, revision }: Props) {
  const { id } = current
  const me = useMe()
  const navigate = route.useNavigate()
  const [asking, ask] = useState<'publish' | 'delete'>()
  const onClose = () => ask(undefined)
  const showCurrent = () => void navigate({ search: {} })
  const restore = useRestoreRevision(id, showCurrent)
  const asDraft = useRestoreAsDraft(id, () => void navigate({ to: '/documents/$id', params: { id: String(id) } }))
  const name = revision.version === 0 ? 'this draft' : versionName(current, revision.version).toLowerCase()
  return (
    <Group gap="xs">
      {hasRole(me, 'admin') && (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => ask('delete')}
        >
          Delete permanently
        </Button>
      )}
      {current.published && (
        <Button variant="default" onClick={() => ask('publish')}>
          Restore and publish
        </Button>
      )}
      <Button
        leftSection={<IconRestore size={16} aria-hidden />}
        loading={asDraft.isPending}
        onClick={() => asDraft.mutate(revision.id)}
      >
        Restore as draft
      </Button>
      {asking === 'publish' && (
        <Confirm
          title={`Restore ${name}?`}
          action="Restore"
          color="ink"
          onClose={onClose}
          onConfirm={() => restore.mutateAsync(revision.id)}
        >
          It is published at once. The current content is kept as a revision, so you can undo this.
        </Confirm>
      )}
      {asking === 'delete' && (
        <Confirm
          title={`Delete ${name} permanently?`}
          action="Delete permanently"
          onClose={onClose}
          onConfirm={() => deleteRevision(id, revision.id).then(showCurrent)}
        >
          This is for passwords, keys and personal data that should never have been here. Nobody can restore it
          afterwards. Other revisions and drafts of this page, and backups, may have the same words: look through them,
          too, and change a password that was here.
        </Confirm>
      )}
    </Group>
  )
}
