// Typed but unsent answers, which the next decision about the draft includes.

import type { IterationOut } from 'galley-client/schema.ts'
import { forget, readLocalCopy } from '../../ui/localCopies.ts'
import { useAnswerQuestion, useChangeAction } from '../queries.ts'

export const answerKey = (to: 'question' | 'action', id: number): string => `${to}:${id}`

/** Nothing can be answered or resolved any more. */
export const isClosed = ({ status }: IterationOut): boolean => CLOSED.includes(status)
const CLOSED: IterationOut['status'][] = ['approved', 'superseded', 'cancelled']

const typed = (name: string) => readLocalCopy<string>(name)?.trim() ?? ''

/** Reads once per render: for dialogs, below which nobody types. */
export function useUnsent(iteration: IterationOut) {
  const answer = useAnswerQuestion(iteration.job_id, iteration.id)
  const change = useChangeAction(iteration.job_id, iteration.id)
  const points = [
    ...iteration.questions.map((question) => ({
      name: answerKey('question', question.id),
      saved: question.answer,
      closes: question.answered_at === null,
      send: (text: string): Promise<unknown> => answer.mutateAsync({ question, answer: text }),
    })),
    ...iteration.actions.map((action) => ({
      name: answerKey('action', action.id),
      saved: action.answer,
      closes: false,
      send: (text: string): Promise<unknown> => change.mutateAsync({ action, answer: text }),
    })),
  ]
  const find = () =>
    isClosed(iteration) ? [] : points.filter(({ name, saved }) => typed(name) !== '' && typed(name) !== saved)
  return {
    count: find().length,
    /** How many open questions they answer. */
    closes: find().filter(({ closes }) => closes).length,
    send: async () => {
      for (const { name, send } of find()) {
        await send(typed(name))
        forget(name)
      }
    },
  }
}

export type UnsentTexts = ReturnType<typeof useUnsent>
