// Pages that failed to draw, or whose code could not be fetched.

import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { isOutdated, messageOf } from '../api/errors.ts'
import { Notice } from './Notice.tsx'
import { useWhenBack } from './whenBack.ts'

export const PageFailed = ({ error, reset }: ErrorComponentProps) =>
  isOutdated(error) ? (
    <NotFetched />
  ) : (
    <Notice title="This page failed" action={<Button onClick={reset}>Try again</Button>}>
      {messageOf(error)}
    </Notice>
  )

const LOADED_ANEW_KEY = 'galley.loaded-anew'
const ONCE_IN = 60_000

/** NotFetched reloads the panel by itself once the service answers; but not again and again, should that not help. */
function NotFetched() {
  useWhenBack(() => {
    if (Date.now() - Number(sessionStorage.getItem(LOADED_ANEW_KEY)) < ONCE_IN) return
    sessionStorage.setItem(LOADED_ANEW_KEY, String(Date.now()))
    location.reload()
  })
  return (
    <Notice
      title="This page could not be fetched"
      action={<Button onClick={() => location.reload()}>Reload the panel</Button>}
    >
      The service may have been updated, or cannot be reached. It is tried again by itself. What you typed elsewhere is
      kept in this browser.
    </Notice>
  )
}
