// Changing one's own name and username.

import { SimpleGrid, TextInput } from '@mantine/core'
import { call } from '../../api/client.ts'
import { changeMe, useMe } from '../../session/session.ts'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import { useApiForm } from '../../ui/useApiForm.ts'

export function NameForm() {
  const me = useMe()
  const form = useApiForm({
    initialValues: { display_name: me.display_name ?? '', username: me.username ?? '' },
    send: ({ display_name, username }) =>
      call('PATCH /auth/me', {
        body: { display_name: display_name.trim() || null, username: username.trim() || null },
      }),
    onSent: (user) => {
      changeMe(user)
      form.resetDirty()
      notify('Saved.')
    },
  })
  return (
    <Form form={form} action="Save" button={{ disabled: !form.isDirty() }}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Name" maxLength={120} autoComplete="name" {...form.getInputProps('display_name')} />
        <TextInput label="Username" maxLength={32} autoComplete="username" {...form.getInputProps('username')} />
      </SimpleGrid>
    </Form>
  )
}
