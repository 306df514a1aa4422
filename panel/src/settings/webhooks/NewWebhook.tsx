// Creates a webhook and shows its secret once.

import { MultiSelect, Select, TextInput } from '@mantine/core'
import type { WebhookCreate } from 'galley-client/schema.ts'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { usePaths } from '../../categories/queries.ts'
import { CopyDialog } from '../../ui/CopyDialog.tsx'
import { FormDialog } from '../../ui/Dialog.tsx'
import { useApiForm } from '../../ui/useApiForm.ts'

type HookEvent = NonNullable<WebhookCreate['events']>[number]

/** Fails the type check if the API has another kind. */
const KINDS = Object.keys({
  'document.created': true,
  'document.updated': true,
  'document.published': true,
  'document.unpublished': true,
  'document.withdrawn': true,
  'document.moved': true,
  'document.deleted': true,
  'document.restored': true,
  'document.purged': true,
  'document.stale': true,
  'category.created': true,
  'category.updated': true,
  'category.moved': true,
  'category.deleted': true,
  'job.review': true,
  'job.failed': true,
  'job.approved': true,
  'question.raised': true,
  'question.answered': true,
  'proposal.opened': true,
  'proposal.updated': true,
  'proposal.approved': true,
  'proposal.rejected': true,
  'proposal.withdrawn': true,
  'proposal.merged': true,
  'user.created': true,
  'user.disabled': true,
  'user.deleted': true,
} satisfies Record<HookEvent, true>)

const REACHES = [
  { value: 'public', label: 'Public documents' },
  { value: 'members', label: 'Public and members' },
  { value: 'restricted', label: 'All documents' },
]

export function NewWebhook({ onClose }: { onClose: () => void }) {
  const { paths } = usePaths()
  const form = useApiForm({
    initialValues: {
      url: '',
      name: '',
      events: [] as HookEvent[],
      category_id: null as string | null,
      visibility: 'restricted' as NonNullable<WebhookCreate['visibility']>,
    },
    send: ({ category_id: id, ...body }) =>
      call('POST /api/admin/webhooks', { body: { ...body, category_id: id === null ? null : Number(id) } }),
    onSent: () => void queryClient.invalidateQueries({ queryKey: keys.webhooks() }),
  })
  // The only response that has the secret.
  if (form.result) {
    return (
      <CopyDialog title="Signing secret" value={form.result.signing_secret ?? ''} onClose={onClose}>
        Messages are signed with this secret. Copy it now. You won't be able to see it again.
      </CopyDialog>
    )
  }
  return (
    <FormDialog form={form} title="New webhook" action="Add webhook" onClose={onClose}>
      <TextInput
        label="Address"
        placeholder="https://hooks.example/galley"
        data-autofocus
        required
        maxLength={2000}
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Name"
        description="Leave blank to use its host."
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <MultiSelect
        label="Events"
        description="Leave blank for all."
        data={KINDS}
        searchable
        clearable
        {...form.getInputProps('events')}
      />
      {paths.length > 0 && (
        <Select
          label="Only in this category"
          description="With everything below it."
          data={paths}
          searchable
          clearable
          {...form.getInputProps('category_id')}
        />
      )}
      <Select label="Documents" data={REACHES} allowDeselect={false} {...form.getInputProps('visibility')} />
    </FormDialog>
  )
}
