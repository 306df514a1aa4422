// Resolves edit conflicts: compares both versions word by word. Non-conflicting changes are kept in any case.

import { Button, Group, ScrollArea, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { lazily } from '../ui/lazily.tsx'
import type { Clash, ConflictChoice } from './merge.ts'

const DiffView = lazily(() => import('../blocks/DiffView.tsx'), 'DiffView')

type Props<F> = {
  title: string
  /** Who changed it, and when. */
  children: ReactNode
  clash: Clash<F>
  /** Fields besides title and summary as readable texts. */
  settingsOf?: (fields: F) => Record<string, string>
  onChoose: (choice: ConflictChoice) => Promise<unknown>
  onClose: () => void
}

export function ConflictDialog<F extends { title: string; summary: string | null }>(props: Props<F>) {
  const { title, children, clash, settingsOf, onChoose, onClose } = props
  const [chosen, setChosen] = useState<ConflictChoice>()
  const choose = (choice: ConflictChoice) => {
    setChosen(choice)
    void onChoose(choice).finally(() => setChosen(undefined))
  }
  const sideOf = (fields: F, whose: 'mine' | 'theirs') => ({
    title: fields.title,
    summary: fields.summary,
    blocks: clash.blocks.flatMap((block) => block[whose] ?? []),
    settings: settingsOf?.(fields) ?? {},
  })
  const own = Object.fromEntries(clash.fields.map((name) => [name, clash.mine.own[name]])) as Partial<F>
  const isOrderAlone = clash.fields.length + clash.blocks.length === 0
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      <Text fz="sm" c="dimmed">
        {children} You both changed what is shown here; everything else of both is kept.{' '}
        {isOrderAlone ? 'You both moved blocks.' : 'Red is only in their version, green only in yours.'}
      </Text>
      {!isOrderAlone && (
        <ScrollArea.Autosize mah="50dvh" type="auto">
          <DiffView
            before={sideOf(clash.theirs.fields, 'theirs')}
            after={sideOf({ ...clash.theirs.fields, ...own }, 'mine')}
          />
        </ScrollArea.Autosize>
      )}
      <Group justify="flex-end">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Keep editing
        </Button>
        <Button variant="default" loading={chosen === 'theirs'} onClick={() => choose('theirs')}>
          Take theirs
        </Button>
        {clash.blocks.some(({ mine, theirs }) => mine && theirs) && (
          <Button variant="default" loading={chosen === 'both'} onClick={() => choose('both')}>
            Keep both
          </Button>
        )}
        <Button loading={chosen === 'mine'} onClick={() => choose('mine')}>
          Keep mine
        </Button>
      </Group>
    </Dialog>
  )
}
