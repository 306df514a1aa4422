// Two-step sign-in: authenticator app, passkeys, recovery codes.

import { ActionIcon, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { counted } from '../../counted.ts'
import { changeMe } from '../../session/session.ts'
import { Ago } from '../../ui/Ago.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { SettingsSection } from '../SettingsSection.tsx'

const Confirm = lazily(() => import('../../ui/Confirm.tsx'), 'Confirm')
const SetUpApp = lazily(() => import('./SetUpApp.tsx'), 'SetUpApp')
const AddPasskey = lazily(() => import('./AddPasskey.tsx'), 'AddPasskey')
const RecoveryCodes = lazily(() => import('./RecoveryCodes.tsx'), 'RecoveryCodes')

const KEY = ['factors']
/** Recovery codes are shown only once, because the service stores hashes. */
type OpenDialog = 'app' | 'passkey' | 'remove-app' | { passkey: number; name: string } | { codes: string[] }

export function Factors() {
  const factors = useQuery({ queryKey: KEY, queryFn: () => call('GET /auth/factors') })
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const changed = async (codes?: string[] | null) => {
    setOpen(codes ? { codes } : undefined)
    // The person's data say whether there is a second factor.
    changeMe(await call('GET /auth/me'))
    await queryClient.invalidateQueries({ queryKey: KEY })
  }
  const renew = useMutation({
    mutationFn: () => call('POST /auth/factors/recovery-codes'),
    onSuccess: ({ recovery_codes }) => changed(recovery_codes),
  })
  if (factors.isPending) return <Skeleton h={240} />
  if (!factors.data) return <ErrorNote error={factors.error} onRetry={() => void factors.refetch()} />
  const { totp, passkeys, recovery_codes_left: left } = factors.data
  return (
    <Stack gap="lg">
      <SettingsSection
        title="Authenticator app"
        hint="After your password or email code, you enter a code from an app on your phone."
        action={totp && <Badge color="green">On</Badge>}
      >
        {totp ? (
          <Button variant="default" onClick={() => setOpen('remove-app')}>
            Remove app
          </Button>
        ) : (
          <Button onClick={() => setOpen('app')}>Set up app</Button>
        )}
      </SettingsSection>
      <SettingsSection title="Passkeys" hint="Use a fingerprint, your face or a security key instead of a code.">
        <Stack gap="xs" mb="md">
          {passkeys.map(({ id, name, last_used_at }) => (
            <Group key={id} justify="space-between" wrap="nowrap">
              <Text fz="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
                <b>{name}</b> · <Ago at={last_used_at} never="not used yet" />
              </Text>
              <ActionIcon aria-label={`Remove ${name}`} onClick={() => setOpen({ passkey: id, name })}>
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
        <Button variant={passkeys.length > 0 ? 'default' : 'filled'} onClick={() => setOpen('passkey')}>
          Add a passkey
        </Button>
      </SettingsSection>
      {(totp || passkeys.length > 0) && (
        <SettingsSection
          title="Recovery codes"
          hint={<>Use one if you lose your phone or key. {counted(left, 'code')} left.</>}
        >
          <ErrorNote error={renew.error} />
          <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
            Generate new codes
          </Button>
        </SettingsSection>
      )}
      {open === 'app' && <SetUpApp onClose={close} onDone={changed} />}
      {open === 'passkey' && <AddPasskey onClose={close} onDone={changed} />}
      {open === 'remove-app' && (
        <Confirm
          title="Remove the authenticator app?"
          action="Remove"
          onClose={close}
          onConfirm={async () => {
            await call('DELETE /auth/factors/totp')
            await changed()
          }}
        >
          Signing in no longer asks for its codes.
        </Confirm>
      )}
      {typeof open === 'object' && 'passkey' in open && (
        <Confirm
          title={`Remove “${open.name}”?`}
          action="Remove"
          onClose={close}
          onConfirm={async () => {
            await call('DELETE /auth/factors/passkeys/{passkey_id}', { path: { passkey_id: open.passkey } })
            await changed()
          }}
        >
          It can no longer be used to sign in.
        </Confirm>
      )}
      {typeof open === 'object' && 'codes' in open && <RecoveryCodes codes={open.codes} onClose={close} />}
    </Stack>
  )
}
