// Toast messages, loaded with the first one.

import type { NotificationData } from '@mantine/notifications'
import { createElement } from 'react'
import { isStatus, messageOf } from '../api/errors.ts'

const listeners = new Set<() => void>()

/** Tells the frame that there is something to show. */
export function onFirstMessage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(message: NotificationData): void {
  for (const listener of listeners) listener()
  void import('@mantine/notifications').then(
    ({ notifications }) =>
      notifications.show({ withBorder: true, closeButtonProps: { 'aria-label': 'Close' }, ...message }),
    () => {},
  )
}

export const notify = (message: string): void => show({ message, autoClose: 3500 })

type OfferedAction = { label: string; act?: () => unknown; href?: string }

/** A message with an action; the id distinguishes messages with the same text. */
export function offer(message: string, id: string, { label, act, href }: OfferedAction): void {
  const parts = Promise.all([import('./Offer.tsx'), import('@mantine/notifications')])
  parts.then(
    ([{ Offer }, { notifications }]) => {
      const onClick = () => {
        notifications.hide(id)
        act?.()
      }
      show({ id, message: createElement(Offer, { message, label, onClick, href }), autoClose: 10_000 })
    },
    () => notify(message),
  )
}

export const undoable = (message: string, id: string, undo: () => unknown): void =>
  offer(message, id, { label: 'Undo', act: undo })

/** The result of a change: under review only a proposal. */
type MadeChange = { proposal?: unknown }

/** Reports the change, or the proposal it became. */
export const notifyDone = ({ proposal }: MadeChange, done: string | (() => void)): void => {
  if (proposal) notify('Proposed: someone has to approve it.')
  else if (typeof done === 'string') notify(done)
  else done()
}

/** Links to the page as readers see it. */
export const notifyPublished = (page: MadeChange & { id: number; slug: string }, message = 'Published.'): void =>
  notifyDone(page, () =>
    offer(message, `published ${page.id}`, { label: 'View page', href: `/read/${encodeURIComponent(page.slug)}` }),
  )

/** Stays until ended, and shows progress. */
export function underWay(message: string): { update: (message: string) => void; end: () => void } {
  const id = `under way ${message} ${Date.now()}`
  const shown = { id, loading: true, autoClose: false as const, withCloseButton: false }
  const ready = import('@mantine/notifications').then(({ notifications }) => notifications)
  show({ ...shown, message })
  return {
    update: (next) => void ready.then((notifications) => notifications.update({ ...shown, message: next }), ignored),
    end: () => void ready.then((notifications) => notifications.hide(id), ignored),
  }
}

const ignored = () => {}

export const failed = (what: string) => (error: unknown) => {
  // The sign-in over the page already says so.
  if (isStatus(error, 401)) return
  show({ title: what, message: messageOf(error), color: 'red', autoClose: 9000 })
}
