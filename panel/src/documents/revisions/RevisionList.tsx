// The versions of a document, newest first, each a link to what it changed.

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

type Props = { current: DocumentOut | undefined; revisions: RevisionListOut[] | undefined; view: RevisionViewName }

export function RevisionList({ current, revisions, view }: Props) {
  return (
    <Stack gap={4} component="nav" aria-label="Revisions">
      {(!revisions || !current) && <Skeleton h={200} />}
      {/* The current version is no revision: it becomes one when the next version replaces it. */}
      {current && revisions && (
        <Version
          isCurrent
          name={versionName(current, current.version)}
          author={nameOf(current.saved?.by)}
          at={current.saved?.at ?? current.updated_at}
          origin={current.saved?.origin}
          search={view === 'content' ? { view } : {}}
        />
      )}
      {current &&
        revisions?.map((item) => (
          <Version
            key={item.id}
            name={versionName(current, item.version)}
            author={nameOf(item.author)}
            at={item.created_at}
            origin={item.origin}
            search={{ revision: item.id, ...(view !== 'changes' && { view }) }}
          />
        ))}
    </Stack>
  )
}

type VersionProps = {
  isCurrent?: boolean
  name: string
  author: string | undefined
  at: string
  origin: RevisionListOut['origin'] | undefined
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
            {ORIGINS[origin]}
          </Badge>
        )}
      </Group>
    </Link>
  )
}
