// Pages that failed to render, or whose code couldn't be fetched.

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

/** NotFetched reloads the panel by itself once the service responds, at most once a minute in case that doesn't help. */
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
