// The question before a draft is published. A refused approval names what stands in the way.

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { IterationOut, JobDetailOut } from '../api/schema.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import type { useApprove } from './queries.ts'

type Props = {
  job: JobDetailOut
  iteration: IterationOut
  approve: ReturnType<typeof useApprove>
  onClose: () => void
}

export function ApproveDialog({ job, iteration, approve, onClose }: Props) {
  const blocked = iteration.actions.filter(({ resolved, meta }) => !resolved && meta?.blocking === true).length
  const open = iteration.questions.filter(({ answered_at }) => !answered_at).length
  return (
    <Modal opened onClose={onClose} title="Publish this draft?">
      <Stack>
        <Text fz="sm">
          It becomes the text of “{job.document.title}”. What it replaces is kept among the revisions.
          {open > 0 &&
            ` ${open} ${open === 1 ? 'question is' : 'questions are'} still open; that does not stand in the way.`}
        </Text>
        {blocked > 0 && !approve.error && (
          <Text fz="sm" c="red" fw={550}>
            {blocked} {blocked === 1 ? 'action stands' : 'actions stand'} in the way; settle{' '}
            {blocked === 1 ? 'it' : 'them'} first.
          </Text>
        )}
        <ErrorNote error={approve.error} title="Not approved" />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Not yet
          </Button>
          <Button
            loading={approve.isPending}
            onClick={() => approve.mutate(undefined, { onSuccess: onClose })}
            data-autofocus
          >
            Approve and publish
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
