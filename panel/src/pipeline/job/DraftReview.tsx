// The review of a draft: the draft with edits, statements and editor; notes with their fate; open points.

import { Skeleton } from '@mantine/core'
import { IconEdit, IconEye, IconListCheck, IconMessages, IconNotes } from '@tabler/icons-react'
import type { IterationOut, JobDetailOut } from 'galley-client/schema.ts'
import { useLead } from '../../review/leads.ts'
import type { Pane } from '../../review/ReviewColumn.tsx'
import { ReviewPanes } from '../../review/ReviewPanes.tsx'
import review from '../../review/review.module.css'
import { lazily } from '../../ui/lazily.tsx'
import { DraftView } from '../draft/DraftView.tsx'
import type { OwnDraft } from '../draft/ownDraft.ts'
import { countOpenPoints } from '../points/open.ts'
import { useDrafter } from '../queries.ts'
import { useRedraft } from './redraft.ts'

const OpenPoints = lazily(
  () => import('../points/OpenPoints.tsx'),
  'OpenPoints',
  () => <Skeleton h={160} />,
)
const DraftConflict = lazily(() => import('../draft/DraftConflict.tsx'), 'DraftConflict')
const DraftSources = lazily(
  () => import('../draft/DraftSources.tsx'),
  'DraftSources',
  () => <Skeleton h={160} />,
)
const Statements = lazily(() => import('../statements/Statements.tsx'), 'Statements')
const DraftEditor = lazily(
  () => import('../draft/DraftEditor.tsx'),
  'DraftEditor',
  () => <Skeleton h={300} />,
)

type Props = { job: JobDetailOut; iteration: IterationOut; own: OwnDraft }

export function DraftReview({ job, iteration, own }: Props) {
  const { draft, extracted } = iteration
  const isReviewed = iteration.status === 'review'
  const drafter = useDrafter()
  const redraft = useRedraft(iteration, own)
  const statements = extracted?.statements ?? []
  const first = async () => own.isIncluded && own.save()
  const text: Pane = {
    name: 'draft',
    label: 'Draft',
    icon: IconEye,
    holds: ['block', 'edit'],
    body: <DraftView {...{ job, iteration, own, first }} />,
  }
  const sorting: Pane = {
    name: 'statements',
    label: 'Statements',
    icon: IconMessages,
    holds: ['statement'],
    count: statements.filter(({ use }) => use === null).length,
    body: (
      <Statements
        iteration={iteration}
        model={drafter.data?.model ?? undefined}
        locked={!isReviewed}
        onDraft={() => redraft({})}
      />
    ),
  }
  const editor: Pane = {
    name: 'edit',
    label: 'Edit',
    icon: IconEdit,
    holds: [],
    mark: own.isUnsent && <span role="img" aria-label="unsaved" title="Unsaved changes" className={review.unsaved} />,
    body: draft && <Editor own={own} />,
  }
  const notes: Pane = {
    name: 'notes',
    label: 'Your notes',
    icon: IconNotes,
    holds: [],
    body: <DraftSources iteration={iteration} />,
  }
  const open: Pane = {
    name: 'open',
    label: 'Open',
    icon: IconListCheck,
    holds: ['action', 'question'],
    count: countOpenPoints(iteration),
    body: <OpenPoints iteration={iteration} first={first} />,
  }
  // A conversation alone makes no draft before it is sorted.
  const main = draft?.blocks.length === 0 ? [sorting, text] : [text, sorting]
  const shown = main.filter((pane) => pane !== sorting || statements.length > 0)
  return (
    <ReviewPanes before={notes} main={[...shown, ...(isReviewed && draft ? [editor] : [])]} after={open}>
      <Theirs {...{ iteration, own }} />
    </ReviewPanes>
  )
}

function Editor({ own }: { own: OwnDraft }) {
  const lead = useLead()
  return <DraftEditor own={own} onDone={() => lead('draft')} />
}

/** Someone else changed the same parts of the draft. */
function Theirs({ iteration, own }: Omit<Props, 'job'>) {
  const lead = useLead()
  if (!own.clash?.isAsked) return null
  return <DraftConflict {...{ iteration, own }} clash={own.clash} onSaved={() => lead('draft')} />
}
