// Notices about a draft: scheduled, failed to publish, or outdated by a newer published version.

import { DocumentNotice } from '../DocumentNotice.tsx'
import type { EditedDocument } from '../saving/edited.ts'
import { unschedule } from './draftCalls.ts'
import type { Publishing } from './usePublishing.ts'

type Props = { document: EditedDocument; publishing: Publishing }

const longTime = (at: string) => new Date(at).toLocaleString([], { dateStyle: 'full', timeStyle: 'short' })

export function DraftNotices({ document, publishing }: Props) {
  const { draft } = document
  if (!draft) return null
  const compare = () => publishing.compare(true)
  return (
    <>
      {draft.scheduled_at && (
        <DocumentNotice
          color="blue"
          title={`Scheduled for ${longTime(draft.scheduled_at)}`}
          action="Cancel"
          onClick={() => void unschedule(publishing, document)}
        >
          The draft is published as it is at that time.
        </DocumentNotice>
      )}
      {draft.to_merge && (
        <DocumentNotice
          title={draft.fault ? "It wasn't published as scheduled" : 'The published version has changed'}
          action="Compare"
          onClick={compare}
        >
          {draft.fault
            ? 'The published version changed in the same places. Compare both, then publish.'
            : 'It is newer than this draft. Publishing merges both, and asks you where they overlap.'}
        </DocumentNotice>
      )}
    </>
  )
}
