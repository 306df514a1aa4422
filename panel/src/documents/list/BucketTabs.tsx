// Buckets as tabs with live counts.

import { Badge, Tabs } from '@mantine/core'
import type { Bucket } from '../../api/types.ts'
import { BUCKET_NAMES, BUCKETS } from '../buckets.ts'
import classes from './list.module.css'

/** On a phone the tabs scroll, and the chosen one may be out of sight. */
const intoView = (list: HTMLDivElement | null) =>
  list?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })

type Props = { counts: Record<Bucket, number> | undefined; total: number | undefined }

export function BucketTabs({ counts, total }: Props) {
  return (
    <Tabs.List ref={intoView} aria-label="Buckets">
      <BucketTab value="all" name="All" count={total} />
      {BUCKETS.map((name) => (
        <BucketTab key={name} value={name} name={BUCKET_NAMES[name]} count={counts?.[name]} />
      ))}
    </Tabs.List>
  )
}

function BucketTab({ value, name, count }: { value: string; name: string; count: number | undefined }) {
  return (
    <Tabs.Tab
      value={value}
      rightSection={
        <Badge size="sm" variant="transparent" color="gray" className={classes.count}>
          {count === undefined ? '–' : count.toLocaleString('en')}
        </Badge>
      }
    >
      {name}
    </Tabs.Tab>
  )
}
