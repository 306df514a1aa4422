// Actions on a search without results or an unanswered question.

import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type Missed, useAskOwner, useDismissMissed, useDraftMissed } from './missedQueries.ts'

type Props = { missed: Missed; onAnswer: (missed: Missed) => void; onWrite: (words: string) => void }

export function MissedActions({ missed, onAnswer, onWrite }: Props) {
  const navigate = useNavigate()
  const dismiss = useDismissMissed()
  const askOwner = useAskOwner()
  const draft = useDraftMissed((id) => void navigate({ to: '/documents/$id', params: { id: String(id) } }))
  const { words, question } = missed
  const asked = question ?? words
  const ofQuestions = [
    { label: 'Answer with a page', onClick: () => onAnswer(missed) },
    { label: 'Ask the owner', onClick: () => askOwner.mutate(words), loading: askOwner.isPending },
  ]
  const actions = [
    ...(question === null ? [] : ofQuestions),
    { label: 'New document', onClick: () => onWrite(asked) },
    { label: 'Generate a draft', onClick: () => draft.mutate(asked), loading: draft.isPending },
    { label: 'Dismiss', onClick: () => dismiss.mutate(words), loading: dismiss.isPending, variant: 'subtle' },
  ]
  return (
    <Group gap="xs" justify="flex-end">
      {actions.map(({ label, ...action }) => (
        <Button key={label} size="compact-sm" variant="light" {...action} aria-label={`${label}: ${asked}`}>
          {label}
        </Button>
      ))}
    </Group>
  )
}
