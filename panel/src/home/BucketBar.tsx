// A stacked bar of the five buckets, each linked to its documents.

import { Paper, Skeleton, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCounts } from '../api/documentLists.ts'
import { BUCKET_NAMES, BUCKETS } from '../documents/buckets.ts'
import { Dot } from '../ui/Dot.tsx'
import { lazily } from '../ui/lazily.tsx'
import classes from './home.module.css'

const FirstSteps = lazily(() => import('./FirstSteps.tsx'), 'FirstSteps')

export function BucketBar() {
  const { data: counts } = useCounts()
  if (counts && Object.values(counts).every((count) => count === 0)) return <FirstSteps />
  return (
    <Paper p="lg">
      <Title order={2} mb="md">
        Documents by status
      </Title>
      {counts ? (
        <>
          {/* Hidden from screen readers: the legend has the same links. */}
          <div className={classes.bar} aria-hidden>
            {BUCKETS.filter((bucket) => counts[bucket] > 0).map((bucket) => (
              <Link
                key={bucket}
                to="/documents"
                search={{ bucket }}
                tabIndex={-1}
                style={{ flexGrow: counts[bucket], background: `var(--bucket-${bucket})` }}
              />
            ))}
          </div>
          <div className={classes.legend}>
            {BUCKETS.map((bucket) => (
              <Link key={bucket} to="/documents" search={{ bucket }}>
                <Dot state={bucket} label={BUCKET_NAMES[bucket]} />
                <Text span fz="sm" fw={650} className="tabular">
                  {counts[bucket].toLocaleString('en')}
                </Text>
              </Link>
            ))}
          </div>
        </>
      ) : (
        <Skeleton h={50} />
      )}
    </Paper>
  )
}
