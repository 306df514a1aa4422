// Starting one more worker.

import { Modal, NumberInput, Switch } from '@mantine/core'
import { useState } from 'react'
import { fieldErrors } from '../api/errors.ts'
import { Form, TextField } from '../ui/Form.tsx'
import { TagsField } from '../ui/TagsField.tsx'
import { useStartWorker } from './queries.ts'

export function NewWorker({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [concurrency, setConcurrency] = useState<number | string>(2)
  const [queues, setQueues] = useState(['docs'])
  const [autorestart, setAutorestart] = useState(true)
  const start = useStartWorker()
  const faults = fieldErrors(start.error)
  const send = () =>
    start.mutate(
      { ...(name.trim() && { name: name.trim() }), concurrency: Number(concurrency), queues, autorestart },
      { onSuccess: onClose },
    )
  return (
    <Modal opened onClose={onClose} title="New worker">
      <Form sending={start} onSend={send} action="Start" onCancel={onClose}>
        <TextField
          label="Name"
          description="Lower-case letters, digits and hyphens. Empty: one is made."
          placeholder="worker-2"
          data-autofocus
          maxLength={40}
          value={name}
          error={faults.name}
          onChange={setName}
        />
        <NumberInput
          label="Jobs at once"
          min={1}
          max={32}
          allowDecimal={false}
          value={concurrency}
          error={faults.concurrency}
          onChange={setConcurrency}
        />
        <TagsField label="Queues" value={queues} error={faults.queues} onChange={setQueues} />
        <Switch
          label="Start again when it ends on its own"
          checked={autorestart}
          onChange={(event) => setAutorestart(event.currentTarget.checked)}
        />
      </Form>
    </Modal>
  )
}
