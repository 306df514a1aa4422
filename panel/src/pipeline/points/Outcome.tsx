// What the redraft did with a reply.

import { Badge, Group, Text } from '@mantine/core'
import type { QuestionOut } from 'galley-client/schema.ts'

const WORDS: Record<NonNullable<QuestionOut['outcome']>, { label: string; color: string }> = {
  applied: { label: 'Applied', color: 'green' },
  asked_again: { label: 'Asked again', color: 'yellow' },
  not_applied: { label: 'Not applied', color: 'red' },
  dismissed: { label: 'Dismissed', color: 'gray' },
}

export function Outcome({ outcome, outcome_note }: Pick<QuestionOut, 'outcome' | 'outcome_note'>) {
  if (!outcome) return null
  const { label, color } = WORDS[outcome]
  return (
    <Group gap={6} mt={6} data-outcome={outcome}>
      <Badge size="sm" color={color}>
        {label}
      </Badge>
      <Text fz="xs" c="dimmed">
        {outcome_note}
      </Text>
    </Group>
  )
}
