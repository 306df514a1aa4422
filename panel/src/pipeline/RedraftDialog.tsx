// Notes for another draft; what is typed is kept until the redraft starts.

import { Modal, Text, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { fieldErrors, isStatus } from '../api/errors.ts'
import type { IterationOut } from '../api/schema.ts'
import { Form } from '../ui/Form.tsx'
import { useKept } from '../ui/kept.ts'
import { GoesAlong } from './GoesAlong.tsx'
import type { OwnDraft } from './ownDraft.ts'
import { useRedraft } from './queries.ts'
import { useUnsent } from './unsent.ts'

type Props = { iteration: IterationOut; own: OwnDraft; onClose: () => void }

export function RedraftDialog({ iteration, own, onClose }: Props) {
  const [notes, setNotes, forget] = useKept(`redraft:${iteration.id}`, '')
  const unsent = useUnsent(iteration)
  const navigate = useNavigate()
  const redraft = useRedraft(
    iteration.id,
    async () => {
      await unsent.send()
      if (own.goesAlong) await own.save()
    },
    ({ job_id }) => {
      forget()
      onClose()
      void navigate({ to: '/pipeline/jobs/$id', params: { id: String(job_id) } })
    },
  )
  const send = () =>
    redraft.mutate(notes.trim() ? { notes } : {}, {
      // Someone else saved the draft meanwhile: the page shows both, and this has to wait.
      onError: (error) => isStatus(error, 412) && onClose(),
    })
  return (
    <Modal opened onClose={onClose} title="Draft it again" size="lg">
      <Form
        sending={redraft}
        onSend={send}
        action={own.goesAlong ? 'Save and start the redraft' : 'Start the redraft'}
        onCancel={onClose}
      >
        <Text fz="sm" c="dimmed">
          The new draft starts from this one, your answers, the actions and these notes. Blocks that you edited stay as
          they are.
        </Text>
        <GoesAlong own={own} unsent={unsent} />
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
