// Decides an edit of a draft: through the draft or, with another text, through its action.

import type { EditOut, IterationOut } from 'galley-client/schema.ts'
import { EditCard } from '../../review/EditCard.tsx'
import { type FirstStep, useChangeAction, useDecideEdits } from '../queries.ts'

type Props = { iteration: IterationOut; edit: EditOut; first: FirstStep; inList?: boolean }

export function EditDecision({ iteration, edit, first, inList = false }: Props) {
  const decide = useDecideEdits(iteration.job_id, iteration.id, first)
  const change = useChangeAction(iteration.job_id, iteration.id)
  const action = iteration.actions.find(({ kind, meta }) => kind === 'edit' && meta?.edit_id === edit.id)
  return (
    <EditCard
      edit={edit}
      inList={inList}
      locked={iteration.status !== 'review'}
      busy={decide.isPending}
      onDecide={(state) => decide.mutate([{ id: edit.id, state }])}
      onReplace={
        action &&
        (async (answer) => {
          await first()
          await change.mutateAsync({ action, answer })
        })
      }
    />
  )
}
