// Decisions about a job: approve, redraft, cancel.

import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconExternalLink, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { IterationOut, JobDetailOut } from 'galley-client/schema.ts'
import { lazily } from '../../ui/lazily.tsx'
import page from '../../ui/page.module.css'
import type { OwnDraft } from '../draft/ownDraft.ts'
import { isActive } from '../JobState.tsx'
import { useUnsent } from '../points/unsent.ts'
import { useApprove, useCancelJob } from '../queries.ts'

const ApproveDialog = lazily(() => import('./ApproveDialog.tsx'), 'ApproveDialog')
const RedraftDialog = lazily(() => import('./RedraftDialog.tsx'), 'RedraftDialog')
const Confirm = lazily(() => import('../../ui/Confirm.tsx'), 'Confirm')

type Props = { job: JobDetailOut; iteration: IterationOut; own: OwnDraft }

export function JobActions({ job, iteration, own }: Props) {
  const [cancelling, cancelDialog] = useDisclosure()
  const cancel = useCancelJob(job.job_id)
  return (
    <Group gap="xs" className={page.actions}>
      {isActive(job) && (
        <Button variant="subtle" color="gray" onClick={cancelDialog.open}>
          Cancel job
        </Button>
      )}
      {job.status === 'approved' && !job.document.published && <OpenDocument id={job.document.id} />}
      {job.status === 'approved' && (
        <Button
          component="a"
          href={`/read/${encodeURIComponent(job.document.slug)}`}
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          View on site
        </Button>
      )}
      {['review', 'failed', 'approved'].includes(job.status) && <Redraft iteration={iteration} own={own} />}
      {job.status === 'review' && <Approve job={job} iteration={iteration} own={own} />}
      {cancelling && (
        <Confirm
          title="Cancel this job?"
          action="Cancel job"
          dismiss="Keep job"
          onClose={cancelDialog.close}
          onConfirm={() => cancel.mutateAsync()}
        >
          The document doesn't change. If there is a draft, it isn't published.
          {own.isUnsent && " Your unsaved edits to the draft can't be saved after this."}
        </Confirm>
      )}
    </Group>
  )
}

/** Links an approved but unpublished document. */
const OpenDocument = ({ id }: { id: number }) => (
  <Button renderRoot={(props) => <Link {...props} to="/documents/$id" params={{ id: String(id) }} />}>
    Open to publish
  </Button>
)

function Approve({ job, iteration, own }: Props) {
  const unsent = useUnsent(iteration)
  const approve = useApprove(job, iteration.id, async () => {
    // Unsent answers and edits are sent first; a failure stops the approval.
    await unsent.send()
    await own.save()
  })
  const [asking, dialog] = useDisclosure()
  const close = () => {
    approve.reset()
    dialog.close()
  }
  return (
    <>
      <Button leftSection={<IconCheck size={16} aria-hidden />} loading={approve.isPending} onClick={dialog.open}>
        Approve
      </Button>
      {asking && <ApproveDialog {...{ job, iteration, own, unsent, approve }} onClose={close} />}
    </>
  )
}

function Redraft({ iteration, own }: Omit<Props, 'job'>) {
  const [opened, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={dialog.open}>
        Redraft
      </Button>
      {opened && <RedraftDialog iteration={iteration} own={own} onClose={dialog.close} />}
    </>
  )
}
