// Answers a question within the inbox; also for people who aren't editors.

import { Answer } from '../pipeline/points/Answer.tsx'
import { answerKey } from '../pipeline/points/unsent.ts'
import { type InboxEntry, useAnswerEntry } from './queries.ts'

export function AnswerHere({ entry }: { entry: InboxEntry }) {
  const answer = useAnswerEntry()
  return (
    <Answer
      name={answerKey('question', Number(entry.key.split(':')[1]))}
      label={`Answer to: ${entry.text}`}
      value={null}
      locked={false}
      busy={answer.isPending}
      onSend={(text) => answer.mutateAsync({ entry, answer: text })}
      choices={[{ value: 'Not applicable', label: 'Not needed' }]}
    />
  )
}
