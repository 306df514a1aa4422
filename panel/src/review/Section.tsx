// A section of the review page: rows or an empty state.

import { Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorNote } from '../ui/ErrorNote.tsx'

type Props<Row> = {
  title: string
  /** The query of its rows. */
  query: { error: Error | null; refetch: () => unknown }
  rows: Row[] | undefined
  count?: number | undefined
  empty: string
  head?: ReactNode
  foot?: ReactNode
  children: (row: Row) => ReactNode
}

export function Section<Row>({ title, query, rows, count = rows?.length, empty, head, foot, children }: Props<Row>) {
  return (
    <section aria-label={title}>
      <Title order={2} fz="md" mb="sm">
        {title}{' '}
        <Text span c="dimmed" fw={500} className="tabular">
          {count || ''}
        </Text>
      </Title>
      <ErrorNote error={query.error} title="Couldn't load the list" onRetry={() => void query.refetch()} />
      {head}
      {!rows && !query.error && <Skeleton h={90} />}
      {rows?.length === 0 && (
        <Text fz="sm" c="dimmed">
          {empty}
        </Text>
      )}
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {rows?.map(children)}
      </Stack>
      {foot}
    </section>
  )
}
