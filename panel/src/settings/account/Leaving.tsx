// Exporting one's data and deleting the account.

import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { signOut } from '../../session/session.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import { saveJson } from '../saveJson.ts'

const Confirm = lazily(() => import('../../ui/Confirm.tsx'), 'Confirm')

export function Leaving() {
  const [leaving, setLeaving] = useState(false)
  const exportData = useMutation({
    mutationFn: () => call('GET /auth/me/export'),
    onSuccess: (data) => saveJson('account.json', data),
  })
  return (
    <SettingsSection
      title="Your data"
      hint="Download a copy of your data, or delete your account. What you wrote is kept and credited to a former member."
    >
      <ErrorNote error={exportData.error} />
      <Group gap="xs">
        <Button variant="default" loading={exportData.isPending} onClick={() => exportData.mutate()}>
          Download my data
        </Button>
        <Button variant="light" color="red" onClick={() => setLeaving(true)}>
          Delete account
        </Button>
      </Group>
      {leaving && (
        <Confirm
          title="Delete your account?"
          action="Delete account"
          onClose={() => setLeaving(false)}
          onConfirm={async () => {
            await call('DELETE /auth/me')
            // The session is gone with the account; this clears the tab.
            await signOut()
          }}
        >
          Your sessions, tokens, second factors and the access you were given are deleted. This cannot be undone.
        </Confirm>
      )}
    </SettingsSection>
  )
}
