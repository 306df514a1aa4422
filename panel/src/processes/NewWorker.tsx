// Starting one more worker.

import { Button, Group, Modal, NumberInput, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldErrors } from '../api/errors.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { useStartWorker } from './queries.ts'

export function NewWorker({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [concurrency, setConcurrency] = useState<number | string>(2)
  const [queues, setQueues] = useState(['docs'])
  const [autorestart, setAutorestart] = useState(true)
  const start = useStartWorker()
  const faults = fieldErrors(start.error)
  return (
    <Modal opened onClose={onClose} title="New worker">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          start.mutate(
            { ...(name.trim() && { name: name.trim() }), concurrency: Number(concurrency), queues, autorestart },
            { onSuccess: onClose },
          )
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            description="Lower-case letters, digits and hyphens. Empty: one is made."
            placeholder="worker-2"
            data-autofocus
            maxLength={40}
            value={name}
            error={faults.name}
            onChange={(event) => setName(event.currentTarget.value)}
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
          <TagsInput label="Queues" value={queues} error={faults.queues} onChange={setQueues} />
          <Switch
            label="Start again when it ends on its own"
            checked={autorestart}
            onChange={(event) => setAutorestart(event.currentTarget.checked)}
          />
          {Object.keys(faults).length === 0 && <ErrorNote error={start.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={start.isPending}>
              Start
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
