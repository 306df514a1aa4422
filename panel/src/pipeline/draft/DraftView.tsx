// A draft for review: changes of an existing text are marked, each edit has its decision below its block.

import { Button, Group, Skeleton, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { blocksToText } from 'galley-blocks/text.ts'
import type { IterationOut, JobDetailOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { counted } from '../../counted.ts'
import { slugsOf } from '../../review/quote-link.ts'
import { ReviewedText } from '../../review/ReviewedText.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { EditDecision } from '../points/EditDecision.tsx'
import { type FirstStep, useDecideEdits } from '../queries.ts'
import { NoDraft } from './NoDraft.tsx'
import type { OwnDraft } from './ownDraft.ts'

const LeftoverEdits = lazily(() => import('./LeftoverEdits.tsx'), 'LeftoverEdits')

type Props = { job: JobDetailOut; iteration: IterationOut; own: OwnDraft; first: FirstStep }

export function DraftView({ job, iteration, own, first }: Props) {
  const { draft, status } = iteration
  const isReviewed = status === 'review'
  const [isMarked, setMarked] = useState(true)
  const document = useQuery({
    queryKey: keys.document(job.document_id),
    queryFn: () => call('GET /api/admin/docs/{doc_id}', { path: { doc_id: job.document_id } }),
    enabled: isReviewed,
  })
  if (!draft) return <NoDraft status={job.status} />
  if (isReviewed && document.isPending) return <Skeleton h={240} />
  const hasText = blocksToText(document.data?.blocks ?? []).trim() !== ''
  const standing = isReviewed && hasText ? document.data : undefined
  return (
    <>
      {!isReviewed && own.isUnsent && <LeftoverEdits status={status} draft={draft} own={own} />}
      <ErrorNote error={document.error} onRetry={() => void document.refetch()} />
      {standing && (
        <Group justify="space-between" mb="sm" gap="xs">
          <Edits iteration={iteration} first={first} />
          <Switch
            size="sm"
            label="Show changes"
            checked={isMarked}
            onChange={(event) => setMarked(event.currentTarget.checked)}
          />
        </Group>
      )}
      {draft.blocks.length === 0 && !standing && (
        <Text c="dimmed" fz="sm" mb="sm">
          There is nothing to print yet.
        </Text>
      )}
      <ReviewedText
        text={draft}
        standing={isMarked && standing ? { ...standing, summary: standing.summary ?? null } : undefined}
        provenance={draft.provenance}
        slugs={slugsOf(iteration)}
        edits={isMarked ? draft.edits : []}
        renderEdit={(edit) => <EditDecision key={edit.id} iteration={iteration} edit={edit} first={first} />}
      />
    </>
  )
}

/** The number of changes, with a button that accepts all exact ones. */
function Edits({ iteration, first }: { iteration: IterationOut; first: FirstStep }) {
  const decide = useDecideEdits(iteration.job_id, iteration.id, first)
  const edits = iteration.draft?.edits ?? []
  const count = (state: string) => edits.filter((edit) => edit.state === state).length
  const exact = edits.filter(({ certainty, state }) => certainty === 'exact' && state !== 'applied')
  if (edits.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        Compared with the current document
      </Text>
    )
  return (
    <Group gap="xs">
      <Text fz="sm" c="dimmed" role="status">
        {counted(edits.length, 'change')}: {count('applied')} accepted, {count('proposed')} to decide
        {count('rejected') > 0 && `, ${count('rejected')} rejected`}
      </Text>
      {exact.length > 0 && (
        <Button
          size="compact-sm"
          variant="light"
          loading={decide.isPending}
          onClick={() => decide.mutate(exact.map(({ id }) => ({ id, state: 'applied' })))}
        >
          Accept all exact ({exact.length})
        </Button>
      )}
    </Group>
  )
}
