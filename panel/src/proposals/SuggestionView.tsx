// A comment's suggested text compared with the current one. Accepting merges its proposal.

import { Badge, Button, Group } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import { lazily } from '../ui/lazily.tsx'
import { useAct, useProposal } from './queries.ts'
import { STATES } from './words.ts'

const ChangedBlocks = lazily<'ChangedBlocks', { before: Block[]; after: Block[] }>(
  () => import('../blocks/DiffView.tsx'),
  'ChangedBlocks',
)

export function SuggestionView({ id, onDone }: { id: number; onDone: () => void }) {
  const { data: proposal } = useProposal(id)
  const act = useAct(id)
  if (!proposal) return null
  const { state, parts, base, text, publishing, may_approve } = proposal
  const sideOf = (side: typeof base, part: string) => side?.blocks.filter(({ id }) => id === part) ?? []
  const accept = async () => {
    if (publishing === 'review' && state === 'open') await act.mutateAsync({ way: 'approve' })
    await act.mutateAsync({ way: 'merge' })
    onDone()
  }
  const isOpen = state === 'open' || state === 'approved'
  return (
    <>
      {parts.map(({ id: part }) => (
        <ChangedBlocks key={part} before={sideOf(base, part)} after={sideOf(text, part)} />
      ))}
      {isOpen ? (
        <Group gap={6}>
          <Button
            size="compact-sm"
            loading={act.isPending}
            disabled={publishing === 'review' && state === 'open' && !may_approve}
            onClick={() => void accept().catch(() => {})}
          >
            Accept
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={act.isPending}
            onClick={() => act.mutate({ way: 'reject' }, { onSuccess: onDone })}
          >
            Reject
          </Button>
        </Group>
      ) : (
        <Badge size="sm" color={STATES[state].color}>
          {STATES[state].label}
        </Badge>
      )}
    </>
  )
}
