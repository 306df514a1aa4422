// The conflict dialog of a job's draft.

import type { IterationOut } from 'galley-client/schema.ts'
import { ConflictDialog } from '../../saving/ConflictDialog.tsx'
import { formatAgo } from '../../ui/Ago.tsx'
import type { OwnDraft } from './ownDraft.ts'

type Props = { iteration: IterationOut; own: OwnDraft; clash: NonNullable<OwnDraft['clash']>; onSaved: () => void }

export const DraftConflict = ({ iteration, own, clash, onSaved }: Props) => (
  <ConflictDialog
    title="Someone else changed the same text"
    clash={clash}
    onChoose={async (choice) => {
      await own.choose(choice)
      if (choice === 'mine') onSaved()
    }}
    onClose={() => own.ask(false)}
  >
    The draft was saved {formatAgo(iteration.updated_at)}.
  </ConflictDialog>
)
