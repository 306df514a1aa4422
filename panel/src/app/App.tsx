// The frame around everything: theme, cached data, messages, and the choice between sign-in and the panel.

import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from '../api/queries.ts'
import { LostSession } from '../session/LostSession.tsx'
import { start, useSession } from '../session/session.ts'
import { WayIn } from '../session/WayIn.tsx'
import { router } from './router.tsx'
import { Starting, Unreachable } from './Starting.tsx'
import { colours, theme } from './theme.ts'

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={colours} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={4} />
        <Inside />
      </QueryClientProvider>
    </MantineProvider>
  )
}

function Inside() {
  const session = useSession()
  if (session.state === 'starting') return <Starting />
  if (session.state === 'unreachable') return <Unreachable message={session.message} onRetry={start} />
  if (session.state === 'out') return <WayIn />
  return (
    <>
      <RouterProvider router={router} />
      {session.state === 'lost' && <LostSession user={session.user} />}
    </>
  )
}
