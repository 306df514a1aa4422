// Someone else saved the same thing: their version and mine, as one comparison, and my choice.

import { Button, ScrollArea, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog, DialogButtons } from '../ui/Dialog.tsx'
import { type DiffSide, DiffView } from './DiffView.tsx'

type Props = {
  title: string
  /** their names the other version. */
  their?: string
  /** What is worth knowing before one looks at the comparison. */
  children: ReactNode
  mine: DiffSide
  theirs: DiffSide
  saving: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

export function CompareDialog({ title, their = 'saved', children, mine, theirs, ...choice }: Props) {
  const { saving, onKeepMine, onTakeTheirs, onClose } = choice
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      <Text fz="sm" c="dimmed">
        {children} Red is only in the {their} version, green only in yours.
      </Text>
      <ScrollArea.Autosize mah="50dvh" type="auto">
        <DiffView before={theirs} after={mine} />
      </ScrollArea.Autosize>
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Keep editing
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Keep the {their} version
        </Button>
        <Button loading={saving} onClick={onKeepMine}>
          Overwrite with mine
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
