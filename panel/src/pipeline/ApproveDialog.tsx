// The question before a draft is published. What is in the way is named before anyone tries; a dead link is looked at
// again by the approval itself, so it does not by itself prevent trying.

import { Alert, Button, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { isStatus } from '../api/errors.ts'
import type { IterationOut, JobDetailOut } from '../api/schema.ts'
import { counted } from '../ui/counted.ts'
import { Dialog, DialogButtons } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { GoesAlong } from './GoesAlong.tsx'
import type { OwnDraft } from './ownDraft.ts'
import type { useApprove } from './queries.ts'
import type { Unsent } from './unsent.ts'

type Props = {
  job: JobDetailOut
  iteration: IterationOut
  own: OwnDraft
  unsent: Unsent
  approve: ReturnType<typeof useApprove>
  onClose: () => void
}

export function ApproveDialog({ job, iteration, own, unsent, approve, onClose }: Props) {
  const blockers = iteration.actions.filter(({ resolved, meta }) => !resolved && meta?.blocking === true)
  const closed = blockers.some(({ kind }) => kind !== 'fix_link')
  const open = iteration.questions.filter(({ answered_at }) => !answered_at).length - unsent.closes
  return (
    <Dialog title="Publish this draft?" onClose={onClose}>
      <Text fz="sm">
        It becomes the text of “{job.document.title}”. What it replaces is kept among the revisions.
        {open > 0 && ` ${counted(open, 'question is', 'questions are')} still open; that does not stand in the way.`}
      </Text>
      <GoesAlong own={own} unsent={unsent} />
      {blockers.length > 0 && !approve.error && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={`${counted(blockers.length, 'action stands', 'actions stand')} in the way`}
        >
          <List fz="sm">
            {blockers.map(({ id, title, body }) => (
              <List.Item key={id}>{title ?? body}</List.Item>
            ))}
          </List>
          <Text fz="sm" mt="xs">
            {closed
              ? `Settle ${blockers.length === 1 ? 'it' : 'them'} beside the draft first.`
              : 'Links are checked again when you approve.'}
          </Text>
        </Alert>
      )}
      <ErrorNote error={approve.error} title={own.error ? 'Not saved, and so not approved' : 'Not approved'} />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Not yet
        </Button>
        <Button
          loading={approve.isPending}
          onClick={() =>
            // Someone else saved the draft meanwhile: the page shows both, and this has to wait.
            approve.mutate(undefined, { onSuccess: onClose, onError: (error) => isStatus(error, 412) && onClose() })
          }
          disabled={closed}
          data-autofocus
        >
          {own.goesAlong ? 'Save and approve' : 'Approve and publish'}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
