// The root: theme, query client, messages, and either sign-in or the panel.

import { Button, Center, Loader, MantineProvider, Stack, Text, Title } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { queryClient } from '../api/queries.ts'
import { proof, secondStep, setUp } from '../session/proof.ts'
import { start, useSession } from '../session/session.ts'
import { brandScheme } from '../ui/brand.ts'
import { lazily } from '../ui/lazily.tsx'
import { onFirstMessage } from '../ui/notify.ts'
import { router } from './router.tsx'
import { colours, theme } from './theme.ts'
import { useWhenBack } from './whenBack.ts'

const SignInPage = lazily(
  () => import('../session/SignInPage.tsx'),
  'SignInPage',
  () => <Starting />,
)
const LostSession = lazily(() => import('../session/LostSession.tsx'), 'LostSession')
const SecondStep = lazily(() => import('../session/SecondStep.tsx'), 'SecondStep')
const MustSetUp = lazily(() => import('../settings/account/MustSetUp.tsx'), 'MustSetUp')
const ConfirmYou = lazily(() => import('../session/ConfirmYou.tsx'), 'ConfirmYou')
const loadMessages = () => import('@mantine/notifications')
const Notifications = lazy(() => loadMessages().then((module) => ({ default: module.Notifications })))
/** Loaded after the page is drawn and before it is needed: the first message may be that the service is unreachable. */
const MESSAGES_AFTER = 2_000

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={colours} defaultColorScheme={brandScheme}>
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
  useEffect(() => {
    const fetchMessages = (then = () => {}) => void loadMessages().then(then, () => {})
    const timer = setTimeout(fetchMessages, MESSAGES_AFTER)
    const stop = onFirstMessage(() => fetchMessages(() => setWanted(true)))
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return <Suspense>{wanted && <Notifications position="bottom-right" limit={4} />}</Suspense>
}

function Inside() {
  const session = useSession()
  const asked = proof.use()
  const step = secondStep.use()
  const mustSetUp = setUp.use()
  if (session.state === 'starting') return <Starting />
  if (session.state === 'unreachable') return <Unreachable message={session.message} onRetry={start} />
  const second = step && <SecondStep step={step} />
  if (session.state === 'out')
    return (
      <>
        <SignInPage />
        {second}
      </>
    )
  return (
    <>
      {mustSetUp ? <MustSetUp /> : <RouterProvider router={router} />}
      {second}
      {asked && session.state === 'in' && <ConfirmYou user={session.user} />}
      {/* An overlay, so that what was typed stays. */}
      {session.state === 'lost' && <LostSession user={session.user} />}
    </>
  )
}

/** The screen while the session loads, or when the service doesn't respond. */
function Starting() {
  return (
    <Center h="100dvh" role="status" aria-label="Loading">
      <Loader type="dots" />
    </Center>
  )
}

function Unreachable({ message, onRetry }: { message: string; onRetry: () => void }) {
  useWhenBack(onRetry)
  return (
    <Center h="100dvh" p="lg">
      <Stack align="center" maw={420} ta="center">
        <Title order={1}>Can't reach the service</Title>
        <Text c="dimmed">{message}</Text>
        <Button onClick={onRetry}>Try again</Button>
      </Stack>
    </Center>
  )
}
