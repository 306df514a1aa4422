// Notes and instructions for another draft. What is typed is kept in this browser until the redraft starts.

import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { IterationOut } from 'galley-client/schema.ts'
import { isStatus } from '../../api/errors.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { useApiForm } from '../../ui/useApiForm.ts'
import type { OwnDraft } from '../draft/ownDraft.ts'
import { DraftFields } from '../enqueue/DraftFields.tsx'
import { useUnsent } from '../points/unsent.ts'
import { redraft } from '../queries.ts'
import { IncludedEdits } from './IncludedEdits.tsx'

type Props = { iteration: IterationOut; own: OwnDraft; onClose: () => void }

export function RedraftDialog({ iteration, own, onClose }: Props) {
  const unsent = useUnsent(iteration)
  const navigate = useNavigate()
  const form = useApiForm({
    initialValues: { notes: '', instructions: '' },
    keepAs: `redraft:${iteration.id}`,
    send: async ({ notes, instructions }) => {
      await unsent.send()
      if (own.isIncluded) await own.save()
      return redraft(iteration.id, { ...(notes.trim() && { notes }), ...(instructions.trim() && { instructions }) })
    },
    onSent: ({ job_id }) => {
      onClose()
      void navigate({ to: '/pipeline/jobs/$id', params: { id: String(job_id) } })
    },
    // Someone else saved the draft: the page shows both versions, and this has to wait.
    onRefused: (error) => isStatus(error, 412) && onClose(),
  })
  return (
    <FormDialog
      form={form}
      size="xl"
      title="Redraft"
      action={own.isIncluded ? 'Save and start redraft' : 'Start redraft'}
      onClose={onClose}
    >
      <Text fz="sm" c="dimmed">
        The new draft builds on this one, your answers, the actions, and what you write here. Blocks you edited stay as
        they are.
      </Text>
      <IncludedEdits own={own} unsent={unsent} />
      <DraftFields notes={form.getInputProps('notes')} instructions={form.getInputProps('instructions')} />
    </FormDialog>
  )
}
