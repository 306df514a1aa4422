// Who did what, newest first, page after page.

import { Button, Center, Code, Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { Ago } from '../ui/Ago.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'

export function AuditTrail() {
  const trail = useInfiniteQuery({
    queryKey: keys.audit,
    queryFn: ({ pageParam }) =>
      call('GET /api/admin/audit', { query: { limit: 50, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  const items = trail.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Paper p="lg">
      <Title order={2} mb="md">
        Audit trail
      </Title>
      <ErrorNote error={trail.error} onRetry={() => void trail.refetch()} />
      {trail.isPending && <Skeleton h={240} />}
      {trail.data && items.length === 0 && (
        <Text fz="sm" c="dimmed">
          Nothing has been recorded yet.
        </Text>
      )}
      {items.length > 0 && (
        <Table.ScrollContainer minWidth={620} type="native">
          <Table verticalSpacing={8}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={130}>When</Table.Th>
                <Table.Th>Who</Table.Th>
                <Table.Th>What</Table.Th>
                <Table.Th>On</Table.Th>
                <Table.Th>Detail</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((item) => (
                <Table.Tr key={item.id}>
                  <Table.Td>
                    <Ago at={item.at} />
                  </Table.Td>
                  <Table.Td fz="sm">{say(item.actor)}</Table.Td>
                  <Table.Td>
                    <Code>{item.action}</Code>
                  </Table.Td>
                  <Table.Td fz="sm">{say(item.target)}</Table.Td>
                  <Table.Td>
                    <Text fz="xs" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                      {say(item.detail)}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {trail.hasNextPage && (
        <Center mt="md">
          <Button variant="default" loading={trail.isFetchingNextPage} onClick={() => void trail.fetchNextPage()}>
            Older entries
          </Button>
        </Center>
      )}
    </Paper>
  )
}

/** say shows any value of the trail: names as they are, objects as name and value. */
function say(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if ('display_name' in value && value.display_name) return String(value.display_name)
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== undefined)
    .map(([key, part]) => `${key} ${typeof part === 'object' ? JSON.stringify(part) : part}`)
    .join(', ')
}
