// Notices about a draft: scheduled, failed to publish, or outdated by a newer published version.

import { Button, Group } from '@mantine/core'
import { DocumentNotice } from '../DocumentNotice.tsx'
import type { EditedDocument } from '../saving/edited.ts'
import { reschedule, unschedule } from './draftCalls.ts'
import type { Publishing } from './usePublishing.ts'

type Props = { document: EditedDocument; publishing: Publishing; isUnsaved: boolean }

const longTime = (at: string) => new Date(at).toLocaleString([], { dateStyle: 'full', timeStyle: 'short' })

export function DraftNotices({ document, publishing, isUnsaved }: Props) {
  const { draft } = document
  if (!draft) return null
  const isOlder = draft.revision !== draft.scheduled_revision
  const compare = () => publishing.compare(true)
  return (
    <>
      {draft.scheduled_at && (
        <DocumentNotice
          color="blue"
          title={`Scheduled for ${longTime(draft.scheduled_at)}`}
          button={
            <Group gap="xs">
              {isOlder && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => void reschedule(publishing, document, draft.scheduled_at)}
                >
                  Use what it says now
                </Button>
              )}
              <Button size="compact-sm" variant="default" onClick={() => void unschedule(publishing, document)}>
                Cancel
              </Button>
            </Group>
          }
        >
          {isOlder
            ? `It is published as it was at ${longTime(draft.scheduled_as_of!)}. What was written since stays a draft.`
            : 'It is published as it is now. What you write until then stays a draft.'}
        </DocumentNotice>
      )}
      {draft.to_merge && !isUnsaved && (
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
