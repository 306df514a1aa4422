// Drafts and edits on the review page.

import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Row } from '../review/Row.tsx'
import { Section } from '../review/Section.tsx'
import { openPoints } from './JobState.tsx'
import { useWaitingJobs } from './waiting.ts'

export function Drafts() {
  const jobs = useWaitingJobs()
  return (
    <Section
      title="Drafts"
      query={jobs}
      rows={jobs.data?.filter(({ job }) => job.status === 'review')}
      empty="None. Drafts that the pipeline has finished appear here."
    >
      {({ id, title, job }) => (
        <Row
          key={id}
          link={
            <Anchor
              inherit
              data-stop
              renderRoot={(props) => <Link {...props} to="/pipeline/jobs/$id" params={{ id: String(job.job_id) }} />}
            >
              {title}
            </Anchor>
          }
          about={openPoints(job)}
          badge={{ label: 'In review', color: 'yellow' }}
          at={job.updated_at}
        />
      )}
    </Section>
  )
}
