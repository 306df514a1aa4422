// A popover with a draft block's sources.

import { Anchor, Badge, Group, Popover, Stack, Text } from '@mantine/core'
import type { Provenance } from 'galley-client/open.ts'
import { type Ref, type RefObject, useImperativeHandle } from 'react'
import { quoteLink, SOURCE_KINDS } from './quote-link.ts'

type ProvenanceEntry = Provenance[string]
const ORIGINS: Record<ProvenanceEntry['origin'], string> = {
  model: 'Written by the drafter',
  human: 'Edited by a person',
  answer: 'From an answer',
  notes: 'From the notes',
  source: 'From a source',
}

type Mark = RefObject<HTMLElement | null>
type Props = {
  entry: ProvenanceEntry
  /** Slugs of quotable documents by id. */
  slugs: ReadonlyMap<number, string>
  mark: Mark
  opened: boolean
  onChange: (opened: boolean) => void
  /** The pointer or focus entered or left the card. */
  onStay: (stays: boolean) => void
}

export function ProvenanceCard({ entry, slugs, mark, opened, onChange, onStay }: Props) {
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      width={340}
      shadow="md"
      position="bottom-end"
      withRoles={false}
      // In document order, so that Tab goes from the mark to the links.
      withinPortal={false}
    >
      <Popover.Target>
        <Standing mark={mark} />
      </Popover.Target>
      <Popover.Dropdown
        onMouseEnter={() => onStay(true)}
        onMouseLeave={() => onStay(false)}
        onFocus={() => onStay(true)}
        onBlur={() => onStay(false)}
      >
        <Stack gap="xs">
          <Text fz="sm" fw={600}>
            {ORIGINS[entry.origin] ?? entry.origin}
          </Text>
          {entry.sources.length === 0 && (
            <Text fz="sm" c="dimmed">
              No source given.
            </Text>
          )}
          {entry.sources.map((source) => (
            <div key={`${source.kind}-${source.id}-${source.quote}`}>
              <Group gap={6}>
                <Badge size="xs" color="gray">
                  {SOURCE_KINDS[source.kind]}
                </Badge>
                {source.kind !== 'notes' && <SourceTitle source={source} slug={slugs.get(source.id ?? 0)} />}
              </Group>
              {source.quote && (
                <Text fz="xs" c="dimmed" mt={2} lineClamp={5}>
                  “{source.quote}”
                </Text>
              )}
            </div>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function SourceTitle({ source, slug }: { source: ProvenanceEntry['sources'][number]; slug: string | undefined }) {
  if (source.kind !== 'document' || slug === undefined) return <Text fz="sm">{source.title}</Text>
  return (
    <Anchor fz="sm" href={quoteLink(slug, source.quote ?? '')} target="_blank" rel="noopener">
      {source.title}
    </Anchor>
  )
}

/** Gives the popover an existing element as its target: a new one would lose the focus. */
function Standing({ mark, ref }: { mark: Mark; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => mark.current!, [mark])
  return null
}
