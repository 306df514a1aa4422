// Table cells of a document: its title with marks and search snippet, and its state.

import { IconPinned } from '@tabler/icons-react'
import type { DocumentRow } from '../../api/documentLists.ts'
import { JobState } from '../../pipeline/JobState.tsx'
import { AudienceMark } from '../../ui/AudienceMark.tsx'
import { Dot } from '../../ui/Dot.tsx'
import { DocumentLink } from '../../ui/Plain.tsx'
import { UnpublishedMark } from '../../ui/UnpublishedMark.tsx'
import { UnsavedMark } from '../../ui/UnsavedMark.tsx'
import { statusDot, statusWord, useStatuses } from '../status.ts'
import classes from './list.module.css'
import { Snippet } from './Snippet.tsx'

export function TitleCell({ row, isUnsaved }: { row: DocumentRow; isUnsaved: boolean }) {
  return (
    <>
      <div className={classes.titleRow}>
        <DocumentLink id={row.id} className={classes.titleLink}>
          {row.title}
        </DocumentLink>
        <Marks row={row} />
        {isUnsaved && <UnsavedMark />}
      </div>
      {row.snippet ? <Snippet marked={row.snippet} /> : null}
      <div className="mantine-hidden-from-sm">
        <StateCell row={row} />
      </div>
    </>
  )
}

export function StateCell({ row }: { row: DocumentRow }) {
  const status = useStatuses().get(row.id)
  if (row.job && row.bucket !== 'approved') return <JobState job={row.job} />
  return <Dot state={statusDot(row.published, row.bucket)} label={statusWord(row.published, status, row.bucket)} />
}

function Marks({ row }: { row: DocumentRow }) {
  const status = useStatuses().get(row.id)
  return (
    <>
      {row.pinned && (
        <span role="img" aria-label="Pinned" title="Pinned" className={classes.mark}>
          <IconPinned size={15} color="var(--mantine-primary-color-filled)" aria-hidden />
        </span>
      )}
      {row.published ? (
        <AudienceMark audience={row.audience ?? row.visibility} own={row.visibility} className={classes.mark} />
      ) : (
        // A draft's status already says so.
        row.bucket !== 'approved' && status !== 'draft' && <UnpublishedMark />
      )}
    </>
  )
}
