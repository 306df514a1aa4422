// Open points of a draft.

import type { ActionOut, IterationOut } from 'galley-client/schema.ts'

export const isOpen = ({ resolved, answer }: Partial<Pick<ActionOut, 'resolved' | 'answer'>>): boolean =>
  !resolved && !answer

export const countOpenPoints = ({ questions, actions }: IterationOut): number =>
  questions.filter(({ answered_at }) => !answered_at).length + actions.filter(isOpen).length
