// Short messages in the corner: done, or not done and why.

import { notifications } from '@mantine/notifications'
import { isStatus, messageOf } from '../api/errors.ts'

export const told = (message: string): void => {
  notifications.show({ message, autoClose: 3500, withBorder: true })
}

export const failed = (what: string) => (error: unknown) => {
  // The page over everything already says that the session is gone.
  if (isStatus(error, 401)) return
  notifications.show({ title: what, message: messageOf(error), color: 'red', autoClose: 9000, withBorder: true })
}
