// A draft to read: every block tells, on hover or focus, where it comes from.

import { Badge, Group, Popover, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconQuote } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Provenance } from '../api/open.ts'
import type { Draft } from '../api/types.ts'
import { BlockView, numbersOf } from '../blocks/BlockView.tsx'
import classes from '../blocks/blocks.module.css'
import { flatten, textOf } from '../blocks/text.ts'

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

export function DraftReader({ draft }: { draft: Draft }) {
  const flats = flatten(draft.blocks)
  const numbers = numbersOf(flats)
  return (
    <article>
      <Title order={2} fz={26} mb={4}>
        {draft.title}
      </Title>
      {draft.summary && (
        <Text c="dimmed" mb="md">
          {draft.summary}
        </Text>
      )}
      <div className={classes.flow}>
        {flats.map(({ block, depth }) => {
          const entry = draft.provenance?.[block.id]
          const view = <BlockView block={block} number={numbers.get(block) ?? 1} />
          return (
            <div key={block.id} style={{ marginLeft: depth * 22 }}>
              {entry ? (
                <Traced entry={entry} label={textOf(block)}>
                  {view}
                </Traced>
              ) : (
                <div className={classes.block}>{view}</div>
              )}
            </div>
          )
        })}
      </div>
    </article>
  )
}

/** Traced opens the card while the pointer rests on the block, or while its mark has the keyboard. */
function Traced({ entry, label, children }: { entry: Entry; label: string; children: React.ReactNode }) {
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = (next: boolean, wait: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), wait)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      width={340}
      shadow="md"
      position="bottom-end"
      withRoles={false}
      withinPortal
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pointer's way; the keyboard has the button inside. */}
      <div
        className={`${classes.block} ${classes.traced}`}
        data-origin={entry.origin}
        onMouseEnter={() => show(true, 250)}
        onMouseLeave={() => show(false, 150)}
      >
        {children}
        <Popover.Target>
          <UnstyledButton
            className={classes.trace}
            aria-label={`Where this comes from: ${label.slice(0, 60)}`}
            onFocus={() => show(true, 0)}
            onBlur={() => show(false, 0)}
            onClick={() => show(!open, 0)}
          >
            <IconQuote size={14} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
      </div>
      <Popover.Dropdown>
        <ProvenanceCard entry={entry} />
      </Popover.Dropdown>
    </Popover>
  )
}

export function ProvenanceCard({ entry }: { entry: Entry }) {
  return (
    <Stack gap="xs">
      <Text fz="sm" fw={600}>
        {ORIGINS[entry.origin] ?? entry.origin}
      </Text>
      {entry.sources.length === 0 && (
        <Text fz="sm" c="dimmed">
          No source is named.
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
  )
}
