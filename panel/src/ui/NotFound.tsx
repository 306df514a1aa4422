// Addresses without a page.

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

/** missingTitle is the title of a tab whose subject doesn't exist. */
export const missingTitle = (thing: Thing): string => `${THINGS[thing].name} not found`

/** NotFound names what is missing: the given kind, or else the kind that the address is for. */
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

/** isId: an address may hold anything where the number of a document or a job belongs. */
export const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0
