// Where a block of a draft comes from, in a card that floats beside the block's mark.

import { Badge, Group, Popover, Stack, Text } from '@mantine/core'
import { type Ref, type RefObject, useImperativeHandle } from 'react'
import type { Provenance } from '../api/open.ts'

type Entry = Provenance[string]
const ORIGINS: Record<Entry['origin'], string> = {
  model: 'Written by the drafter',
  human: 'Edited by a person',
  answer: 'From an answer',
  notes: 'From the notes',
  source: 'From a source',
}
const KINDS: Record<string, string> = {
  document: 'Document',
  material: 'Material',
  notes: 'Notes',
  answer: 'Answer',
  action: 'Action',
  draft: 'Earlier draft',
}

type Mark = RefObject<HTMLElement | null>
type Props = { entry: Entry; mark: Mark; opened: boolean; onChange: (opened: boolean) => void }

export function ProvenanceCard({ entry, mark, opened, onChange }: Props) {
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      width={340}
      shadow="md"
      position="bottom-end"
      withRoles={false}
      withinPortal
    >
      <Popover.Target>
        <Standing mark={mark} />
      </Popover.Target>
      <Popover.Dropdown>
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
                  {KINDS[source.kind] ?? source.kind}
                </Badge>
                <Text fz="sm">{source.title}</Text>
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

/** Standing hands the popover an element that is already on the page: drawn again, it would lose the keyboard focus. */
function Standing({ mark, ref }: { mark: Mark; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => mark.current!, [mark])
  return null
}
