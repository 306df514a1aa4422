// The draft of an iteration: to read with its sources, to compare with the current document, to edit, and what it was
// made from.

import { Paper, Skeleton, Tabs } from '@mantine/core'
import { IconEdit, IconEye, IconFileDiff, IconListDetails } from '@tabler/icons-react'
import type { IterationOut, JobDetailOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { formatAgo } from '../../ui/Ago.tsx'
import { lazily } from '../../ui/lazily.tsx'
import classes from '../job/job.module.css'
import { DraftChanges } from './DraftChanges.tsx'
import { DraftReader } from './DraftReader.tsx'
import { HeldSentences } from './HeldSentences.tsx'
import { InputsView } from './InputsView.tsx'
import { LeftoverEdits } from './LeftoverEdits.tsx'
import { NoDraft } from './NoDraft.tsx'
import type { OwnDraft } from './ownDraft.ts'
import { slugsOf } from './quote-link.ts'

const CompareDialog = lazily(() => import('../../blocks/CompareDialog.tsx'), 'CompareDialog')
const DraftEditor = lazily(
  () => import('./DraftEditor.tsx'),
  'DraftEditor',
  () => <Skeleton h={300} />,
)

type Props = { job: JobDetailOut; iteration: IterationOut; own: OwnDraft }

export function DraftPane({ job, iteration, own }: Props) {
  const { draft } = iteration
  const [tab, setTab] = useState<string | null>('read')
  const editable = iteration.status === 'review' && draft !== null
  // A decision takes the editor away, and with no draft there is nothing to compare.
  const isThere = tab === 'inputs' || (draft !== null && (tab !== 'edit' || editable))
  const shown = isThere ? tab : 'read'
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      {draft && !editable && own.isUnsaved && <LeftoverEdits status={iteration.status} draft={draft} own={own} />}
      <Tabs value={shown} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md" className={classes.tabs}>
          <Tabs.Tab value="read" leftSection={<IconEye size={16} aria-hidden />}>
            Draft
          </Tabs.Tab>
          <Tabs.Tab value="changes" leftSection={<IconFileDiff size={16} aria-hidden />} disabled={draft === null}>
            Changes
          </Tabs.Tab>
          {editable && (
            <Tabs.Tab value="edit" leftSection={<IconEdit size={16} aria-hidden />}>
              Edit
              {own.isUnsaved && (
                <span role="img" aria-label="unsaved" title="Unsaved changes" className={classes.unsaved} />
              )}
            </Tabs.Tab>
          )}
          <Tabs.Tab value="inputs" leftSection={<IconListDetails size={16} aria-hidden />}>
            Inputs
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="read">
          <HeldSentences job={job} iteration={iteration} />
          {draft ? <DraftReader draft={draft} slugs={slugsOf(iteration)} /> : <NoDraft status={job.status} />}
        </Tabs.Panel>
        <Tabs.Panel value="changes">{draft && <DraftChanges job={job} draft={draft} />}</Tabs.Panel>
        <Tabs.Panel value="edit">
          {editable && <DraftEditor iteration={iteration} draft={draft} own={own} onDone={() => setTab('read')} />}
        </Tabs.Panel>
        <Tabs.Panel value="inputs">
          <InputsView iteration={iteration} />
        </Tabs.Panel>
      </Tabs>
      {own.theirs?.draft && own.shown && (
        <CompareDialog
          title="Someone else saved this draft"
          mine={own.shown}
          theirs={own.theirs.draft}
          saving={own.saving}
          onKeepMine={async () => (await own.trySave(own.theirs)) && setTab('read')}
          onTakeTheirs={own.drop}
          onClose={() => own.compare(undefined)}
        >
          It was saved {formatAgo(own.theirs.updated_at)}. Drafts have no revisions, so the version you don't choose is
          lost.
        </CompareDialog>
      )}
    </Paper>
  )
}
