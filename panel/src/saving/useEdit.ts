// The one way a text is edited and saved, of a document as of a job's draft: what the person changed, the text it rests on, and a
// copy in the browser until it is on the server. Only what was changed is sent. When someone else was faster, both changes are
// merged where they don't touch the same, and shown to the person where they do (ConflictDialog.tsx).

import { onlineManager, useMutation } from '@tanstack/react-query'
import type { Block } from 'galley-blocks/model.ts'
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError, isOutage, isStatus } from '../api/errors.ts'
import type { EditorHandle } from '../blocks/BlockEditor.tsx'
import { useBackIn } from '../session/session.ts'
import { isSame, readKept, useCopy } from '../ui/kept.ts'
import { failed } from '../ui/notify.ts'
import type { Clash, ConflictChoice, KeptMark, OwnSide } from './merge.ts'
import {
  type Base,
  differing,
  type Edit,
  isSameText,
  isUnsent,
  type KeptEdit,
  type SentChanges,
  type SentText,
  shownOf,
  type TextParts,
} from './text.ts'
import { useAutosave } from './useAutosave.ts'

/** A Sender saves changes over a base, and resolves to what the service has then. 412: someone else was faster. */
type Sender<F, S> = (base: Base<F, S>, changes: SentChanges<F>, whole: SentChanges<F>) => Promise<Base<F, S>>

type EditSource<F, S> = {
  /** name is that of the copy in the browser. */
  name: string
  /** now is the text as the page knows it. */
  now: Base<F, S>
  read: () => Promise<Base<F, S>>
  send: Sender<F, S>
  /** autosave sends the text while it is typed, with these fields of it. */
  autosave?: { fields: (keyof F)[]; send: Sender<F, S> }
  /** together are fields that are one choice. */
  together?: (keyof F)[]
  editor: RefObject<EditorHandle | null>
  /** isLocked: it can't be saved, whatever is typed. */
  isLocked: boolean
}

const watchNetwork = (onChange: () => void) => onlineManager.subscribe(onChange)

/** Others save as well; who is always overtaken is told so at last. */
const TRIES = 5

