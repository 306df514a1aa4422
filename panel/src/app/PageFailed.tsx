// Shown for pages that failed to render or load.

import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { isOutdated, messageOf } from '../api/errors.ts'
import { Notice } from '../ui/Notice.tsx'
import { useWhenBack } from './whenBack.ts'

export const PageFailed = ({ error, reset }: ErrorComponentProps) =>
  isOutdated(error) ? (
    <NotFetched />
  ) : (
    <Notice title="Something went wrong on this page" action={<Button onClick={reset}>Try again</Button>}>
      {messageOf(error)}
    </Notice>
  )

const LOADED_ANEW_KEY = 'galley.loaded-anew'
const ONCE_IN = 60_000

/** Reloads the panel once the service responds, at most once a minute. */
function NotFetched() {
  useWhenBack(() => {
    if (Date.now() - Number(sessionStorage.getItem(LOADED_ANEW_KEY)) < ONCE_IN) return
    sessionStorage.setItem(LOADED_ANEW_KEY, String(Date.now()))
    location.reload()
  })
  return (
    <Notice title="This page couldn't be loaded" action={<Button onClick={() => location.reload()}>Reload</Button>}>
      The service may have been updated, or it can't be reached. The panel keeps trying. Your unsaved changes are kept
      in this browser.
    </Notice>
  )
}
