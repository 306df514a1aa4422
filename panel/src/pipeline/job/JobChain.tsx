// A document's drafts: each redraft with its predecessor.

import { Paper, Skeleton, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { JobDetailOut } from 'galley-client/schema.ts'
import { Ago } from '../../ui/Ago.tsx'
import { Dot } from '../../ui/Dot.tsx'
import { useChain } from '../queries.ts'
import classes from './job.module.css'

export function JobChain({ job }: { job: JobDetailOut }) {
  const { data: chain } = useChain(job)
  return (
    <Paper p="md" component="nav" aria-label="Drafts of this document">
      <Title order={2} fz="md" mb="xs">
        Drafts of this document
      </Title>
      {!chain && <Skeleton h={34} />}
      {chain?.map((one) => (
        <Link
          key={one.job_id}
          to="/pipeline/jobs/$id"
          params={{ id: String(one.job_id) }}
          className={classes.chain}
          aria-current={one.job_id === job.job_id ? 'page' : undefined}
        >
          <Text span fz="sm" fw={550}>
            {one.iterations.length > 0 ? `Draft ${one.iterations.at(-1)!.number}` : `Job ${one.job_id}`}
          </Text>
          <Dot state={one.job_id === job.job_id ? job.status : one.status} />
          <Ago at={one.created_at} small className={classes.last} />
        </Link>
      ))}
    </Paper>
  )
}
