// A document's revisions, drafts included: the list, and the chosen one with its actions. The state is in the address.

import { Anchor, Box, Breadcrumbs, Paper, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isStatus } from '../../api/errors.ts'
import { Needs } from '../../session/Needs.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { isId, NotFound } from '../../ui/NotFound.tsx'
import { Page } from '../../ui/Page.tsx'
import { RevisionActions } from './RevisionActions.tsx'
import { RevisionList } from './RevisionList.tsx'
import { RevisionView, RevisionViewSwitch } from './RevisionView.tsx'
import { useRevisions } from './revisionQueries.ts'
import classes from './revisions.module.css'

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
  const { document, list, published, revision, previous } = useRevisions(id, chosen)
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
      actions={current && revision.data && <RevisionActions current={current} revision={revision.data} />}
    >
      <ErrorNote error={list.error ?? document.error} onRetry={() => void list.refetch()} />
      {list.data && list.data.length < 2 ? (
        <EmptyState icon={IconHistory} title="No revisions yet">
          Each time the text is saved or published, what it said before is kept here.
        </EmptyState>
      ) : (
        <Box className={classes.columns}>
          <RevisionList {...{ current, published, view }} revisions={list.data} />
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
    </Page>
  )
}
