// Confirms publishing a draft, and lists what blocks it. Approval checks dead links again, so they don't disable the button.

import { Alert, Button, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { IterationOut, JobDetailOut } from 'galley-client/schema.ts'
import { isStatus } from '../../api/errors.ts'
import { counted } from '../../counted.ts'
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import type { OwnDraft } from '../draft/ownDraft.ts'
import type { UnsentTexts } from '../points/unsent.ts'
import type { useApprove } from '../queries.ts'
import { IncludedEdits } from './IncludedEdits.tsx'

type Props = {
  job: JobDetailOut
  iteration: IterationOut
  own: OwnDraft
  unsent: UnsentTexts
  approve: ReturnType<typeof useApprove>
  onClose: () => void
}

export function ApproveDialog({ job, iteration, own, unsent, approve, onClose }: Props) {
  const blockers = iteration.actions.filter(({ resolved, meta }) => !resolved && meta?.blocking === true)
  const isBlocked = blockers.some(({ kind }) => kind !== 'fix_link')
  const open = iteration.questions.filter(({ answered_at }) => !answered_at).length - unsent.closes
  const todo = iteration.actions.filter(({ resolved, answer }) => !resolved && !answer).length
  const { published } = job.document
  return (
    <Dialog title={published ? 'Publish this draft?' : 'Approve this draft?'} onClose={onClose}>
      <Text fz="sm">
        It becomes the content of “{job.document.title}”. The content it replaces is kept in the revisions.
        {!published && ' The document stays unpublished until you publish it.'}
        {open > 0 && ` ${counted(open, 'question is', 'questions are')} still open.`}
        {todo > 0 && ` ${counted(todo, 'action is', 'actions are')} still open.`}
        {open + todo > 0 && blockers.length === 0 && ' You can approve anyway.'}
      </Text>
      <IncludedEdits own={own} unsent={unsent} />
      {blockers.length > 0 && !approve.error && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={`${counted(blockers.length, 'action blocks', 'actions block')} approval`}
        >
          <List fz="sm">
            {blockers.map(({ id, title, body }) => (
              <List.Item key={id}>{title ?? body}</List.Item>
            ))}
          </List>
          <Text fz="sm" mt="xs">
            {isBlocked
              ? `Resolve ${blockers.length === 1 ? 'it' : 'them'} first.`
              : 'Links are checked again when you approve.'}
          </Text>
        </Alert>
      )}
      <ErrorNote
        error={approve.error}
        title={own.error ? "Couldn't save, so nothing was approved" : "Couldn't approve"}
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={approve.isPending}
          onClick={() =>
            // Someone else saved the draft: close, because the page now shows both versions.
            approve.mutate(undefined, { onSuccess: onClose, onError: (error) => isStatus(error, 412) && onClose() })
          }
          disabled={isBlocked}
          data-autofocus
        >
          {own.isIncluded ? 'Save and approve' : published ? 'Approve and publish' : 'Approve'}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
