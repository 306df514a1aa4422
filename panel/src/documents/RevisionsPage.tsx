// The past of a document: every version that was replaced, compared with the present one, and a way back.

import {
  Anchor,
  Avatar,
  Badge,
  Box,
  Breadcrumbs,
  Button,
  Group,
  Paper,
  Skeleton,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core'
import { IconHistory, IconRestore } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { isStatus } from '../api/errors.ts'
import { keys, queryClient, refreshDocuments } from '../api/queries.ts'
import type { RevisionListOut } from '../api/types.ts'
import { Needs, NotFound } from '../app/NotFound.tsx'
import { DiffView } from '../blocks/DiffView.tsx'
import { Ago } from '../ui/Ago.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { notify } from '../ui/notify.ts'
import { onDemand } from '../ui/onDemand.tsx'
import { Page } from '../ui/Page.tsx'
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
  return (
    <Needs least="editor">
      <Revisions id={Number(route.useParams().id)} />
    </Needs>
  )
}

function Revisions({ id }: { id: number }) {
  const [picked, setPicked] = useState<number>()
  const [asking, setAsking] = useState(false)
  const document = useQuery({
    queryKey: keys.document(id),
    queryFn: () => call('GET /api/admin/docs/{doc_id}', { path: { doc_id: id } }),
  })
  const list = useQuery({
    queryKey: keys.revisions(id),
    queryFn: () => call('GET /api/docs/{doc_id}/revisions', { path: { doc_id: id } }),
  })
  const chosen = picked ?? list.data?.[0]?.id
  const revision = useQuery({
    queryKey: keys.revision(id, chosen ?? 0),
    queryFn: () =>
      call('GET /api/docs/{doc_id}/revisions/{revision_id}', { path: { doc_id: id, revision_id: chosen! } }),
    enabled: chosen !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const restore = useMutation({
    mutationFn: () =>
      call('POST /api/docs/{doc_id}/revisions/{revision_id}/restore', { path: { doc_id: id, revision_id: chosen! } }),
    onSuccess: (stored) => {
      queryClient.setQueryData(keys.document(id), stored)
      void queryClient.invalidateQueries({ queryKey: keys.revisions(id) })
      refreshDocuments()
      setPicked(undefined)
      notify('Restored. What it replaced is among the revisions.')
    },
  })
  if (isStatus(document.error, 404)) return <NotFound thing="document" />
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
            {document.data?.title ?? '…'}
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
            {list.isPending && <Skeleton h={200} />}
            {list.data?.map((item) => (
              <UnstyledButton
                key={item.id}
                className={classes.item}
                aria-current={item.id === chosen}
                onClick={() => setPicked(item.id)}
              >
                <Group justify="space-between" wrap="nowrap">
                  <Text fz="sm" fw={550}>
                    Version {item.version}
                  </Text>
                  <Ago at={item.created_at} small />
                </Group>
                <Group gap={6} mt={2}>
                  {item.author?.display_name && <Avatar size={18} name={item.author.display_name} color="ink" alt="" />}
                  <Text fz="xs" c="dimmed" truncate>
                    {item.author?.display_name ?? 'Someone'}
                  </Text>
                  <Badge size="xs" color="gray">
                    {ORIGINS[item.origin]}
                  </Badge>
                </Group>
              </UnstyledButton>
            ))}
          </Stack>
          <Paper p={{ base: 'md', sm: 'xl' }}>
            {revision.data && document.data ? (
              <>
                <Text fz="sm" c="dimmed" mb="xs">
                  From version {revision.data.version} to the present one: red went, green came.
                </Text>
                <DiffView before={revision.data} after={document.data} />
              </>
            ) : (
              <Skeleton h={300} />
            )}
            <ErrorNote error={revision.error} />
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
