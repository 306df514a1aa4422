// Someone else saved the same thing meanwhile: what they stored and what I wrote, as one comparison, and my choice.

import { Button, ScrollArea, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog, DialogButtons } from '../ui/Dialog.tsx'
import { DiffView, type Side } from './DiffView.tsx'

type Props = {
  title: string
  /** What is worth knowing before one looks at the comparison. */
  children: ReactNode
  mine: Side
  theirs: Side
  saving: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

export function CompareDialog({ title, children, mine, theirs, saving, onKeepMine, onTakeTheirs, onClose }: Props) {
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      <Text fz="sm" c="dimmed">
        {children} Below, red is only in the stored one and green is only in yours.
      </Text>
      <ScrollArea.Autosize mah="50dvh" type="auto">
        <DiffView before={theirs} after={mine} />
      </ScrollArea.Autosize>
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Go on editing
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Take the stored one
        </Button>
        <Button loading={saving} onClick={onKeepMine}>
          Save mine over it
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
