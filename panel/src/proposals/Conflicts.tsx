// Conflicting parts of a proposal: both texts, their differences, and the choice.

import { Alert, Button, Group, Paper, SegmentedControl, SimpleGrid, Text } from '@mantine/core'
import type { ProposalDetail } from 'galley-client/schema.ts'
import { useState } from 'react'
import { ChangedBlocks } from '../blocks/DiffView.tsx'
import { TextView } from '../blocks/TextView.tsx'
import { counted } from '../counted.ts'
import { type ProposedSide, resolved } from './parts.ts'
import { useAct } from './queries.ts'

export function Conflicts({ proposal }: { proposal: ProposalDetail }) {
  const act = useAct(proposal.id)
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>({})
  const { conflicts, current, text, revision_id } = proposal
  if (conflicts.length === 0 || !current || !text) return null
  const save = () => {
    const change = resolved(proposal, (part) => chosen[part] === 'mine')
    act.mutate({ way: 'update', body: { change, base_version: current.version, revision_id } })
  }
  return (
    <Alert
      color="yellow"
      mb="md"
      title={`The document was changed in the same ${conflicts.length === 1 ? 'place' : 'places'}`}
    >
      <Text fz="sm" mb="sm">
        {counted(conflicts.length, 'part')} changed here and in the document since. Choose what stays; approvals of
        other parts are kept.
      </Text>
      {conflicts.map((part) => (
        <Paper key={part} p="sm" mb="sm" data-conflict={part}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} mb="xs">
            <Side label="Proposed" side={text} part={part} />
            <Side label="Published" side={current} part={part} />
          </SimpleGrid>
          <ChangedBlocks before={blocksIn(current, part)} after={blocksIn(text, part)} />
          <SegmentedControl
            size="xs"
            aria-label="What stays"
            data={[
              { value: '', label: 'Decide' },
              { value: 'mine', label: 'Proposed' },
              { value: 'theirs', label: 'Published' },
            ]}
            value={chosen[part] ?? ''}
            onChange={(value) => setChosen({ ...chosen, [part]: value as 'mine' | 'theirs' })}
          />
        </Paper>
      ))}
      <Group justify="flex-end">
        <Button size="sm" loading={act.isPending} disabled={conflicts.some((part) => !chosen[part])} onClick={save}>
          Save choices
        </Button>
      </Group>
    </Alert>
  )
}

function Side({ label, side, part }: { label: string; side: ProposedSide; part: string }) {
  const blocks = blocksIn(side, part)
  return (
    <div>
      <Text fz="xs" c="dimmed" mb={4}>
        {label}
      </Text>
      {blocks.length > 0 ? (
        <TextView blocks={blocks} />
      ) : (
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {saidIn(side, part)}
        </Text>
      )}
    </div>
  )
}

function saidIn(side: ProposedSide, part: string): string {
  if (part === 'order') return 'Its order of the blocks'
  if (part === 'tags') return side.tags.join(', ') || 'No tags'
  return part === 'title' || part === 'summary' ? side[part] || 'None' : 'Removed'
}

const blocksIn = (side: ProposedSide, part: string) => side.blocks.filter(({ id }) => id === part)
