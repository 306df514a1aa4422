// The published text changed after a draft was begun: both compared, and which of them counts.

import { CompareDialog } from '../../blocks/CompareDialog.tsx'
import type { EditedDocument } from '../saving/edited.ts'
import { versionName } from '../versionName.ts'
import { discardDraft, publishOver } from './draftCalls.ts'
import type { Publishing } from './usePublishing.ts'

type Props = { document: EditedDocument; publishing: Publishing; onClose: () => void }

export function MergeDialog({ document, publishing, onClose }: Props) {
  const sideOf = ({ title, summary, tags, blocks }: EditedDocument['live']) => ({
    title,
    summary,
    blocks,
    settings: { Tags: tags.join(', ') },
  })
  return (
    <CompareDialog
      title="The published version has changed"
      their="published"
      mine={sideOf(document)}
      theirs={sideOf(document.live)}
      saving={publishing.isBusy}
      onKeepMine={() => void publishOver(publishing, document)}
      onTakeTheirs={() => void discardDraft(publishing, document)}
      onClose={onClose}
    >
      {versionName(document, document.version)} was published after this draft was begun. To keep parts of it, copy them
      into the draft first. If you overwrite it, it stays in the revisions.
    </CompareDialog>
  )
}
