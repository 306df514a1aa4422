// A revision: its changes, its differences from the current version, or its content; with a switch between them.

import { SegmentedControl, Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DiffSide } from '../../blocks/DiffView.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { type Counted, versionName } from '../versionName.ts'
import classes from './revisions.module.css'

const DiffView = lazily(() => import('../../blocks/DiffView.tsx'), 'DiffView')
const TextView = lazily(() => import('../../blocks/TextView.tsx'), 'TextView')
const route = getRouteApi('/documents/$id/revisions')

export type RevisionViewName = NonNullable<ReturnType<typeof route.useSearch>['view']> | 'changes'

/** Undefined for the current version. */
export function RevisionViewSwitch({ view, chosen }: { view: RevisionViewName; chosen: number | undefined }) {
  const navigate = route.useNavigate()
  const show = (next: RevisionViewName) =>
    void navigate({
      search: { ...(chosen !== undefined && { revision: chosen }), ...(next !== 'changes' && { view: next }) },
    })
  return (
    <SegmentedControl
      size="xs"
      mb="md"
      fullWidth
      className={classes.views}
      aria-label="What to show"
      value={view}
      data={[
        { value: 'changes', label: 'Changes in this version' },
        { value: 'current', label: 'Compare with current', disabled: chosen === undefined },
        { value: 'content', label: 'Content' },
      ]}
      onChange={(next) => show(next as RevisionViewName)}
    />
  )
}

type Version = DiffSide & { version: number }

const calledIn = (current: Counted, { version }: Version): string =>
  version === 0 ? 'Draft' : versionName(current, version)
type Props = { view: RevisionViewName; shown: Version; current: Version & Counted; previous: Version | undefined }

export function RevisionView({ view, shown, current, previous }: Props) {
  if (view === 'current')
    return (
      <Compared before={shown} after={current}>
        {calledIn(current, shown)} compared with the current version.
      </Compared>
    )
  if (view === 'changes' && previous)
    return (
      <Compared before={previous} after={shown}>
        {shown.version === 0
          ? 'This draft compared with the text before it.'
          : `${calledIn(current, previous)} compared with ${calledIn(current, shown).toLowerCase()}.`}
      </Compared>
    )
  return (
    <>
      {view === 'changes' && (
        <Text fz="sm" c="dimmed" mb="xs">
          {calledIn(current, shown)} is the oldest one kept, so it is shown in full.
        </Text>
      )}
      <Title order={2}>{shown.title}</Title>
      {shown.summary && (
        <Text c="dimmed" mt={4}>
          {shown.summary}
        </Text>
      )}
      <TextView blocks={shown.blocks} />
    </>
  )
}

function Compared({ before, after, children }: { before: DiffSide; after: DiffSide; children: ReactNode }) {
  return (
    <>
      <Text fz="sm" c="dimmed" mb="xs">
        {children} Red was removed, green was added.
      </Text>
      <DiffView before={before} after={after} />
    </>
  )
}
