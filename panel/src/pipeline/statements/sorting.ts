// Picks of a conversation: shown at once, and sent in batches, because keys are faster than saving.

import type { IterationOut, StatementOut } from 'galley-client/schema.ts'
import { useMemo, useRef, useState } from 'react'
import { failed } from '../../ui/notify.ts'
import { type PickedStatement, pickStatements, refreshJob } from '../queries.ts'

const NONE: StatementOut[] = []
type PickedStatements = ReadonlyMap<string, PickedStatement>

export function useSorting(iteration: IterationOut) {
  const saved = iteration.extracted?.statements ?? NONE
  const [picked, setPicked] = useState<PickedStatements>(new Map())
  // A ref, because keys may come before the next render.
  const unsaved = useRef(picked)
  const saving = useRef<Promise<void>>(undefined)
  const change = (next: PickedStatements) => {
    unsaved.current = next
    setPicked(next)
  }
  const save = async () => {
    while (unsaved.current.size > 0) {
      const sent = unsaved.current
      await pickStatements(iteration.job_id, iteration.id, [...sent.values()])
      change(new Map([...unsaved.current].filter(([id, pick]) => sent.get(id) !== pick)))
    }
  }
  const pick = (picks: PickedStatement[]) => {
    const merged = picks.map((one) => [one.id, { ...unsaved.current.get(one.id), ...one }] as const)
    change(new Map([...unsaved.current, ...merged]))
    saving.current ??= save()
      .catch((error) => {
        change(new Map())
        failed("Couldn't save what you picked")(error)
      })
      .finally(() => {
        saving.current = undefined
        refreshJob(iteration.job_id)
      })
  }
  const statements = useMemo(
    () => saved.map((one) => (picked.has(one.id) ? { ...one, ...picked.get(one.id) } : one)),
    [saved, picked],
  )
  return { statements, pick, saved: async () => saving.current }
}
