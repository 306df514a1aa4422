// Asks for a second factor, password or mailed code before a sensitive action, over the waiting page.

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { UserMeOut } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { ProofForm, type ProofMethod } from './ProofForm.tsx'
import { proof } from './proof.ts'

const cancel = () => proof.settle(undefined)

export function ConfirmYou({ user }: { user: UserMeOut }) {
  const factors = useQuery({
    queryKey: ['factors'],
    queryFn: () => call('GET /auth/factors'),
    enabled: user.second_factor,
  })
  const methods: ProofMethod[] | undefined = user.second_factor
    ? factors.data && [
        ...(factors.data.passkeys.length > 0 ? (['passkey'] as const) : []),
        ...(factors.data.totp ? (['totp'] as const) : []),
        ...(factors.data.recovery_codes_left > 0 ? (['recovery'] as const) : []),
      ]
    : user.has_password
      ? ['password', 'code']
      : ['code']
  return (
    // Above the dialog whose request waits for this.
    <Dialog onClose={cancel} title="Confirm it's you" size="sm" zIndex={400}>
      <Text fz="sm" c="dimmed">
        This action needs a recent sign-in, so that no one can do it from an unlocked computer.
      </Text>
      <ErrorNote error={factors.error} onRetry={() => void factors.refetch()} />
      {methods && (
        <ProofForm
          methods={methods}
          email={user.email}
          action="Confirm"
          challenge={() => call('POST /auth/step-up/options')}
          prove={async (body) => {
            await call('POST /auth/step-up', { body })
            proof.settle(true)
          }}
          onCancel={cancel}
        />
      )}
    </Dialog>
  )
}
