// Edits one block of a proposal.

import { Button, Group, Stack } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import { useRef } from 'react'
import { BlockEditor } from '../blocks/BlockEditor.tsx'
import { EditorGuard } from '../blocks/EditorGuard.tsx'

type Props = { block: Block; onSave: (blocks: Block[]) => void; onCancel: () => void }

export function PartEditor({ block, onSave, onCancel }: Props) {
  const edited = useRef([block])
  return (
    <Stack gap={6} my={6}>
      <EditorGuard blocks={edited.current}>
        <BlockEditor
          label="Proposed text"
          autoFocus
          blocks={edited.current}
          onChange={(blocks) => {
            edited.current = blocks
          }}
        />
      </EditorGuard>
      <Group gap={6} justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="compact-sm" onClick={() => onSave(edited.current)}>
          Save change
        </Button>
      </Group>
    </Stack>
  )
}
