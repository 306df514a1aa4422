// Notes and instructions for a redraft, kept in this browser until it starts.

import { Text } from '@mantine/core'
import type { IterationOut } from 'galley-client/schema.ts'
import { isStatus } from '../../api/errors.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { useApiForm } from '../../ui/useApiForm.ts'
import type { OwnDraft } from '../draft/ownDraft.ts'
import { DraftFields } from '../enqueue/DraftFields.tsx'
import { given, instructionsOf, NO_ORDERS } from '../enqueue/orders.ts'
import { useUnsent } from '../points/unsent.ts'
import { IncludedEdits } from './IncludedEdits.tsx'
import { useRedraft } from './redraft.ts'

type Props = { iteration: IterationOut; own: OwnDraft; onClose: () => void }

export function RedraftDialog({ iteration, own, onClose }: Props) {
  const unsent = useUnsent(iteration)
  const redraft = useRedraft(iteration, own)
  const form = useApiForm({
    initialValues: { notes: '', ...NO_ORDERS },
    keepAs: `redraft:${iteration.id}`,
    send: ({ notes, ...orders }) => redraft({ ...given({ notes, instructions: instructionsOf(orders) }) }, onClose),
    // Someone else saved the draft: close, because the page now shows both versions.
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
      <DraftFields form={form} />
    </FormDialog>
  )
}
