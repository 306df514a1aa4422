// The past of a document: what each version changed, how it differs from the present one, just its text, and a way back.
// What is looked at is in the address.

import {
  Anchor,
  Avatar,
  Badge,
  Box,
  Breadcrumbs,
  Button,
  Group,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { IconHistory, IconRestore } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '../api/client.ts'
import { isStatus } from '../api/errors.ts'
import { keys, queryClient, refreshDocuments } from '../api/queries.ts'
import type { RevisionListOut } from '../api/types.ts'
import { Needs } from '../app/Needs.tsx'
import { isId, NotFound } from '../app/NotFound.tsx'
import { DiffView, type Side } from '../blocks/DiffView.tsx'
import { TextView } from '../blocks/TextView.tsx'
import { Ago } from '../ui/Ago.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { notify } from '../ui/notify.ts'
import { onDemand } from '../ui/onDemand.tsx'
import { Page } from '../ui/Page.tsx'
import { nameOf } from '../ui/people.ts'
import classes from './revisions.module.css'

const Confirm = onDemand(() => import('../ui/Confirm.tsx'), 'Confirm')

const route = getRouteApi('/documents/$id/revisions')
const ORIGINS: Record<RevisionListOut['origin'], string> = {
  hand: 'written by hand',
  approval: 'approved draft',
  restore: 'restored',
  import: 'imported',
}

export function RevisionsPage() {
  const id = Number(route.useParams().id)
  if (!isId(id)) return <NotFound thing="document" />
  return (
    <Needs least="editor">
      <Revisions id={id} />
    </Needs>
  )
}

type Search = ReturnType<typeof route.useSearch>
type View = NonNullable<Search['view']> | 'changes'

const useRevision = (id: number, revision: number | undefined) =>
  useQuery({
    queryKey: keys.revision(id, revision ?? 0),
    queryFn: () =>
      call('GET /api/docs/{doc_id}/revisions/{revision_id}', { path: { doc_id: id, revision_id: revision! } }),
    enabled: revision !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })

function Revisions({ id }: { id: number }) {
  const { revision: chosen, ...asked } = route.useSearch()
  const view: View = chosen === undefined && asked.view === 'present' ? 'changes' : (asked.view ?? 'changes')
  const navigate = route.useNavigate()
  const [asking, setAsking] = useState(false)
  const document = useQuery({
    queryKey: keys.document(id),
    queryFn: () => call('GET /api/admin/docs/{doc_id}', { path: { doc_id: id } }),
  })
  const list = useQuery({
    queryKey: keys.revisions(id),
    queryFn: () => call('GET /api/docs/{doc_id}/revisions', { path: { doc_id: id } }),
  })
  const older = list.data?.[chosen === undefined ? 0 : list.data.findIndex((item) => item.id === chosen) + 1]
  const revision = useRevision(id, chosen)
  const replaced = useRevision(id, older?.id)
  const restore = useMutation({
    mutationFn: () =>
      call('POST /api/docs/{doc_id}/revisions/{revision_id}/restore', { path: { doc_id: id, revision_id: chosen! } }),
    onSuccess: (stored) => {
      queryClient.setQueryData(keys.document(id), stored)
      void queryClient.invalidateQueries({ queryKey: keys.revisions(id) })
      refreshDocuments()
      void navigate({ search: {} })
      notify('Restored. What it replaced is among the revisions.')
    },
  })
  if (isStatus(document.error, 404)) return <NotFound thing="document" />
  const present = document.data
  const shown = chosen === undefined ? present : revision.data
  const isReady = list.data && shown && present && (older === undefined || replaced.data)
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
            {present?.title ?? '…'}
          </Anchor>
        </Breadcrumbs>
      }
      actions={
        chosen !== undefined && (
          <Button
            leftSection={<IconRestore size={16} aria-hidden />}
            onClick={() => setAsking(true)}
            {...Confirm.near}
            disabled={!revision.data}
          >
            Restore this one
          </Button>
        )
      }
    >
      <ErrorNote error={list.error ?? document.error} onRetry={() => void list.refetch()} />
      {list.data?.length === 0 ? (
        <EmptyState icon={IconHistory} title="No revisions yet">
          Each time the content is replaced, what stood there before is kept here.
        </EmptyState>
      ) : (
        <Box className={classes.columns}>
          <Stack gap={4} component="nav" aria-label="Revisions">
            {(list.isPending || !present) && <Skeleton h={200} />}
            {present && list.data && (
              <Row
                name="The present one"
                version={present.version}
                author={nameOf(present.saved?.by)}
                at={present.saved?.at ?? present.updated_at}
                origin={present.saved?.origin}
                search={view === 'text' ? { view } : {}}
              />
            )}
            {list.data?.map((item) => (
              <Row
                key={item.id}
                version={item.version}
                author={nameOf(item.author)}
                at={item.created_at}
                origin={item.origin}
                search={{ revision: item.id, ...(view !== 'changes' && { view }) }}
              />
            ))}
          </Stack>
          <Paper p={{ base: 'md', sm: 'xl' }}>
            <SegmentedControl
              size="xs"
              mb="md"
              fullWidth
              className={classes.views}
              aria-label="What to show"
              value={view}
              data={[
                { value: 'changes', label: 'Changes in this version' },
                { value: 'present', label: 'Against the present', disabled: chosen === undefined },
                { value: 'text', label: 'Text alone' },
              ]}
              onChange={(next) =>
                void navigate({
                  search: {
                    ...(chosen !== undefined && { revision: chosen }),
                    ...(next !== 'changes' && { view: next as Exclude<View, 'changes'> }),
                  },
                })
              }
            />
            {isReady ? (
              <Shown view={view} {...{ shown, present }} before={older && replaced.data} />
            ) : (
              !revision.error && !replaced.error && <Skeleton h={300} />
            )}
            <ErrorNote error={revision.error ?? replaced.error} />
          </Paper>
        </Box>
      )}
      {asking && revision.data && (
        <Confirm
          title={`Go back to version ${revision.data.version}?`}
          action="Restore"
          color="ink"
          onClose={() => setAsking(false)}
          onConfirm={() => restore.mutateAsync()}
        >
          The present content is kept as a revision, so this can be taken back.
        </Confirm>
      )}
    </Page>
  )
}

