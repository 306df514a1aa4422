// Notes for another draft; what is typed is kept until the redraft starts.

import { Modal, Text, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { fieldErrors } from '../api/errors.ts'
import type { IterationOut } from '../api/schema.ts'
import { Form } from '../ui/Form.tsx'
import { useKept } from '../ui/kept.ts'
import { useRedraft } from './queries.ts'

export function RedraftDialog({ iteration, onClose }: { iteration: IterationOut; onClose: () => void }) {
  const [notes, setNotes, forget] = useKept(`redraft:${iteration.id}`, '')
  const redraft = useRedraft(iteration.id)
  const navigate = useNavigate()
  const send = () =>
    redraft.mutate(notes.trim() ? { notes } : {}, {
      onSuccess: ({ job_id }) => {
        forget()
        onClose()
        void navigate({ to: '/pipeline/jobs/$id', params: { id: String(job_id) } })
      },
    })
  return (
    <Modal opened onClose={onClose} title="Draft it again" size="lg">
      <Form sending={redraft} onSend={send} action="Start the redraft" onCancel={onClose}>
        <Text fz="sm" c="dimmed">
          The new draft starts from this one, your answers, the actions and these notes. Blocks that you edited stay as
          they are.
        </Text>
        <Textarea
          label="Notes for the redraft"
          data-autofocus
          autosize
          minRows={4}
          maxRows={14}
          maxLength={20_000}
          value={notes}
          error={fieldErrors(redraft.error).notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
      </Form>
    </Modal>
  )
}
