// Everything that needs a review: proposals, drafts, blocks with changed sources. N and P go to the next and previous one.
// Closed proposals are behind a filter.

import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { Passages } from '../evidence/Passages.tsx'
import { Drafts } from '../pipeline/Drafts.tsx'
import { Proposals } from '../proposals/Proposals.tsx'
import { REVIEW_FILTERS, type ReviewFilter } from '../review/filters.ts'
import { Needs } from '../session/Needs.tsx'
import { Page } from '../ui/Page.tsx'

const LABELS: Record<ReviewFilter, string> = {
  waiting: 'Waiting',
  proposals: 'Proposals',
  drafts: 'Drafts',
  passages: 'Passages',
  closed: 'Closed',
}
const FILTERS = REVIEW_FILTERS.map((value) => ({ value, label: LABELS[value] }))

const route = getRouteApi('/review')

export const ReviewPage = () => (
  <Needs least="editor">
    <Review />
  </Needs>
)

function Review() {
  const { show = 'waiting' } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const isShown = (part: ReviewFilter) => show === 'waiting' || show === part
  const go = (step: 1 | -1) => {
    const stops = [...(list.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]
    const here = stops.findIndex((stop) => stop.contains(document.activeElement))
    stops.at(here === -1 && step === -1 ? -1 : (here + step) % stops.length)?.focus()
  }
  useHotkeys([
    ['n', () => go(1)],
    ['p', () => go(-1)],
  ])
  return (
    <Page title="Review" hint="Proposed changes, drafts and passages that wait for someone to read them.">
      <SegmentedControl
        mb="lg"
        maw="100%"
        style={{ overflowX: 'auto' }}
        aria-label="Show"
        data={FILTERS}
        value={show}
        onChange={(value) => void navigate({ search: value === 'waiting' ? {} : { show: value as ReviewFilter } })}
      />
      <Stack gap="xl" ref={list}>
        {isShown('proposals') && <Proposals state="waiting" />}
        {show === 'closed' && <Proposals state="closed" />}
        {isShown('drafts') && <Drafts />}
        {isShown('passages') && <Passages />}
      </Stack>
      <Text fz="xs" c="dimmed" mt="lg" visibleFrom="sm">
        Press N and P to go to the next and the previous one.
      </Text>
    </Page>
  )
}