type Version = Side & { version: number }
type ShownProps = { view: View; shown: Version; present: Version; before: Version | undefined }

function Shown({ view, shown, present, before }: ShownProps) {
  if (view === 'present')
    return (
      <Compared before={shown} after={present}>
        From version {shown.version} to the present one
      </Compared>
    )
  if (view === 'changes' && before)
    return (
      <Compared before={before} after={shown}>
        From version {before.version} to version {shown.version}
      </Compared>
    )
  return (
    <>
      {view === 'changes' && (
        <Text fz="sm" c="dimmed" mb="xs">
          Nothing older is kept: this is all of version {shown.version}.
        </Text>
      )}
      <Title order={2}>{shown.title}</Title>
      {shown.summary && (
        <Text c="dimmed" mt={4}>
          {shown.summary}
        </Text>
      )}
      <TextView blocks={shown.blocks} />
    </>
  )
}

function Compared({ before, after, children }: { before: Side; after: Side; children: ReactNode }) {
  return (
    <>
      <Text fz="sm" c="dimmed" mb="xs">
        {children}: red went, green came.
      </Text>
      <DiffView before={before} after={after} />
    </>
  )
}

type RowProps = {
  name?: string
  version: number
  author: string | undefined
  at: string
  origin: RevisionListOut['origin'] | undefined
  search: Search
}

function Row({ name, version, author, at, origin, search }: RowProps) {
  return (
    <Link from={route.id} search={search} className={classes.item} activeOptions={{ exact: true }}>
      <Group justify="space-between" wrap="nowrap">
        <Text fz="sm" fw={550}>
          Version {version}
        </Text>
        <Ago at={at} small />
      </Group>
      <Group gap={6} mt={2}>
        {author && <Avatar size={18} name={author} color="ink" alt="" />}
        <Text fz="xs" c="dimmed" truncate>
          {author ?? 'Someone'}
        </Text>
        {name && <Badge size="xs">{name}</Badge>}
        {origin && (
          <Badge size="xs" color="gray">
            {ORIGINS[origin]}
          </Badge>
        )}
      </Group>
    </Link>
  )
}
