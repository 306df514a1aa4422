// A question of the drafter: answer it, or skip it.

import { Badge, Text } from '@mantine/core'
import type { QuestionOut } from 'galley-client/schema.ts'
import { at } from '../../review/leads.ts'
import { lazily } from '../../ui/lazily.tsx'
import classes from '../job/job.module.css'
import { useAnswerQuestion } from '../queries.ts'
import { Answer, type AnswerChoice } from './Answer.tsx'
import { Outcome } from './Outcome.tsx'
import { answerKey } from './unsent.ts'

const Assignee = lazily(() => import('./Assignee.tsx'), 'Assignee')

/** With this answer the drafter leaves the point out. */
const CHOICES: AnswerChoice[] = [{ value: 'Not applicable', label: 'Not needed' }]

type Props = { jobId: number; iterationId: number; question: QuestionOut; locked: boolean }

export function Question({ jobId, iterationId, question, locked }: Props) {
  const answer = useAnswerQuestion(jobId, iterationId)
  return (
    <div
      {...at('question', question.id)}
      className={classes.point}
      data-done={question.answered_at ? true : undefined}
      data-question={question.id}
    >
      <Badge size="sm" color="gray" mb={4}>
        Question
      </Badge>
      {question.section && (
        <Text fz="xs" c="dimmed" mb={2}>
          {question.section}
        </Text>
      )}
      <Text fz="sm" fw={550} mb={6}>
        {question.body}
      </Text>
      <Answer
        name={answerKey('question', question.id)}
        label={`Answer to: ${question.body}`}
        value={question.answer}
        locked={locked}
        busy={answer.isPending}
        onSend={(text) => answer.mutateAsync({ question, answer: text })}
        choices={choicesOf(question)}
      />
      <Outcome {...question} />
      <Assignee kind="question" point={question} {...{ jobId, iterationId, locked }} />
    </div>
  )
}

/** Offers the earlier answer to the same question. */
const choicesOf = ({ earlier_answer: earlier }: QuestionOut): AnswerChoice[] =>
  earlier === null
    ? CHOICES
    : [{ value: earlier, label: `Answer as before: ${earlier.slice(0, 60)}`, said: earlier }, ...CHOICES]
