// Addresses that lead nowhere, pages beyond one's role, and pages that failed to draw.

import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type ErrorComponentProps, Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isOutdated, messageOf } from '../api/errors.ts'
import { mayAdminister, mayEdit, useMe } from '../session/session.ts'
import { useWhenBack } from './whenBack.ts'

function Notice({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  useDocumentTitle(`${title} · Galley`)
  return (
    <Center mih="60dvh">
      <Stack align="center" maw={440} ta="center">
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{children}</Text>
        {action ?? (
          <Button component={Link} to="/" variant="default">
            Back to the start
          </Button>
        )}
      </Stack>
    </Center>
  )
}

const THINGS = {
  document: { list: 'Documents', to: '/documents', fate: 'It does not exist, or it was deleted.' },
  job: { list: 'Pipeline', to: '/pipeline', fate: 'It does not exist, or it went with its document.' },
} as const
export type Thing = keyof typeof THINGS

/** titleWithout is what a tab is called whose subject is not there. */
export const titleWithout = (thing: Thing): string => `This ${thing} is not here`

/** NotFound says what is missing: what it is told, or else what the address is one of. */
export function NotFound({ thing: given }: { thing?: Thing }) {
  const { pathname } = useLocation()
  const thing =
    given ?? (/^\/documents\/\d/.test(pathname) ? 'document' : /\/jobs\/\d/.test(pathname) ? 'job' : undefined)
  if (!thing) return <Notice title="Nothing is here">The address leads to no page of the panel.</Notice>
  const { list, to, fate } = THINGS[thing]
  return (
    <Notice
      title={titleWithout(thing)}
      action={
        <Button component={Link} to={to} variant="default">
          {list}
        </Button>
      }
    >
      {fate}
    </Notice>
  )
}

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

/** NotFetched loads the panel anew by itself once the service answers; not again and again, should that not help. */
function NotFetched() {
  useWhenBack(() => {
    if (Date.now() - Number(sessionStorage.getItem(LOADED_ANEW_KEY)) < ONCE_IN) return
    sessionStorage.setItem(LOADED_ANEW_KEY, String(Date.now()))
    location.reload()
  })
  return (
    <Notice
      title="This page could not be fetched"
      action={<Button onClick={() => location.reload()}>Load the panel anew</Button>}
    >
      The service may have been updated, or cannot be reached. It is tried again by itself. What you typed elsewhere is
      kept in this browser.
    </Notice>
  )
}

/** isNumber: an address may hold anything where the number of a document or a job belongs. */
export const isNumber = (id: number): boolean => Number.isSafeInteger(id) && id > 0

type NeedsProps = { least: 'editor' | 'admin'; instead?: ReactNode; children: ReactNode }

/** Needs shows its children to those whose role allows them, and to others where to go instead. */
export function Needs({ least, instead, children }: NeedsProps) {
  const me = useMe()
  if (least === 'admin' ? mayAdminister(me) : mayEdit(me)) return children
  return (
    <Notice title={`This page needs the ${least} role`} action={instead}>
      Your role is {me.role}. An administrator can change it under Settings, Users.
    </Notice>
  )
}
