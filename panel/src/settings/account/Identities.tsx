// Linked identity providers.

import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { useSetup } from '../../api/setup.ts'
import { Ago } from '../../ui/Ago.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { SettingsSection } from '../SettingsSection.tsx'

const KEY = ['identities']

export function Identities() {
  const setup = useSetup()
  const providers = setup.data?.providers ?? []
  const identities = useQuery({
    queryKey: KEY,
    queryFn: () => call('GET /auth/identities'),
    enabled: providers.length > 0,
  })
  const link = useMutation({
    mutationFn: (provider: string) => call('POST /auth/identities/{provider}/link', { path: { provider } }),
    // A full navigation: providers can't be framed, and return to this page.
    onSuccess: ({ location: there }) => location.assign(there),
  })
  const unlink = useMutation({
    mutationFn: (id: number) => call('DELETE /auth/identities/{identity_id}', { path: { identity_id: id } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: KEY }),
  })
  if (providers.length === 0) return null
  return (
    <SettingsSection title="Identity providers" hint="Ways to sign in to this account without a password.">
      <ErrorNote error={identities.error ?? link.error ?? unlink.error} />
      <Stack gap="xs" mb="md">
        {identities.data?.map(({ id, provider, last_used_at }) => (
          <Group key={id} justify="space-between">
            <Text fz="sm" component="div">
              <b>{provider}</b> · <Ago at={last_used_at} never="not used yet" />
            </Text>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Unlink ${provider}`}
              loading={unlink.isPending}
              onClick={() => unlink.mutate(id)}
            >
              Unlink
            </Button>
          </Group>
        ))}
      </Stack>
      <Group gap="xs">
        {providers.map(({ id, name }) => (
          <Button key={id} variant="default" loading={link.isPending} onClick={() => link.mutate(id)}>
            Link {name}
          </Button>
        ))}
      </Group>
    </SettingsSection>
  )
}
