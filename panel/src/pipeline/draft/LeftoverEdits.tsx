// Text typed into a draft that was decided meanwhile: it can be copied but not saved.

import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Draft } from '../../api/types.ts'
import { Discard } from '../../ui/Discard.tsx'
import { lazily } from '../../ui/lazily.tsx'
import type { OwnDraft } from './ownDraft.ts'

const DiffView = lazily(() => import('../../blocks/DiffView.tsx'), 'DiffView')

export function LeftoverEdits({ status, draft, own }: { status: string; draft: Draft; own: OwnDraft }) {
  const [isShown, setShown] = useState(false)
  return (
    <Alert color="yellow" mb="md" title="Your edits to this draft were not saved">
      <Text fz="sm">The draft is {status} and can't be changed anymore. Your edits are still in this browser.</Text>
      <Group mt="sm" gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => setShown(!isShown)} aria-expanded={isShown}>
          {isShown ? 'Hide edits' : 'Show edits'}
        </Button>
        <Discard onDiscard={own.drop}>Discard edits</Discard>
      </Group>
      {isShown && (
        <DiffView
          before={{ ...draft, summary: draft.summary ?? null }}
          after={{ ...own.fields, blocks: own.blocks.current }}
        />
      )}
    </Alert>
  )
}
