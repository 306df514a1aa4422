// A person's API tokens, one's own or (for admins) another's, with revoke.

import { ActionIcon, Skeleton, Text } from '@mantine/core'
import { IconKey, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ApiTokenOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { counted } from '../../counted.ts'
import { Ago } from '../../ui/Ago.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'

const Confirm = lazily(() => import('../../ui/Confirm.tsx'), 'Confirm')

const mayOf = ({ scopes, category_ids: ids }: ApiTokenOut): string =>
  ids === null ? scopes.join(', ') : `${scopes.join(', ')} in ${counted(ids.length, 'category', 'categories')}`

export function TokenTable({ userId }: { userId?: number }) {
  const tokens = useQuery({
    queryKey: [...keys.tokens, userId ?? 'mine'],
    queryFn: () => call('GET /api/tokens', { query: userId === undefined ? {} : { user_id: userId } }),
  })
  const [revoking, setRevoking] = useState<ApiTokenOut>()
  const revoke = useMutation({
    mutationFn: (id: number) => call('DELETE /api/tokens/{token_id}', { path: { token_id: id } }),
    // Also after a failure: a missing token was revoked by someone else.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keys.tokens }),
  })
  const columns: Column<ApiTokenOut>[] = [
    {
      key: 'Name',
      cell: ({ name, prefix }) => (
        <>
          <Text fz="sm" fw={550}>
            {name}
          </Text>
          <Text fz="xs" c="dimmed" ff="monospace">
            {prefix}…
          </Text>
        </>
      ),
    },
    { key: 'Role', from: 'sm', cell: ({ role }) => role },
    { key: 'Scopes', from: 'sm', cell: mayOf },
    { key: 'Last used', from: 'sm', cell: ({ last_used_at }) => <Ago at={last_used_at} never="never" /> },
    { key: 'Expires', cell: ({ expires_at }) => <Ago at={expires_at} never="never; consider replacing it" /> },
    {
      key: 'Actions',
      unseen: true,
      width: 50,
      cell: (token) => (
        <ActionIcon aria-label={`Revoke ${token.name}`} onClick={() => setRevoking(token)}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      ),
    },
  ]
  return (
    <>
      <ErrorNote error={tokens.error} onRetry={() => void tokens.refetch()} />
      {tokens.isPending && <Skeleton h={100} />}
      {tokens.data?.length === 0 && (
        <EmptyState icon={IconKey} title="No tokens">
          {userId === undefined ? 'Create one for a script, a build or an assistant.' : 'This user has no tokens.'}
        </EmptyState>
      )}
      {tokens.data && tokens.data.length > 0 && (
        <DataTable columns={columns} rows={tokens.data} keyOf={({ id }) => id} minWidth={520} />
      )}
      {revoking && (
        <Confirm
          title={`Revoke “${revoking.name}”?`}
          action="Revoke"
          onClose={() => setRevoking(undefined)}
          onConfirm={() => revoke.mutateAsync(revoking.id)}
        >
          Anything that uses it stops working.
        </Confirm>
      )}
    </>
  )
}
