// Confirms discarding text that exists only in this browser.

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazily } from './lazily.tsx'

const Confirm = lazily(() => import('./Confirm.tsx'), 'Confirm')

type Props = { children: string; size?: 'compact-sm' | 'sm'; onDiscard: () => void | Promise<void> }

export function Discard({ children, size = 'compact-sm', onDiscard }: Props) {
  const [asking, dialog] = useDisclosure()
  return (
    <>
      <Button size={size} variant="default" onClick={dialog.open}>
        {children}
      </Button>
      {asking && (
        <Confirm
          title="Discard your changes?"
          action="Discard"
          onClose={dialog.close}
          onConfirm={async () => onDiscard()}
        >
          Only this browser has them: what is on the server stays. This can't be undone.
        </Confirm>
      )}
    </>
  )
}
