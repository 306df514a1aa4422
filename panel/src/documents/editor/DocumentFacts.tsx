// Creation, last update with author, and views.

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DocumentOut } from 'galley-client/schema.ts'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { counted } from '../../counted.ts'
import { nameOf } from '../../people/people.ts'
import { Ago } from '../../ui/Ago.tsx'
import { lazily } from '../../ui/lazily.tsx'

const ViewsChart = lazily(() => import('../../ui/Chart.tsx'), 'ViewsChart')

export function DocumentFacts({ document }: { document: DocumentOut }) {
  const views = useQuery({
    queryKey: keys.views(document.id),
    queryFn: () => call('GET /api/docs/{doc_id}/views', { path: { doc_id: document.id }, query: { days: 30 } }),
    staleTime: 60_000,
  })
  const { saved } = document
  // Changes of category, tags or access don't change the content's author.
  const isContentLast = saved?.at === document.updated_at
  const total = views.data?.reduce((sum, { views: count }) => sum + count, 0)
  return (
    <Stack gap={6}>
      <Fact at={document.updated_at} by={isContentLast ? saved.by : null}>
        Updated
      </Fact>
      {saved && !isContentLast && (
        <Fact at={saved.at} by={saved.by}>
          Content saved
        </Fact>
      )}
      <Fact at={document.created_at} by={document.author}>
        Created
      </Fact>
      {total !== undefined && (
        <>
          <Text fz="sm">{counted(total, 'view')} in 30 days</Text>
          {total > 0 && <ViewsChart days={views.data ?? []} height={90} />}
        </>
      )}
    </Stack>
  )
}

type FactProps = { at: string; by: DocumentOut['author']; children: string }

const Fact = ({ at, by, children }: FactProps) => (
  <Text fz="sm">
    {children} <Ago at={at} />
    {by && (
      <Text span c="dimmed" fz="sm">
        {' '}
        by {nameOf(by)}
      </Text>
    )}
  </Text>
)
