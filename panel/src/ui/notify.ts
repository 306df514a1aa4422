// Short messages in the corner: done, or not done and why. Their code is loaded with the first of them.

import type { NotificationData } from '@mantine/notifications'
import { createElement } from 'react'
import { isStatus, messageOf } from '../api/errors.ts'

const listeners = new Set<() => void>()

/** onFirstMessage tells the frame that there is something to show. */
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

export const told = (message: string): void => show({ message, autoClose: 3500 })

/** undoable leaves the time to take back what was done. */
export async function undoable(message: string, undo: () => void): Promise<void> {
  const [{ Undoable }, { notifications }] = await Promise.all([
    import('./Undoable.tsx'),
    import('@mantine/notifications'),
  ])
  const onUndo = () => {
    notifications.hide(id)
    undo()
  }
  const id = `undo ${message}`
  show({ id, message: createElement(Undoable, { message, onUndo }), autoClose: 10_000 })
}

export const failed = (what: string) => (error: unknown) => {
  // The page over everything already says that the session is gone.
  if (isStatus(error, 401)) return
  show({ title: what, message: messageOf(error), color: 'red', autoClose: 9000 })
}
