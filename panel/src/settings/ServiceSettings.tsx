// The service's settings, to read: they are set in its environment, not here.

import { Badge, Code, Group, Paper, Skeleton, Switch, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'

export function ServiceSettings() {
  const settings = useQuery({
    queryKey: keys.settings,
    queryFn: () => call('GET /api/admin/settings'),
    staleTime: 300_000,
  })
  const [changed, setChanged] = useState(false)
  const rows = settings.data?.filter(({ origin }) => !changed || origin === 'environment')
  return (
    <Paper p="lg">
      <Group justify="space-between" mb="md">
        <div>
          <Title order={2}>Service</Title>
          <Text fz="sm" c="dimmed">
            Set in the environment of the service; a restart applies them.
          </Text>
        </div>
        <Switch
          label="Only what was set"
          checked={changed}
          onChange={(event) => setChanged(event.currentTarget.checked)}
        />
      </Group>
      <ErrorNote error={settings.error} onRetry={() => void settings.refetch()} />
      {settings.isPending && <Skeleton h={240} />}
      {rows && (
        <Table.ScrollContainer minWidth={560} type="native">
          <Table verticalSpacing={8}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Setting</Table.Th>
                <Table.Th>Value</Table.Th>
                <Table.Th w={130}>From</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.name}>
                  <Table.Td>
                    <Text fz="sm" ff="monospace">
                      {row.name}
                    </Text>
                    <Text fz="xs" c="dimmed">
                      {row.help}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    {row.value === '' ? (
                      <Text fz="sm" c="dimmed">
                        empty
                      </Text>
                    ) : (
                      <Code style={{ overflowWrap: 'anywhere' }}>{row.value}</Code>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Badge color={row.origin === 'environment' ? 'ink' : 'gray'}>{row.origin}</Badge>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Paper>
  )
}
