// Creates an API token and shows it once.

import { MultiSelect, Select, TextInput } from '@mantine/core'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { ROLES, type Role, type Scope } from '../../api/types.ts'
import { usePaths } from '../../categories/queries.ts'
import { useMe } from '../../session/session.ts'
import { CopyDialog } from '../../ui/CopyDialog.tsx'
import { FormDialog } from '../../ui/Dialog.tsx'
import { useApiForm } from '../../ui/useApiForm.ts'

const LIFETIMES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
]

const SCOPES_OF: Record<Role, Scope[]> = {
  reader: ['read'],
  editor: ['read', 'write', 'pipeline'],
  admin: ['read', 'write', 'pipeline', 'admin', 'metrics'],
}
const MEANINGS: Record<Scope, string> = {
  read: 'Read documents',
  write: 'Write documents and categories',
  pipeline: 'Run the pipeline',
  admin: 'Manage users and processes',
  metrics: 'Read metrics',
}

/** Tokens bound to categories can only have these scopes. */
const isBindable = (scope: Scope): boolean => scope === 'read' || scope === 'write'

export function NewToken({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const { paths } = usePaths({ enabled: me.role !== 'reader' })
  const form = useApiForm({
    initialValues: {
      name: '',
      role: me.role,
      scopes: SCOPES_OF[me.role],
      expires_in_days: '90',
      category_ids: [] as string[],
    },
    send: ({ expires_in_days: days, category_ids: ids, scopes, ...body }) =>
      call('POST /api/tokens', {
        body: {
          ...body,
          expires_in_days: Number(days),
          scopes: ids.length > 0 ? scopes.filter(isBindable) : scopes,
          ...(ids.length > 0 && { category_ids: ids.map(Number) }),
        },
      }),
    onSent: () => void queryClient.invalidateQueries({ queryKey: keys.tokens }),
  })
  if (form.result) {
    return (
      <CopyDialog title="Your new token" value={form.result.token ?? ''} onClose={onClose}>
        Copy it now. You won't be able to see it again.
      </CopyDialog>
    )
  }
  const isBound = form.values.category_ids.length > 0
  // A smaller role can't keep a larger one's scopes.
  const choose = (role: Role) => form.setValues({ role, scopes: SCOPES_OF[role] })
  return (
    <FormDialog form={form} title="New token" action="Create token" onClose={onClose}>
      <TextInput
        label="Name"
        description="What will use it, for example a build server."
        data-autofocus
        required
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <Select
        label="Role"
        data={ROLES.slice(0, ROLES.indexOf(me.role) + 1)}
        allowDeselect={false}
        {...form.getInputProps('role')}
        onChange={(role) => choose(role as Role)}
      />
      <MultiSelect
        label="Scopes"
        data={SCOPES_OF[form.values.role].map((value) => ({
          value,
          label: MEANINGS[value],
          disabled: isBound && !isBindable(value),
        }))}
        {...form.getInputProps('scopes')}
        value={isBound ? form.values.scopes.filter(isBindable) : form.values.scopes}
      />
      {paths.length > 0 && (
        <MultiSelect
          label="Only in these categories"
          description="With everything below them. Leave blank for all. A token limited to categories reads and writes documents only."
          data={paths}
          searchable
          clearable
          {...form.getInputProps('category_ids')}
        />
      )}
      <Select label="Expires after" data={LIFETIMES} allowDeselect={false} {...form.getInputProps('expires_in_days')} />
    </FormDialog>
  )
}
