// Creates or edits a redirect.

import { Checkbox, TextInput } from '@mantine/core'
import type { RedirectOut } from 'galley-client/schema.ts'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { useApiForm } from '../../ui/useApiForm.ts'

type Props = { redirect?: RedirectOut | undefined; onClose: () => void }

export function RedirectDialog({ redirect, onClose }: Props) {
  const form = useApiForm({
    initialValues: { from: redirect?.from ?? '', to: redirect?.to ?? '', below: redirect?.kind === 'prefix' },
    send: ({ below, ...paths }) => {
      const body = { ...paths, kind: below ? ('prefix' as const) : ('exact' as const), status: redirect?.status ?? 301 }
      return redirect
        ? call('PUT /api/redirects/{redirect_id}', { path: { redirect_id: redirect.id }, body })
        : call('POST /api/redirects', { body })
    },
    onSent: () => {
      void queryClient.invalidateQueries({ queryKey: keys.redirects() })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={redirect ? 'Edit redirect' : 'New redirect'}
      action={redirect ? 'Save' : 'Create'}
      onClose={onClose}
    >
      <TextInput
        label="Old address"
        placeholder="/docs/start"
        data-autofocus
        required
        maxLength={1000}
        {...form.getInputProps('from')}
      />
      <TextInput
        label="Redirects to"
        placeholder="/read/start"
        required
        maxLength={1000}
        {...form.getInputProps('to')}
      />
      <Checkbox
        label="Redirect everything below it, too"
        description="The rest of the path is appended to the new address."
        {...form.getInputProps('below', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
