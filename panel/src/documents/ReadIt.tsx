// Redirects readers from a document's panel address to its page on the site, or to their documents.

import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TreeNode } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'

const findSlug = (nodes: TreeNode[], id: number): string | undefined => {
  for (const node of nodes) {
    const slug = node.type === 'document' ? node.id === id && node.slug : findSlug(node.children, id)
    if (slug) return slug
  }
  return undefined
}

export function ReadIt({ id }: { id: number }) {
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
