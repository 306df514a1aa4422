// A toggle of the find bar.

import { ActionIcon } from '@mantine/core'

type Props = { label: string; short: string; on: boolean; set: (on: boolean) => void }

export const FindOption = ({ label, short, on, set }: Props) => (
  <ActionIcon
    variant={on ? 'light' : 'subtle'}
    aria-label={label}
    aria-pressed={on}
    title={label}
    fz="xs"
    onClick={() => set(!on)}
  >
    {short}
  </ActionIcon>
)
