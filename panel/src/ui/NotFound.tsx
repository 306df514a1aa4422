// The page for unknown addresses.

import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { Notice } from './Notice.tsx'

const THINGS = {
  document: { name: 'Document', list: 'Documents', to: '/documents', fate: "It doesn't exist, or it was deleted." },
  job: {
    name: 'Job',
    list: 'Pipeline',
    to: '/pipeline',
    fate: "It doesn't exist, or it was deleted with its document.",
  },
  proposal: {
    name: 'Proposal',
    list: 'Review',
    to: '/review',
    fate: "It doesn't exist, or its document was deleted.",
  },
} as const
type Thing = keyof typeof THINGS

/** The tab's title if its subject doesn't exist. */
export const missingTitle = (thing: Thing): string => `${THINGS[thing].name} not found`

/** Names the missing thing: the given kind, or the one in the address. */
export function NotFound({ thing: given }: { thing?: Thing }) {
  const { pathname } = useLocation()
  const thing =
    given ?? (/^\/documents\/\d/.test(pathname) ? 'document' : /\/jobs\/\d/.test(pathname) ? 'job' : undefined)
  if (!thing) return <Notice title="Page not found">There is no page at this address.</Notice>
  const { list, to, fate } = THINGS[thing]
  return (
    <Notice
      title={missingTitle(thing)}
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

/** Addresses may contain anything as an id. */
export const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0
