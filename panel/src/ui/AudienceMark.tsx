// A mark for restricted visibility, its own or its category's.

import { IconLock, IconUsers } from '@tabler/icons-react'
import type { Visibility } from '../api/types.ts'
import { markText } from './audience.ts'

type Props = { audience: Visibility; own: Visibility; className?: string | undefined }

export function AudienceMark({ audience, own, className }: Props) {
  if (audience === 'public') return null
  const Picture = audience === 'members' ? IconUsers : IconLock
  const label = markText(audience, own)
  return (
    <span role="img" aria-label={label} title={label} className={className}>
      <Picture size={15} color="var(--quiet)" aria-hidden />
    </span>
  )
}
