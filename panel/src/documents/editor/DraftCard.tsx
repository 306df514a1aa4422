// The document's pipeline state, linked to its job, or a button for a new draft.

import { Anchor, Button, Paper, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconProgressBolt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isActive, JobState } from '../../pipeline/JobState.tsx'
import { Dot } from '../../ui/Dot.tsx'
import { lazily } from '../../ui/lazily.tsx'
import type { EditedDocument } from '../saving/edited.ts'
import { statusDot, statusWord } from '../status.ts'

const EnqueueDialog = lazily(() => import('../../pipeline/enqueue/EnqueueDialog.tsx'), 'EnqueueDialog')

export function DraftCard({ document }: { document: EditedDocument }) {
  const [opened, dialog] = useDisclosure()
  const { job, bucket } = document
  const jobLink = { to: '/pipeline/jobs/$id', params: { id: String(job?.job_id) } } as const
  const label = statusOf(document)
  const isUnderWay = job && isActive(job)
  return (
    <Paper p="md">
      <Stack gap="sm">
        {job && bucket !== 'approved' ? (
          <JobState job={job} />
        ) : (
          <Dot state={statusDot(document.published, bucket)} label={label} />
        )}
        {isUnderWay ? (
          <Button variant="light" size="sm" renderRoot={(props) => <Link {...props} {...jobLink} />}>
            {job.status === 'review' ? 'Review draft' : 'View job'}
          </Button>
        ) : (
          <Button
            variant="light"
            size="sm"
            leftSection={<IconProgressBolt size={16} aria-hidden />}
            onClick={dialog.open}
          >
            {bucket === 'approved' ? 'Generate a new draft' : 'Generate a draft'}
          </Button>
        )}
        {job && !isUnderWay && (
          <Anchor fz="sm" renderRoot={(props) => <Link {...props} {...jobLink} />}>
            Last job
          </Anchor>
        )}
      </Stack>
      {opened && <EnqueueDialog documentIds={[document.id]} title={document.title} onClose={dialog.close} />}
    </Paper>
  )
}

/** Unpublished text doesn't affect the bucket, but the document isn't empty either. */
function statusOf({ bucket, draft, isAhead, published }: EditedDocument): string {
  if (!draft && !isAhead) return statusWord(published, undefined, bucket)
  return statusWord(published, draft?.scheduled_at ? 'scheduled' : published ? 'changed' : undefined)
}
