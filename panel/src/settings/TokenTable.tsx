// The API tokens of one person, oneself or (for administrators) another, and a way to revoke each.

import { ActionIcon, Skeleton, Table, Text } from '@mantine/core'
import { IconKey, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { keys, queryClient } from '../api/queries.ts'
import type { ApiTokenOut } from '../api/schema.ts'
import { Ago } from '../ui/Ago.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'

export function TokenTable({ userId }: { userId?: number }) {
  const tokens = useQuery({
    queryKey: [...keys.tokens, userId ?? 'mine'],
    queryFn: () => call('GET /api/tokens', { query: userId === undefined ? {} : { user_id: userId } }),
  })
  const [revoking, setRevoking] = useState<ApiTokenOut>()
  const revoke = useMutation({
    mutationFn: (id: number) => call('DELETE /api/tokens/{token_id}', { path: { token_id: id } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keys.tokens }),
  })
  return (
    <>
      <ErrorNote error={tokens.error} onRetry={() => void tokens.refetch()} />
      {tokens.isPending && <Skeleton h={100} />}
      {tokens.data?.length === 0 && (
        <EmptyState icon={IconKey} title="No tokens">
          {userId === undefined ? 'Make one for a script, a build, or an assistant.' : 'No program acts in this name.'}
        </EmptyState>
      )}
      {tokens.data && tokens.data.length > 0 && (
        <Table.ScrollContainer minWidth={520} type="native">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Role</Table.Th>
                <Table.Th>Last used</Table.Th>
                <Table.Th>Ends</Table.Th>
                <Table.Th w={50}>
                  <span className="visually-hidden">Actions</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {tokens.data.map((token) => (
                <Table.Tr key={token.id}>
                  <Table.Td>
                    <Text fz="sm" fw={550}>
                      {token.name}
                    </Text>
                    <Text fz="xs" c="dimmed" ff="monospace">
                      {token.prefix}…
                    </Text>
                  </Table.Td>
                  <Table.Td>{token.role}</Table.Td>
                  <Table.Td>{token.last_used_at ? <Ago at={token.last_used_at} /> : <Never>never</Never>}</Table.Td>
                  <Table.Td>{token.expires_at ? <Ago at={token.expires_at} /> : <Never>when revoked</Never>}</Table.Td>
                  <Table.Td>
                    <ActionIcon aria-label={`Revoke ${token.name}`} onClick={() => setRevoking(token)}>
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {revoking && (
        <Confirm
          title={`Revoke “${revoking.name}”?`}
          action="Revoke"
          onClose={() => setRevoking(undefined)}
          onConfirm={() => revoke.mutateAsync(revoking.id)}
        >
          Programs that use it are refused from now on.
        </Confirm>
      )}
    </>
  )
}

function Never({ children }: { children: string }) {
  return (
    <Text fz="sm" c="dimmed">
      {children}
    </Text>
  )
}