export function useEdit<F extends { title: string }, S>(source: EditSource<F, S>) {
  const { name, now, editor, together = [] } = source
  const [found] = useState(() => readKept<KeptEdit<F, S>>(name))
  const [edit, draw] = useState<Edit<F, S>>(() => beginning(now, found))
  const blocks = useRef<Block[]>(found?.blocks ?? edit.base.blocks)
  const [clash, setClash] = useState<Clash<F> & { isAsked: boolean }>()
  const [marks, setMarks] = useState<KeptMark[]>([])
  // What was sent and not answered: the service may have it or not. Sent once more, it is there once, and what was typed over it
  // since is no conflict with someone else.
  const unanswered = useRef(found?.sent)
  // Read by what does not wait for the next drawing: a timer, a response, the end of the page.
  const latest = useRef(edit)
  // A save is taken up here before the page is drawn with it: what it was drawn with until then is no news of someone else.
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
    return { base, own, ...((written || sent) && { blocks: blocks.current }), sent, at } satisfies KeptEdit<F, S>
  })

  /** take makes a text of the service the base, with what is left of the person's changes. */
  const take = (base: Base<F, S>, { own, blocks: next }: OwnSide<F>, restoredFrom?: string) => {
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
    take(base, { own: {}, blocks: base.blocks })
  }

  /** follow takes up what someone else saved; where both changed the same, it resolves to that, and nothing changes here. */
  const follow = async (theirs: Base<F, S>): Promise<Clash<F> | undefined> => {
    const [from] = sides(theirs)
    if (!isUnsent(latest.current) && from === latest.current.base) return settle(theirs) as undefined
    const { reconcile } = await import('./merge.ts')
    const both = reconcile(...sides(theirs), theirs, together)
    if (!both.clash) take(theirs, both.merged, latest.current.restoredFrom)
    return both.clash
  }
  /** sides are the text that this one and theirs came from, and what the person made of it. */
  const sides = (theirs: Base<F, S>): [TextParts<F>, OwnSide<F>] => {
    const { base, root } = latest.current
    const from = theirs.isAhead ? base : (root ?? base)
    return [from, { own: differing(shownOf(latest.current), from.fields), blocks: blocks.current }]
  }

  /** acknowledge: what was typed since it was sent stays, and is not on the server yet. */
  const acknowledge = async (saved: Base<F, S>, changes: SentChanges<F>, whole: F & { blocks: Block[] }) => {
    const isOther = !isSameText(saved.blocks, whole.blocks)
    const merge = isOther ? (await import('galley-blocks/merge.ts')).mergeTexts : undefined
    const { own } = latest.current
    const left = Object.fromEntries(Object.entries(own).filter(([field]) => !(field in changes))) as Partial<F>
    const since = differing<F>(shownOf(latest.current), whole)
    const next = isSameText(blocks.current, whole.blocks)
      ? saved.blocks
      : (merge?.(whole.blocks, saved.blocks, blocks.current).blocks ?? blocks.current)
    take(saved, { own: { ...left, ...since }, blocks: next })
  }

  /** toSend is what there is to save, if there is anything: asked at that moment, since a key may precede the next drawing. */
  const toSend = (fields: (keyof F)[] | undefined): SentText<F, S> | undefined => {
    const { base, own, written } = latest.current
    const shown = shownOf(latest.current)
    const given = Object.entries(own).filter(([field]) => !fields || fields.includes(field as keyof F))
    const changes = { ...Object.fromEntries(given), ...(written && { blocks: blocks.current }) } as SentChanges<F>
    const hasNews = Object.keys(changes).length > 0 || (!fields && base.isAhead)
    if (!hasNews || shown.title.trim() === '' || source.isLocked) return undefined
    return { base, changes, whole: { ...shown, blocks: blocks.current } }
  }

  /** run resolves to whether everything is saved that was there when it began; where not, the person is asked. */
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
        // An autosave takes no settings along: those that were sent with the first try stay to be saved.
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
  // What waited in this browser is sent at once: nobody is asked about words that are on the server a moment later.
  useEffect(() => void (found && autosave.now()), [found, autosave])
  /** trySave leaves reporting errors to the page, and resolves to whether it is saved. */
  const trySave = () => saving.mutateAsync().catch(() => false)
  // What the lost session refused was asked for already.
  useBackIn(() => {
    if (isStatus(saving.error, 401)) void trySave()
    else if (isStatus(typing.error, 401)) autosave.now()
  })

  // Others save, approve or restore while this is open: what they changed appears here, unless both changed the same.
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
    // What was typed while the question was there counts, too.
    const again = reconcile(...sides(theirs), theirs, together)
    const resolved = again.clash ? resolve(again.clash, choice) : { ...again.merged, marks: [] }
    take(theirs, resolved)
    setMarks(resolved.marks)
    if (clash.isAsked) await trySave()
    else autosave.now()
  }

  return {
    fields: shownOf(edit),
    blocks,
    stand: edit.base.stand,
    /**
     * isUnsent: the server does not have it, or may yet get another: what is on its way, and was taken back since. `isDirty`: it
     * is not saved, though an autosave may have it.
     */
    isUnsent: isUnsent(edit) || isUnderWay,
    isDirty: isUnsent(edit) || isUnderWay || edit.base.isAhead === true,
    /** restoredFrom is when this browser kept what it has restored and the server still does not have. */
    restoredFrom: isUnsent(edit) || isUnderWay ? edit.restoredFrom : undefined,
    isSaving: saving.isPending,
    /** isOffline: what is typed waits in the browser. */
    isOffline: (!isOnline || isOutage(typing.error)) && isUnsent(edit),
    error: saving.error ?? (isOutage(typing.error) || isStatus(typing.error, 401) ? null : typing.error),
    clash,
    marks,
    mark: setMarks,
    unmark: () => setMarks([]),
    /** ask opens the dialog about what both changed, or closes it. */
    ask: (isAsked: boolean) => setClash((was) => was && { ...was, isAsked }),
    choose,
    set: (part: Partial<F>) => {
      const { current } = latest
      change({ ...current, own: differing({ ...current.own, ...part }, current.base.fields) })
      typed()
    },
    setBlocks: (next: Block[]) => {
      blocks.current = next
      // What was typed and undone is no change.
      const written = !isSameText(next, latest.current.base.blocks)
      if (written !== latest.current.written) change({ ...latest.current, written })
      typed()
    },
    trySave,
    /** save throws what went wrong, for what must not go on without it. */
    save: async () => {
      if (!(await saving.mutateAsync())) throw new ApiError(412, undefined)
    },
    /** drop forgets the person's changes, because they were saved elsewhere or are not wanted. */
    drop: () => settle(latest.current.base),
    /** discard drops the person's changes for what the service has now. */
    discard: () => source.read().then(settle, failed("Couldn't load the saved version")),
    settle,
  }
}

function beginning<F extends object, S>(now: Base<F, S>, found: KeptEdit<F, S> | undefined): Edit<F, S> {
  if (!found?.base) return { base: now, own: {}, written: false }
  return { base: found.base, own: found.own, written: found.blocks !== undefined, restoredFrom: found.at }
}
