// Editing and saving a text, for documents and job drafts: changes, their base, and a copy in the browser until they are
// saved. Sends only changes. Concurrent changes are merged, or shown to the person on a conflict (ConflictDialog.tsx).

import { onlineManager, useMutation } from '@tanstack/react-query'
import type { Block } from 'galley-blocks/model.ts'
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError, isOutage, isStatus } from '../api/errors.ts'
import type { EditorHandle } from '../blocks/BlockEditor.tsx'
import { useBackIn } from '../session/session.ts'
import { isSame, readLocalCopy, useCopy } from '../ui/localCopies.ts'
import { failed } from '../ui/notify.ts'
import type { Clash, ConflictChoice, KeptMark, OwnSide } from './merge.ts'
import {
  type Base,
  differing,
  type Edit,
  isSameText,
  isUnsent,
  type LocalEdit,
  type SentChanges,
  type SentText,
  shownOf,
  type TextParts,
} from './text.ts'
import { useAutosave } from './useAutosave.ts'

/** Saves changes over a base; resolves to the service's new state. A 412 means that someone else was faster. */
type Sender<F, S> = (base: Base<F, S>, changes: SentChanges<F>, whole: SentChanges<F>) => Promise<Base<F, S>>

type EditSource<F, S> = {
  /** The key of the browser's copy. */
  name: string
  /** The text as the page has it. */
  now: Base<F, S>
  read: () => Promise<Base<F, S>>
  send: Sender<F, S>
  /** Autosaves these fields while typing. */
  autosave?: { fields: (keyof F)[]; send: Sender<F, S> }
  /** Fields that are merged as one. */
  together?: (keyof F)[]
  editor: RefObject<EditorHandle | null>
  /** Saving is disabled. */
  isLocked: boolean
}

const watchNetwork = (onChange: () => void) => onlineManager.subscribe(onChange)

/** Gives up after being overtaken so many times. */
const TRIES = 5

