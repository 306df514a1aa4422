// A question that the drafter asks: to answer, or to skip where it doesn't apply.

import { Text } from '@mantine/core'
import type { QuestionOut } from 'galley-client/schema.ts'
import classes from '../job/job.module.css'
import { useAnswerQuestion } from '../queries.ts'
import { Answer } from './Answer.tsx'
import { Outcome } from './Outcome.tsx'
import { keptAnswer } from './unsent.ts'

type Props = { jobId: number; iterationId: number; question: QuestionOut; locked: boolean }

export function Question({ jobId, iterationId, question, locked }: Props) {
  const answer = useAnswerQuestion(jobId, iterationId)
  return (
    <div className={classes.point} data-done={question.answered_at ? true : undefined} data-question={question.id}>
      {question.section && (
        <Text fz="xs" c="dimmed" mb={2}>
          {question.section}
        </Text>
      )}
      <Text fz="sm" fw={550} mb={6}>
        {question.body}
      </Text>
      <Answer
        name={keptAnswer('question', question.id)}
        label={`Answer to: ${question.body}`}
        value={question.answer}
        locked={locked}
        busy={answer.isPending}
        onSend={(text) => answer.mutateAsync({ question, answer: text })}
        canSkip
      />
      <Outcome {...question} />
    </div>
  )
}
