// Guards pages by role.

import type { ReactNode } from 'react'
import { Notice } from '../ui/Notice.tsx'
import { hasRole, useMe } from './session.ts'

type NeedsProps = { least: 'editor' | 'admin'; instead?: ReactNode; children: ReactNode }

/** Shows its children if the role suffices, else where to go instead. */
export function Needs({ least, instead, children }: NeedsProps) {
  const me = useMe()
  if (hasRole(me, least)) return children
  return (
    <Notice title={`This page requires the ${least} role`} action={instead}>
      Your role is {me.role}. An admin can change it in Settings → Users.
    </Notice>
  )
}
