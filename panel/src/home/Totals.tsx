// Totals of documents, categories and views.

import { Paper, Skeleton, Text } from '@mantine/core'
import { useCounts } from '../api/documentLists.ts'
import type { Dashboard } from '../api/types.ts'
import classes from './home.module.css'

type Props = { totals: Dashboard['totals'] | undefined; editor: boolean }

export function Totals({ totals, editor }: Props) {
  return (
    <div className={classes.totals}>
      {editor ? <AllDocuments open={totals?.documents} /> : <Total label="Documents" value={totals?.documents} />}
      <Total label={editor ? 'Public categories' : 'Categories'} value={totals?.categories} />
      <Total label="Views" value={totals?.views} />
    </div>
  )
}

/** All buckets; the dashboard counts public documents only. */
function AllDocuments({ open }: { open: number | undefined }) {
  const { data: counts } = useCounts()
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <Total
      label="Documents"
      value={all}
      note={open === undefined ? undefined : `${open.toLocaleString('en')} public`}
    />
  )
}

function Total({ label, value, note }: { label: string; value: number | undefined; note?: string | undefined }) {
  return (
    <Paper p="md">
      <Text fz="sm" c="dimmed">
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton h={28} w={80} mt={6} />
      ) : (
        <Text fz={26} fw={650} className="tabular">
          {value.toLocaleString('en')}
        </Text>
      )}
      {note && (
        <Text fz="sm" c="dimmed" className="tabular">
          {note}
        </Text>
      )}
    </Paper>
  )
}
