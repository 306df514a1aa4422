// What a person made of a draft and has not saved yet. The job's page holds it, because its decisions must know of it; it is
// kept in the browser until it is saved or discarded.

import { useForceUpdate } from '@mantine/hooks'
import type { Block } from 'galley-blocks/model.ts'
import type { IterationOut } from 'galley-client/schema.ts'
import { useRef, useState } from 'react'
import { isStatus } from '../../api/errors.ts'
import type { Draft } from '../../api/types.ts'
import { useBackIn } from '../../session/session.ts'
import { isSame, readKept, useCopy } from '../../ui/kept.ts'
import { failed } from '../../ui/notify.ts'
import { readIteration, useSaveDraft } from '../queries.ts'

type OwnText = { title: string; summary: string; blocks: Block[] }
/** Own is what a person made of the draft that was last changed at `read`. */
type Own = OwnText & { read: string }
type SavedDraft = Pick<IterationOut, 'draft' | 'updated_at'>

const textOf = ({ title, summary, blocks }: Draft): OwnText => ({ title, summary: summary ?? '', blocks })

export function useOwnDraft(jobId: number, iteration: IterationOut) {
  const name = `draft:${iteration.id}`
  const [found] = useState(() => readKept<Own>(name))
  const [isRestored, setRestored] = useState(found !== undefined)
  // A ref, because the copy does not wait for the next drawing.
  const own = useRef(found)
  const [drops, setDrops] = useState(0)
  const draw = useForceUpdate()
  const [theirs, setTheirs] = useState<IterationOut>()
  const saving = useSaveDraft(jobId, iteration.id)
  const copy = useCopy(name, () => own.current)
  // The response to a save is known a moment before the page is drawn with it.
  const response = useRef<SavedDraft>(undefined)
  const saved: SavedDraft =
    response.current && response.current.updated_at > iteration.updated_at ? response.current : iteration
  const shown = own.current ?? (saved.draft ? textOf(saved.draft) : undefined)

  const forgetOwn = () => {
    own.current = undefined
    copy.now()
    setRestored(false)
    setTheirs(undefined)
  }

  /** save ends when the draft is saved, and returns whether that is all that was typed. */
  const save = async (over?: IterationOut): Promise<boolean> => {
    const { current: sent } = own
    if (!sent) return true
    const body = { title: sent.title.trim(), summary: sent.summary.trim() || null, blocks: sent.blocks }
    try {
      response.current = await saving.mutateAsync({ body, read: over?.updated_at ?? sent.read })
    } catch (error) {
      if (isStatus(error, 412))
        readIteration(jobId, iteration.id).then(setTheirs, failed("Couldn't load the saved draft"))
      throw error
    }
    if (isSame(own.current, sent)) {
      forgetOwn()
      return true
    }
    // What was typed while it was under way stays, and is not saved yet.
    own.current = { ...sent, ...own.current, read: response.current.updated_at }
    copy.now()
    setRestored(false)
    setTheirs(undefined)
    return false
  }
  const trySave = (over?: IterationOut) => save(over).catch(() => false)
  useBackIn(() => isStatus(saving.error, 401) && void trySave())

  return {
    shown,
    isUnsaved: own.current !== undefined,
    /** isIncluded: a decision about the draft saves it first. One that was decided on takes no more changes. */
    isIncluded: own.current !== undefined && iteration.status === 'review',
    isRestored,
    isBehind: own.current !== undefined && own.current.read !== saved.updated_at,
    /** drops counts how often the own text was discarded; the editor then shows the saved one. */
    drops,
    saving: saving.isPending,
    error: saving.error,
    change: (part: Partial<OwnText>) => {
      if (!shown) return
      // Typing in the editor, which draws itself, must not draw the whole page with each key.
      const isNews = own.current === undefined || part.blocks === undefined
      own.current = { ...shown, read: saved.updated_at, ...own.current, ...part }
      copy.soon()
      if (isNews) draw()
    },
    drop: () => {
      forgetOwn()
      setDrops((count) => count + 1)
    },
    save,
    /** trySave leaves reporting errors to the page. */
    trySave,
    theirs,
    compare: setTheirs,
  }
}

export type OwnDraft = ReturnType<typeof useOwnDraft>
