// What a comment suggests instead of its block: both texts, and whether it is accepted. Accepting merges its proposal.

import { Badge, Button, Group, Text } from '@mantine/core'
import { Words } from '../blocks/DiffBlock.tsx'
import { textOf } from '../blocks/text.ts'
import { diffWords } from '../blocks/words.ts'
import { useAct, useProposal } from './queries.ts'
import { STATES } from './words.ts'

export function SuggestionView({ id, onDone }: { id: number; onDone: () => void }) {
  const { data: proposal } = useProposal(id)
  const act = useAct(id)
  if (!proposal) return null
  const { state, parts, base, text, publishing, may_approve } = proposal
  const wordingOf = (side: typeof base, part: string) => {
    const block = side?.blocks.find((one) => one.id === part)
    return block ? textOf(block) : ''
  }
  const accept = async () => {
    if (publishing === 'review' && state === 'open') await act.mutateAsync({ way: 'approve' })
    await act.mutateAsync({ way: 'merge' })
    onDone()
  }
  const isOpen = state === 'open' || state === 'approved'
  return (
    <>
      {parts.map((part) => (
        <Text key={part.id} fz="sm" dir="auto" component="div">
          <Words pieces={diffWords(wordingOf(base, part.id), wordingOf(text, part.id))} />
        </Text>
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
