// Sign-in over the page after the session is lost, so that nothing typed is lost.

import { Button, Group, Text } from '@mantine/core'
import type { UserMeOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { CodeForm } from './CodeForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { signOut } from './session.ts'

export function LostSession({ user }: { user: UserMeOut }) {
  const [byCode, setByCode] = useState(false)
  return (
    <Dialog
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      title="Your session has ended"
      size="sm"
      zIndex={500}
    >
      <Text fz="sm" c="dimmed">
        Sign in to pick up where you left off. Your unsaved changes are still on the page behind this.
      </Text>
      {byCode ? <CodeForm identifier={user.email} fixed /> : <PasswordForm identifier={user.email} />}
      <Group justify="space-between">
        <Button variant="subtle" size="compact-sm" onClick={() => setByCode(!byCode)}>
          {byCode ? 'Use password' : 'Use a code by email'}
        </Button>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={signOut}>
          Sign out
        </Button>
      </Group>
    </Dialog>
  )
}
