// The revisions of a document: the list of versions, what the chosen one changed, how it differs from the current one, its content,
// and a way to restore it. What is shown is in the address.

import { Anchor, Box, Breadcrumbs, Button, Paper, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHistory, IconRestore } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isStatus } from '../../api/errors.ts'
import { Needs } from '../../session/Needs.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { isId, NotFound } from '../../ui/NotFound.tsx'
import { Page } from '../../ui/Page.tsx'
import { versionName } from '../versionName.ts'
import { RevisionList } from './RevisionList.tsx'
import { RevisionView, RevisionViewSwitch } from './RevisionView.tsx'
import { useRestoreRevision, useRevisions } from './revisionQueries.ts'
import classes from './revisions.module.css'

const Confirm = lazily(() => import('../../ui/Confirm.tsx'), 'Confirm')

const route = getRouteApi('/documents/$id/revisions')

export function RevisionsPage() {
  const id = Number(route.useParams().id)
  if (!isId(id)) return <NotFound thing="document" />
  return (
    <Needs least="editor">
      <Revisions id={id} />
    </Needs>
  )
}

function Revisions({ id }: { id: number }) {
  const { revision: chosen, view: asked = 'changes' } = route.useSearch()
  // The current version can't be compared with itself.
  const view = chosen === undefined && asked === 'current' ? 'changes' : asked
  const navigate = route.useNavigate()
  const [asking, dialog] = useDisclosure()
  const { document, list, revision, previous } = useRevisions(id, chosen)
  const restore = useRestoreRevision(id, () => void navigate({ search: {} }))
  if (isStatus(document.error, 404)) return <NotFound thing="document" />
  const current = document.data
  const shown = chosen === undefined ? current : revision.data
  const isReady = list.data && !previous.isLoading && !previous.error
  return (
    <Page
      wide
      title="Revisions"
      hint={
        <Breadcrumbs separator="›" component="span">
          <Anchor fz="sm" renderRoot={(props) => <Link {...props} to="/documents" />}>
            Documents
          </Anchor>
          <Anchor fz="sm" renderRoot={(props) => <Link {...props} to="/documents/$id" params={{ id: String(id) }} />}>
            {current?.title ?? '…'}
          </Anchor>
        </Breadcrumbs>
      }
      actions={
        chosen !== undefined && (
          <Button leftSection={<IconRestore size={16} aria-hidden />} onClick={dialog.open} disabled={!revision.data}>
            Restore this version
          </Button>
        )
      }
    >
      <ErrorNote error={list.error ?? document.error} onRetry={() => void list.refetch()} />
      {list.data?.length === 0 ? (
        <EmptyState icon={IconHistory} title="No revisions yet">
          Each time the content changes, the previous version is kept here.
        </EmptyState>
      ) : (
        <Box className={classes.columns}>
          <RevisionList current={current} revisions={list.data} view={view} />
          <Paper p={{ base: 'md', sm: 'xl' }}>
            <RevisionViewSwitch view={view} chosen={chosen} />
            {isReady && shown && current ? (
              <RevisionView view={view} shown={shown} current={current} previous={previous.data} />
            ) : (
              !revision.error && !previous.error && <Skeleton h={300} />
            )}
            <ErrorNote error={revision.error ?? previous.error} />
          </Paper>
        </Box>
      )}
      {asking && current && revision.data && (
        <Confirm
          title={`Restore ${versionName(current, revision.data.version).toLowerCase()}?`}
          action="Restore"
          color="ink"
          onClose={dialog.close}
          onConfirm={() => restore.mutateAsync(revision.data.id)}
        >
          {current.published && 'It is published at once. '}
          The current content is kept as a revision, so you can undo this.
        </Confirm>
      )}
    </Page>
  )
}
