// Two people saved the same document: what the other stored and what I wrote, as one comparison, and my choice.

import { Button, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core'
import type { Block } from '../api/open.ts'
import type { DocumentOut } from '../api/schema.ts'
import { DiffView } from '../blocks/DiffView.tsx'
import { sayAgo } from '../ui/Ago.tsx'

type Props = {
  mine: { title: string; summary: string | null; blocks: Block[] }
  theirs: DocumentOut
  saving: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

export function ConflictDialog({ mine, theirs, saving, onKeepMine, onTakeTheirs, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} size="xl" title="Someone else saved this document meanwhile">
      <Stack>
        <Text fz="sm" c="dimmed">
          Version {theirs.version} was stored {sayAgo(theirs.updated_at)}. Below, red is only in the stored version and
          green is only in yours. Whichever you choose, the other one stays among the revisions or on your screen.
        </Text>
        <ScrollArea.Autosize mah="50dvh" type="auto">
          <DiffView before={theirs} after={mine} />
        </ScrollArea.Autosize>
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={onClose}>
            Go on editing
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            Take the stored one
          </Button>
          <Button loading={saving} onClick={onKeepMine}>
            Save mine over it
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
