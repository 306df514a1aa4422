// The processes as rows.

import { ActionIcon, Group, Menu, Table, Text, Tooltip } from '@mantine/core'
import { IconDots, IconFileText, IconPlayerPlay, IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Proc } from '../api/schema.ts'
import { Ago } from '../ui/Ago.tsx'
import { Dot } from '../ui/Dot.tsx'
import { useProcDeed } from './queries.ts'

type Props = { procs: Proc[]; onLog: (id: number) => void; onDelete: (proc: Proc) => void }

export function ProcTable({ procs, onLog, onDelete }: Props) {
  return (
    <Table.ScrollContainer minWidth={700} type="native">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Node</Table.Th>
            <Table.Th>Running jobs</Table.Th>
            <Table.Th>Started</Table.Th>
            <Table.Th w={120}>
              <span className="visually-hidden">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {procs.map((proc) => (
            <Table.Tr key={proc.id} data-proc={proc.id}>
              <Table.Td>
                <Text fz="sm" fw={550}>
                  {proc.name}
                </Text>
                <Text fz="xs" c="dimmed">
                  {proc.kind === 'beat' ? 'beat' : `worker, ${proc.concurrency} at once, ${proc.queues.join(', ')}`}
                </Text>
              </Table.Td>
              <Table.Td>
                <Dot state={proc.status} />
                <Text fz="xs" c="dimmed">
                  {detailOf(proc)}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text fz="sm">{proc.node}</Text>
                {proc.pid !== null && (
                  <Text fz="xs" c="dimmed" className="tabular">
                    process {proc.pid}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                {proc.running_jobs.length === 0 ? (
                  <Text fz="sm" c="dimmed">
                    none
                  </Text>
                ) : (
                  <Group gap={6}>
                    {proc.running_jobs.map((id) => (
                      <Link key={id} to="/pipeline/jobs/$id" params={{ id: String(id) }} style={{ fontSize: 14 }}>
                        {id}
                      </Link>
                    ))}
                  </Group>
                )}
              </Table.Td>
              <Table.Td>
                <Ago at={proc.started_at} />
              </Table.Td>
              <Table.Td>
                <ProcActions proc={proc} onLog={() => onLog(proc.id)} onDelete={() => onDelete(proc)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function detailOf(proc: Proc): string {
  if (proc.status === 'crashed') return proc.exit_code === null ? 'ended on its own' : `ended with ${proc.exit_code}`
  if (proc.restarts > 0) return `restarted ${proc.restarts} ${proc.restarts === 1 ? 'time' : 'times'}`
  return proc.autorestart ? 'restarts by itself' : ''
}

function ProcActions({ proc, onLog, onDelete }: { proc: Proc; onLog: () => void; onDelete: () => void }) {
  const deed = useProcDeed()
  const up = proc.status === 'running' || proc.status === 'starting'
  const moving = proc.status === 'stopping'
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Tooltip label="Log">
        <ActionIcon aria-label={`Log of ${proc.name}`} onClick={onLog}>
          <IconFileText size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {up ? (
        <Tooltip label="Stop">
          <ActionIcon aria-label={`Stop ${proc.name}`} onClick={() => deed.mutate({ id: proc.id, deed: 'stop' })}>
            <IconPlayerStop size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Tooltip label="Start">
          <ActionIcon
            aria-label={`Start ${proc.name}`}
            disabled={moving}
            onClick={() => deed.mutate({ id: proc.id, deed: 'restart' })}
          >
            <IconPlayerPlay size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={`More for ${proc.name}`}>
            <IconDots size={17} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => deed.mutate({ id: proc.id, deed: 'restart' })}
          >
            Restart
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
