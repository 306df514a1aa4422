// Addresses that lead nowhere.

import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { Notice } from './Notice.tsx'

const THINGS = {
  document: { list: 'Documents', to: '/documents', fate: 'It does not exist, or it was deleted.' },
  job: { list: 'Pipeline', to: '/pipeline', fate: 'It does not exist, or it went with its document.' },
} as const
export type Thing = keyof typeof THINGS

/** titleWithout is the title of a tab whose subject is not there. */
export const titleWithout = (thing: Thing): string => `This ${thing} is not here`

/** NotFound says what is missing: what it is told, or else what kind of thing the address is for. */
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

/** isId: an address may hold anything where the number of a document or a job belongs. */
export const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0
