// Loads a document, then shows its editor.

import { Button, Skeleton, Stack } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import type { TreeNode } from 'galley-client/schema.ts'
import { useLayoutEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { isStatus } from '../api/errors.ts'
import { keys } from '../api/queries.ts'
import { Needs } from '../session/Needs.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { lazily } from '../ui/lazily.tsx'
import { isId, NotFound } from '../ui/NotFound.tsx'
import { typeAhead } from '../ui/typeAhead.ts'
import { DocumentEditor } from './editor/DocumentEditor.tsx'
import type { TreeBeside } from './editor/useEditorTools.ts'
import { readEdited } from './saving/edited.ts'
import { findCopy } from './saving/fields.ts'

type DeletedProps = { copy: NonNullable<ReturnType<typeof findCopy>> }
const DeletedPage = lazily<'DeletedPage', DeletedProps>(() => import('./saving/DeletedNote.tsx'), 'DeletedPage')
const route = getRouteApi('/documents/$id')

type Props = { Tree: TreeBeside }

export function DocumentPage({ Tree }: Props) {
  const id = Number(route.useParams().id)
  if (!isId(id)) return <NotFound thing="document" />
  return (
    <Needs least="editor" instead={<ReadIt id={id} />}>
      <Loaded key={id} id={id} Tree={Tree} />
    </Needs>
  )
}

function Loaded({ id, Tree }: Props & { id: number }) {
  const isNew = useLocation({ select: ({ state }) => state.isNew === true })
  useLayoutEffect(() => {
    if (isNew) return typeAhead()
  }, [isNew])
  const document = useQuery({
    queryKey: keys.edited(id),
    queryFn: () => readEdited(id),
    // The document must not change while it is edited; conflicts are found on saving.
    refetchOnWindowFocus: false,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const isGone = isStatus(document.error, 404)
  // Keep the editor open if someone else deletes the document.
  const [isOpened, open] = useState(false)
  if (isGone && !isOpened) {
    const copy = findCopy(id)
    return copy ? <DeletedPage copy={copy} /> : <NotFound />
  }
  if (document.error && !document.data)
    return (
      <>
        <h1 className="visually-hidden">This document couldn't be loaded</h1>
        <ErrorNote error={document.error} onRetry={() => void document.refetch()} />
      </>
    )
  // A cached copy may be outdated, so editing waits for a fresh one.
  if (!document.data || (document.isFetching && !document.isFetchedAfterMount)) {
    return (
      <Stack maw={760} mx="auto" w="100%" role="status" aria-label="Loading the document">
        <Skeleton h={36} w="60%" />
        <Skeleton h={16} w="90%" />
        <Skeleton h={16} w="80%" />
        <Skeleton h={260} />
      </Stack>
    )
  }
  if (!isOpened) open(true)
  return <DocumentEditor Tree={Tree} document={document.data} isGone={isGone} isNew={isNew} />
}

/** Redirects readers from a document's panel address to its page on the site, or to their documents. */
const findSlug = (nodes: TreeNode[], id: number): string | undefined => {
  for (const node of nodes) {
    const slug = node.type === 'document' ? node.id === id && node.slug : findSlug(node.children, id)
    if (slug) return slug
  }
  return undefined
}

function ReadIt({ id }: { id: number }) {
  const { data: slug } = useQuery({
    queryKey: [...keys.document(id), 'slug'],
    queryFn: async () => findSlug(await call('GET /api/docs/tree/me'), id) ?? null,
  })
  if (!slug)
    return (
      <Button component={Link} to="/documents" variant="default">
        Your documents
      </Button>
    )
  return (
    <Button
      component="a"
      href={`/read/${encodeURIComponent(slug)}`}
      leftSection={<IconExternalLink size={16} aria-hidden />}
    >
      View on site
    </Button>
  )
}
