// The decisions about a job: approve, redraft with notes, cancel. A refused approval names what stands in the way.

import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconExternalLink, IconRefresh } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { IterationOut, JobDetailOut } from '../api/schema.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { useKept } from '../ui/kept.ts'
import { isActive, useApprove, useCancelJob, useRedraft } from './queries.ts'

export function JobActions({ job }: { job: JobDetailOut }) {
  const iteration = job.iterations.at(-1)
  const [cancelling, cancelDialog] = useDisclosure()
  const cancel = useCancelJob(job.job_id)
  return (
    <Group gap="xs">
      {isActive(job.status) && (
        <Button variant="subtle" color="gray" onClick={cancelDialog.open}>
          Cancel the job
        </Button>
      )}
      {job.status === 'approved' && (
        <Button
          component="a"
          href={`/read/${encodeURIComponent(job.document.slug)}`}
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          Read it on the site
        </Button>
      )}
      {iteration && ['review', 'failed', 'approved'].includes(job.status) && <Redraft iteration={iteration} />}
      {iteration && job.status === 'review' && <Approve job={job} iteration={iteration} />}
      {cancelling && (
        <Confirm
          title="Cancel this job?"
          action="Cancel the job"
          onClose={cancelDialog.close}
          onConfirm={() => cancel.mutateAsync()}
        >
          The document stays as it is. The draft, if there is one, is not published.
        </Confirm>
      )}
    </Group>
  )
}

function Approve({ job, iteration }: { job: JobDetailOut; iteration: IterationOut }) {
  const approve = useApprove(job.job_id, iteration.id)
  const blocked = iteration.actions.filter(({ resolved, meta }) => !resolved && meta?.blocking === true).length
  const open = iteration.questions.filter(({ answered_at }) => !answered_at).length
  const [asking, dialog] = useDisclosure()
  return (
    <>
      <Button leftSection={<IconCheck size={16} aria-hidden />} loading={approve.isPending} onClick={dialog.open}>
        Approve
      </Button>
      <Modal
        opened={asking}
        onClose={() => {
          approve.reset()
          dialog.close()
        }}
        title="Publish this draft?"
      >
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
            <Button variant="default" onClick={dialog.close}>
              Not yet
            </Button>
            <Button
              loading={approve.isPending}
              onClick={() => approve.mutate(undefined, { onSuccess: dialog.close })}
              data-autofocus
            >
              Approve and publish
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

function Redraft({ iteration }: { iteration: IterationOut }) {
  const [opened, dialog] = useDisclosure()
  const [notes, setNotes, forget] = useKept(`redraft:${iteration.id}`, '')
  const redraft = useRedraft(iteration.id)
  const navigate = useNavigate()
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={dialog.open}>
        Redraft
      </Button>
      <Modal opened={opened} onClose={dialog.close} title="Draft it again" size="lg">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            redraft.mutate(notes.trim() ? { notes } : {}, {
              onSuccess: ({ job_id }) => {
                forget()
                dialog.close()
                void navigate({ to: '/pipeline/jobs/$id', params: { id: String(job_id) } })
              },
            })
          }}
        >
          <Stack>
            <Text fz="sm" c="dimmed">
              The new draft starts from this one, your answers, the actions and these notes. Blocks that you edited stay
              as they are.
            </Text>
            <Textarea
              label="Notes for the redraft"
              data-autofocus
              autosize
              minRows={4}
              maxRows={14}
              maxLength={20_000}
              value={notes}
              onChange={(event) => setNotes(event.currentTarget.value)}
            />
            <ErrorNote error={redraft.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={dialog.close}>
                Cancel
              </Button>
              <Button type="submit" loading={redraft.isPending}>
                Start the redraft
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
