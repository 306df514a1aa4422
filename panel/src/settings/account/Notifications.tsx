// Which inbox mails the person gets.

import { Checkbox, NativeSelect, Skeleton, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { MailSettingsOut } from 'galley-client/schema.ts'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { failed } from '../../ui/notify.ts'
import { SettingsSection } from '../SettingsSection.tsx'

const DIGESTS: { value: MailSettingsOut['digest']; label: string }[] = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'On Mondays' },
  { value: 'off', label: 'Never' },
]

export function Notifications() {
  const settings = useQuery({ queryKey: keys.mailSettings, queryFn: () => call('GET /api/admin/mail-settings') })
  const set = useMutation({
    mutationFn: (body: MailSettingsOut) => call('PUT /api/admin/mail-settings', { body }),
    onMutate: (body) => queryClient.setQueryData(keys.mailSettings, body),
    onError: failed("Couldn't change your email settings"),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.mailSettings }),
  })
  const { data } = settings
  return (
    <SettingsSection title="Notifications" hint="Emails about your inbox. Everything is in the inbox either way.">
      <ErrorNote error={settings.error} onRetry={() => void settings.refetch()} />
      {settings.isPending && <Skeleton h={90} />}
      {data && (
        <Stack maw={420}>
          <Checkbox
            label="Email me when someone asks me"
            description="Questions and actions assigned to you, and mentions in comments."
            checked={data.at_once}
            onChange={(event) => set.mutate({ ...data, at_once: event.currentTarget.checked })}
          />
          <NativeSelect
            label="Summary of everything else"
            description="Sent only if there is something new."
            data={DIGESTS}
            value={data.digest}
            onChange={(event) =>
              set.mutate({ ...data, digest: event.currentTarget.value as MailSettingsOut['digest'] })
            }
          />
        </Stack>
      )}
    </SettingsSection>
  )
}
