// One source of a block: its kind, quote, link, and editors' actions.

import { ActionIcon, Anchor, Badge, Group, Text, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react'
import type { EvidenceBlockOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { atQuote, SOURCE_KINDS } from '../review/quote-link.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { removeSource, useShowSource } from './queries.ts'

type ListedSource = EvidenceBlockOut['sources'][number]

/**
 * Kinds visible to editors only, until one makes them public. Documents have their own access, and manually attached sources
 * are public.
 */
const FOR_EDITORS: ReadonlySet<ListedSource['kind']> = new Set(['notes', 'material', 'answer', 'action', 'draft'])

export function SourceLine({ documentId, source }: { documentId: number; source: ListedSource }) {
  const { kind, title, quote, url, before, stale } = source
  const [isRemoving, setRemoving] = useState(false)
  return (
    <div>
      <Group gap={6} wrap="nowrap" justify="space-between">
        <Group gap={6}>
          <Badge size="xs" color="gray">
            {SOURCE_KINDS[kind]}
          </Badge>
          {stale && (
            <Badge size="xs" color="orange">
              Needs a look
            </Badge>
          )}
          {before && (
            <Badge size="xs" color="gray" variant="outline">
              Before
            </Badge>
          )}
          {url ? (
            <Anchor fz="sm" href={atQuote(url, quote ?? '')} target="_blank" rel="noopener">
              {title}
            </Anchor>
          ) : (
            // Notes have no title.
            kind !== 'notes' && <Text fz="sm">{title}</Text>
          )}
        </Group>
        <Group gap={2} wrap="nowrap">
          {FOR_EDITORS.has(kind) && !before && <ShowButton documentId={documentId} source={source} />}
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Remove source: ${title}`}
            onClick={() => setRemoving(true)}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </Group>
      </Group>
      <Text fz="xs" c="dimmed" lineClamp={4} dir="auto">
        “{quote}”
      </Text>
      {isRemoving && (
        <Confirm
          title="Remove this source?"
          action="Remove"
          onClose={() => setRemoving(false)}
          onConfirm={() => removeSource(documentId, source.key!)}
        >
          The paragraph stays as it is, without “{title}” as a source.
        </Confirm>
      )}
    </div>
  )
}

function ShowButton({ documentId, source }: { documentId: number; source: ListedSource }) {
  const show = useShowSource(documentId)
  const isPublic = source.public === true
  const words = isPublic ? 'Visible to readers. Show it to editors only' : 'Visible to editors only. Show it to readers'
  return (
    <Tooltip label={words}>
      <ActionIcon
        size="sm"
        variant="subtle"
        color={isPublic ? undefined : 'gray'}
        aria-label={`${isPublic ? 'Hide from readers' : 'Show to readers'}: ${source.title}`}
        loading={show.isPending}
        onClick={() => show.mutate({ key: source.key!, isPublic: !isPublic })}
      >
        {isPublic ? <IconEye size={14} /> : <IconEyeOff size={14} />}
      </ActionIcon>
    </Tooltip>
  )
}
