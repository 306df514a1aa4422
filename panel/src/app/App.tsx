// The frame around everything: theme, cached data, messages, and the choice between sign-in and the panel.

import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { queryClient } from '../api/queries.ts'
import { start, useSession } from '../session/session.ts'
import { onFirstMessage } from '../ui/notify.ts'
import { router } from './router.tsx'
import { Starting, Unreachable } from './Starting.tsx'
import { colours, theme } from './theme.ts'

const WayIn = lazy(() => import('../session/WayIn.tsx').then((module) => ({ default: module.WayIn })))
const LostSession = lazy(() => import('../session/LostSession.tsx').then((module) => ({ default: module.LostSession })))
const Notifications = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })))

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={colours} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Messages />
        <Suspense fallback={<Starting />}>
          <Inside />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  )
}

function Messages() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => onFirstMessage(() => setWanted(true)), [])
  return <Suspense>{wanted && <Notifications position="bottom-right" limit={4} />}</Suspense>
}

function Inside() {
  const session = useSession()
  if (session.state === 'starting') return <Starting />
  if (session.state === 'unreachable') return <Unreachable message={session.message} onRetry={start} />
  if (session.state === 'out') return <WayIn />
  return (
    <>
      <RouterProvider router={router} />
      <Suspense>{session.state === 'lost' && <LostSession user={session.user} />}</Suspense>
    </>
  )
}
