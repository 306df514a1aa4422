// Starts a worker.

import { NumberInput, Switch, TextInput } from '@mantine/core'
import { FormDialog } from '../ui/Dialog.tsx'
import { TagsField } from '../ui/TagsField.tsx'
import { useApiForm } from '../ui/useApiForm.ts'
import { startWorker } from './queries.ts'

export function NewWorker({ onClose }: { onClose: () => void }) {
  const form = useApiForm({
    initialValues: { name: '', concurrency: 2, queues: ['docs'], autorestart: true },
    send: ({ name, concurrency, ...body }) =>
      startWorker({ ...body, concurrency: Number(concurrency), ...(name.trim() && { name: name.trim() }) }),
    onSent: onClose,
  })
  return (
    <FormDialog form={form} title="New worker" action="Start worker" onClose={onClose}>
      <TextInput
        label="Name"
        description="Lowercase letters, digits and hyphens. Leave blank to generate one."
        placeholder="worker-2"
        data-autofocus
        maxLength={40}
        {...form.getInputProps('name')}
      />
      <NumberInput
        label="Concurrent jobs"
        min={1}
        max={32}
        allowDecimal={false}
        {...form.getInputProps('concurrency')}
      />
      <TagsField label="Queues" {...form.getInputProps('queues')} value={form.values.queues} />
      <Switch label="Restart automatically if it exits" {...form.getInputProps('autorestart', { type: 'checkbox' })} />
    </FormDialog>
  )
}
