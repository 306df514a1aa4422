// A short message with a button that undoes what it reports.

import { Button, Group } from '@mantine/core'

export function Undoable({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span>{message}</span>
      <Button size="compact-sm" variant="light" onClick={onUndo} style={{ flexShrink: 0 }}>
        Undo
      </Button>
    </Group>
  )
}