export function useEdit<F extends { title: string }, S>(source: EditSource<F, S>) {
  const { name, now, editor, together = [] } = source
  const [found] = useState(() => readLocalCopy<LocalEdit<F, S>>(name))
  const [edit, draw] = useState<Edit<F, S>>(() => beginning(now, found))
  const blocks = useRef<Block[]>(found?.blocks ?? edit.base.blocks)
  const [clash, setClash] = useState<Clash<F> & { isAsked: boolean }>()
  const [marks, setMarks] = useState<KeptMark[]>([])
  // A request without a response: the service may have it or not. It is sent again, and text typed since isn't a conflict
  // with someone else.
  const unanswered = useRef(found?.sent)
  // For timers, responses and unload handlers, which don't wait for a render.
  const latest = useRef(edit)
  // A save is applied here before the page renders it: the old text isn't someone else's news.
  const drawn = useRef(now)
  drawn.current = now
  const outdated = useRef<typeof now>(undefined)
  const change = useCallback((next: Edit<F, S>) => {
    latest.current = next
    draw(next)
  }, [])

  const copy = useCopy(name, () => {
    const { base, own, written } = latest.current
    const { current: sent } = unanswered
    if (!isUnsent(latest.current) && !sent) return undefined
    const at = new Date().toISOString()
    return { base, own, ...((written || sent) && { blocks: blocks.current }), sent, at } satisfies LocalEdit<F, S>
  })

  /** Makes a text of the service the base, with the person's remaining changes. */
  const rebase = (base: Base<F, S>, { own, blocks: next }: OwnSide<F>, restoredFrom?: string) => {
    const { current: was } = latest
    outdated.current = drawn.current
    const root = base.isAhead ? (was.root ?? (was.base.isAhead ? undefined : was.base)) : undefined
    const written = !isSameText(next, base.blocks)
    change({ base, root, own: differing(own, base.fields), written, ...(restoredFrom && { restoredFrom }) })
    const isNew = !isSameText(blocks.current, next)
    blocks.current = next
    if (isNew) editor.current?.replaceWith(next)
    copy.now()
    setClash(undefined)
  }
  const settle = (base: Base<F, S>) => {
    unanswered.current = undefined
    rebase(base, { own: {}, blocks: base.blocks })
  }

  /** Merges someone else's save; resolves to the conflict, if any, without changing anything. */
  const follow = async (theirs: Base<F, S>): Promise<Clash<F> | undefined> => {
    const [from] = sides(theirs)
    if (!isUnsent(latest.current) && from === latest.current.base) return settle(theirs) as undefined
    const { reconcile } = await import('./merge.ts')
    const both = reconcile(...sides(theirs), theirs, together)
    if (!both.clash) rebase(theirs, both.merged, latest.current.restoredFrom)
    return both.clash
  }
  /** The common base of both texts, and the person's changes. */
  const sides = (theirs: Base<F, S>): [TextParts<F>, OwnSide<F>] => {
    const { base, root } = latest.current
    const from = theirs.isAhead ? base : (root ?? base)
    return [from, { own: differing(shownOf(latest.current), from.fields), blocks: blocks.current }]
  }

  /** Text typed since the request stays unsaved. */
  const acknowledge = async (saved: Base<F, S>, changes: SentChanges<F>, whole: F & { blocks: Block[] }) => {
    const isOther = !isSameText(saved.blocks, whole.blocks)
    const merge = isOther ? (await import('galley-blocks/merge.ts')).mergeTexts : undefined
    const { own } = latest.current
    const left = Object.fromEntries(Object.entries(own).filter(([field]) => !(field in changes))) as Partial<F>
    const since = differing<F>(shownOf(latest.current), whole)
    const next = isSameText(blocks.current, whole.blocks)
      ? saved.blocks
      : (merge?.(whole.blocks, saved.blocks, blocks.current).blocks ?? blocks.current)
    rebase(saved, { own: { ...left, ...since }, blocks: next })
  }

  /** What there is to save right now, as a key may precede the next render. */
  const toSend = (fields: (keyof F)[] | undefined): SentText<F, S> | undefined => {
    const { base, own, written } = latest.current
    const shown = shownOf(latest.current)
    const given = Object.entries(own).filter(([field]) => !fields || fields.includes(field as keyof F))
    const changes = { ...Object.fromEntries(given), ...(written && { blocks: blocks.current }) } as SentChanges<F>
    const hasNews = Object.keys(changes).length > 0 || (!fields && base.isAhead)
    if (!hasNews || shown.title.trim() === '' || source.isLocked) return undefined
    return { base, changes, whole: { ...shown, blocks: blocks.current } }
  }

  /** Resolves to whether everything present at the start was saved; on a conflict the person is asked. */
  const run = async (sender: Sender<F, S>, fields?: (keyof F)[]): Promise<boolean> => {
    for (let tries = 1; ; tries++) {
      const { current: again } = unanswered
      const sent = again ?? toSend(fields)
      if (!sent) return true
      const send = again ? source.autosave!.send : sender
      if (source.autosave) unanswered.current = sent
      try {
        const saved = await send(sent.base, sent.changes, sent.whole)
        unanswered.current = undefined
        // An autosave sends no settings: those of the first attempt remain to be saved.
        await acknowledge(saved, again ? {} : sent.changes, sent.whole)
        if (!again) return true
      } catch (error) {
        if (!isOutage(error)) unanswered.current = undefined
        if (!isStatus(error, 412) || tries === TRIES) throw error
        const found = await follow(await source.read())
        if (!found) continue
        setClash({ ...found, isAsked: fields === undefined })
        return false
      }
    }
  }
  // One request at a time: a save waits for the autosave before it.
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const inTurn = (work: () => Promise<boolean>): Promise<boolean> => {
    const done = queue.current.then(work)
    queue.current = done.catch(() => {})
    return done
  }
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  const saving = useMutation({ mutationFn: () => inTurn(() => run(source.send)) })
  const typing = useMutation({
    mutationFn: async () => source.autosave && inTurn(() => run(source.autosave!.send, source.autosave!.fields)),
  })
  const autosave = useAutosave(async () => {
    if (!source.autosave || clash) return 'done'
    return typing.mutateAsync().then(
      () => 'done' as const,
      (error) => (isOutage(error) ? ('again' as const) : ('done' as const)),
    )
  })
  const typed = () => {
    copy.soon()
    if (source.autosave) autosave.soon()
  }
  // Text found in the browser is sent at once.
  useEffect(() => void (found && autosave.now()), [found, autosave])
  /** The page reports errors; resolves to whether it was saved. */
  const trySave = () => saving.mutateAsync().catch(() => false)
  // Repeats what the lost session refused.
  useBackIn(() => {
    if (isStatus(saving.error, 401)) void trySave()
    else if (isStatus(typing.error, 401)) autosave.now()
  })

  // Others may save, approve or restore meanwhile: their changes appear here unless they conflict.
  const isUnderWay = unanswered.current !== undefined
  const isBusy = saving.isPending || typing.isPending || isUnderWay
  const isBehind = !isBusy && now !== outdated.current && !isSame(now.stand, edit.base.stand)
  const followNow = useRef(follow)
  followNow.current = follow
  useEffect(() => {
    if (!isBehind) return
    void followNow.current(now).then((found) => setClash((was) => found && { isAsked: false, ...was, ...found }))
  }, [isBehind, now])

  const choose = async (choice: ConflictChoice) => {
    if (!clash) return
    const { reconcile, resolve } = await import('./merge.ts')
    const theirs = clash.theirs as Base<F, S>
    // Include text typed while the dialog was open.
    const again = reconcile(...sides(theirs), theirs, together)
    const resolved = again.clash ? resolve(again.clash, choice) : { ...again.merged, marks: [] }
    rebase(theirs, resolved)
    setMarks(resolved.marks)
    if (clash.isAsked) await trySave()
    else autosave.now()
  }

  return {
    fields: shownOf(edit),
    blocks,
    stand: edit.base.stand,
    /**
     * `isUnsent`: the server doesn't have the text, or may still get another one that is in flight. `isDirty`: not saved, but
     * perhaps autosaved.
     */
    isUnsent: isUnsent(edit) || isUnderWay,
    isDirty: isUnsent(edit) || isUnderWay || edit.base.isAhead === true,
    /** When the browser kept the text that was restored and isn't on the server yet. */
    restoredFrom: isUnsent(edit) || isUnderWay ? edit.restoredFrom : undefined,
    isSaving: saving.isPending,
    /** Typed text waits in the browser. */
    isOffline: (!isOnline || isOutage(typing.error)) && isUnsent(edit),
    error: saving.error ?? (isOutage(typing.error) || isStatus(typing.error, 401) ? null : typing.error),
    clash,
    marks,
    mark: setMarks,
    unmark: () => setMarks([]),
    /** Opens or closes the conflict dialog. */
    ask: (isAsked: boolean) => setClash((was) => was && { ...was, isAsked }),
    choose,
    set: (part: Partial<F>) => {
      const { current } = latest
      change({ ...current, own: differing({ ...current.own, ...part }, current.base.fields) })
      typed()
    },
    setBlocks: (next: Block[]) => {
      blocks.current = next
      // Typing and undoing is no change.
      const written = !isSameText(next, latest.current.base.blocks)
      if (written !== latest.current.written) change({ ...latest.current, written })
      typed()
    },
    trySave,
    /** Throws on failure, for actions that require the save. */
    save: async () => {
      if (!(await saving.mutateAsync())) throw new ApiError(412, undefined)
    },
    /** Forgets the changes, because they were saved elsewhere or are unwanted. */
    drop: () => settle(latest.current.base),
    /** Replaces the changes by the service's text. */
    discard: () => source.read().then(settle, failed("Couldn't load the saved version")),
    settle,
  }
}

function beginning<F extends object, S>(now: Base<F, S>, found: LocalEdit<F, S> | undefined): Edit<F, S> {
  if (!found?.base) return { base: now, own: {}, written: false }
  return { base: found.base, own: found.own, written: found.blocks !== undefined, restoredFrom: found.at }
}
