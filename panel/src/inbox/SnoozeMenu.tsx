// Choices for snoozing an entry.

import { IconClock } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ActionMenu, Item } from '../ui/ActionMenu.tsx'
import { type InboxEntry, useMark } from './queries.ts'

const HOUR = 3_600_000
const CHOICES = [
  { label: 'For an hour', ms: HOUR },
  { label: 'Until tomorrow', ms: 24 * HOUR },
  { label: 'For a week', ms: 7 * 24 * HOUR },
]

export function SnoozeMenu({ button, entry }: { button: ReactElement; entry: InboxEntry }) {
  const mark = useMark()
  return (
    <ActionMenu button={button}>
      {CHOICES.map(({ label, ms }) => (
        <Item
          key={label}
          icon={IconClock}
          label={label}
          onClick={() => mark.mutate({ entry, mark: 'snoozed', until: new Date(Date.now() + ms).toISOString() })}
        />
      ))}
    </ActionMenu>
  )
}
