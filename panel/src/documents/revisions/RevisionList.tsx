// A document's revisions, newest first, each linked to its changes.

import { Avatar, Badge, Group, Skeleton, Stack, Text } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { DocumentOut } from 'galley-client/schema.ts'
import type { RevisionListOut } from '../../api/types.ts'
import { nameOf } from '../../people/people.ts'
import { Ago } from '../../ui/Ago.tsx'
import { versionName } from '../versionName.ts'
import type { RevisionViewName } from './RevisionView.tsx'
import classes from './revisions.module.css'

const route = getRouteApi('/documents/$id/revisions')
const ORIGINS: Record<RevisionListOut['origin'], string> = {
  hand: 'manual edit',
  approval: 'approved draft',
  restore: 'restored',
  import: 'imported',
}

const REASONS = { autosave: 'autosaved', conflict: 'not used in a conflict' }

type Props = {
  current: DocumentOut | undefined
  published: RevisionListOut | undefined
  revisions: RevisionListOut[] | undefined
  view: RevisionViewName
}

export function RevisionList({ current, published, revisions, view }: Props) {
  return (
    <Stack gap={4} component="nav" aria-label="Revisions" className={classes.list}>
      {(!revisions || !current) && <Skeleton h={200} />}
      {current &&
        revisions?.map((item) =>
          item === published ? (
            <Version
              key={item.id}
              isCurrent
              name={versionName(current, current.version)}
              author={nameOf(current.saved?.by)}
              at={current.saved?.at ?? current.updated_at}
              origin={current.saved && ORIGINS[current.saved.origin]}
              search={view === 'content' ? { view } : {}}
            />
          ) : (
            <Version
              key={item.id}
              name={item.version === 0 ? 'Draft' : versionName(current, item.version)}
              author={nameOf(item.author)}
              at={item.created_at}
              origin={item.reason ? REASONS[item.reason] : item.version > 0 ? ORIGINS[item.origin] : undefined}
              search={{ revision: item.id, ...(view !== 'changes' && { view }) }}
            />
          ),
        )}
    </Stack>
  )
}

type VersionProps = {
  isCurrent?: boolean
  name: string
  author: string | undefined
  at: string
  origin: string | undefined | null
  search: ReturnType<typeof route.useSearch>
}

function Version({ isCurrent = false, name, author, at, origin, search }: VersionProps) {
  return (
    <Link from={route.id} search={search} className={classes.item} activeOptions={{ exact: true }}>
      <Group justify="space-between" wrap="nowrap">
        <Text fz="sm" fw={550}>
          {name}
        </Text>
        <Ago at={at} small />
      </Group>
      <Group gap={6} mt={2}>
        {author && <Avatar size={18} name={author} color="ink" alt="" />}
        <Text fz="xs" c="dimmed" truncate>
          {author ?? 'Unknown'}
        </Text>
        {isCurrent && <Badge size="xs">Current</Badge>}
        {origin && (
          <Badge size="xs" color="gray">
            {origin}
          </Badge>
        )}
      </Group>
    </Link>
  )
}
