// Beside the text: where the document is in the pipeline, where it belongs, who may read it, and how it is read.

import { Anchor, Button, NumberInput, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconProgressBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import type { DocumentOut } from '../api/schema.ts'
import { CategoryField } from '../categories/CategoryField.tsx'
import { useCategories } from '../categories/queries.ts'
import { limitOf } from '../categories/tree.ts'
import { isActive, JobState } from '../pipeline/JobState.tsx'
import { AccessFields } from '../ui/AccessFields.tsx'
import { Ago } from '../ui/Ago.tsx'
import { ViewsChart } from '../ui/Chart.tsx'
import { counted } from '../ui/counted.ts'
import { Dot } from '../ui/Dot.tsx'
import { onDemand } from '../ui/onDemand.tsx'
import { nameOf } from '../ui/people.ts'
import { TagsField } from '../ui/TagsField.tsx'
import { BUCKET_NAMES } from './buckets.ts'
import type { DocumentForm } from './form.ts'

const EnqueueDialog = onDemand(() => import('../pipeline/EnqueueDialog.tsx'), 'EnqueueDialog')

type Props = { document: DocumentOut; form: DocumentForm; faults: Record<string, string> }

export function DocumentSide({ document, form, faults }: Props) {
  const { fields, set } = form
  const categories = useCategories()
  return (
    <Stack gap="lg" component="aside" aria-label="About this document">
      <DraftCard document={document} />
      <Stack gap="sm">
        <CategoryField
          label="Category"
          value={fields.category_id ?? null}
          error={faults.category_id}
          onChange={(category_id) => set({ category_id })}
        />
        <TagsField
          label="Tags"
          most={20}
          value={fields.tags}
          error={faults.tags}
          onChange={(tags) => set({ tags })}
          placeholder={fields.tags.length === 0 ? 'Type and press Enter' : ''}
        />
        <TextInput
          label="Address"
          description="The last part of its address on the site. When you change it, the old address leads to the new one."
          leftSection={
            <Text fz="xs" c="dimmed">
              /read/
            </Text>
          }
          leftSectionWidth={50}
          value={fields.slug}
          error={faults.slug}
          onChange={(event) => set({ slug: event.currentTarget.value })}
        />
        <NumberInput
          label="Position in its category"
          placeholder="By title"
          min={0}
          allowDecimal={false}
          value={fields.position ?? ''}
          error={faults.position}
          onChange={(value) => set({ position: value === '' ? null : Number(value) })}
        />
        <AccessFields
          visibility={fields.visibility}
          access={fields.access}
          limit={limitOf(categories.data ?? [], fields.category_id)}
          onChange={set}
        />
      </Stack>
      <Facts document={document} />
    </Stack>
  )
}

function DraftCard({ document }: { document: DocumentOut }) {
  const [opened, dialog] = useDisclosure()
  const active = document.job && isActive(document.job)
  return (
    <Paper p="md">
      <Stack gap="sm">
        {document.job && document.bucket !== 'approved' ? (
          <JobState job={document.job} />
        ) : (
          <Dot state={document.bucket} label={BUCKET_NAMES[document.bucket]} />
        )}
        {active ? (
          <Button
            variant="light"
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to="/pipeline/jobs/$id" params={{ id: String(document.job!.job_id) }} />
            )}
          >
            {document.job!.status === 'review' ? 'Review the draft' : 'Watch the job'}
          </Button>
        ) : (
          <Button
            variant="light"
            size="sm"
            leftSection={<IconProgressBolt size={16} aria-hidden />}
            onClick={dialog.open}
            {...EnqueueDialog.near}
          >
            {document.bucket === 'approved' ? 'Draft it again' : 'Have it drafted'}
          </Button>
        )}
        {document.job && !active && (
          <Anchor
            fz="sm"
            renderRoot={(props) => (
              <Link {...props} to="/pipeline/jobs/$id" params={{ id: String(document.job!.job_id) }} />
            )}
          >
            Last job
          </Anchor>
        )}
      </Stack>
      {opened && <EnqueueDialog documentIds={[document.id]} title={document.title} onClose={dialog.close} />}
    </Paper>
  )
}

function Facts({ document }: { document: DocumentOut }) {
  const views = useQuery({
    queryKey: keys.views(document.id),
    queryFn: () => call('GET /api/docs/{doc_id}/views', { path: { doc_id: document.id }, query: { days: 30 } }),
    staleTime: 60_000,
  })
  const { saved } = document
  // A change of category, tags or rights leaves the text and who wrote it alone.
  const wroteLast = saved?.at === document.updated_at
  const total = views.data?.reduce((sum, { views: count }) => sum + count, 0)
  return (
    <Stack gap={6}>
      <Fact at={document.updated_at} by={wroteLast ? saved.by : null}>
        Changed
      </Fact>
      {saved && !wroteLast && (
        <Fact at={saved.at} by={saved.by}>
          Text saved
        </Fact>
      )}
      <Fact at={document.created_at} by={document.author}>
        Created
      </Fact>
      {total !== undefined && (
        <>
          <Text fz="sm">{counted(total, 'view')} in 30 days</Text>
          {total > 0 && <ViewsChart days={views.data ?? []} height={90} />}
        </>
      )}
    </Stack>
  )
}

type FactProps = { at: string; by: DocumentOut['author']; children: string }

/** A Fact says what was done when, and by whom where that is known. */
const Fact = ({ at, by, children }: FactProps) => (
  <Text fz="sm">
    {children} <Ago at={at} />
    {by && (
      <Text span c="dimmed" fz="sm">
        {' '}
        · by {nameOf(by)}
      </Text>
    )}
  </Text>
)
