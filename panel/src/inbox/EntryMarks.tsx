// An entry's actions: done, snooze, reopen.

import { ActionIcon, Group } from '@mantine/core'
import { IconCheck, IconClock, IconRotate } from '@tabler/icons-react'
import { lazyMenu } from '../ui/lazily.tsx'
import { type InboxEntry, type InboxState, useMark } from './queries.ts'

const SnoozeMenu = lazyMenu(() => import('./SnoozeMenu.tsx'), 'SnoozeMenu')

export function EntryMarks({ entry, state }: { entry: InboxEntry; state: InboxState }) {
  const mark = useMark()
  const { title } = entry.document
  return (
    <Group gap={4} wrap="nowrap" flex="none">
      {state === 'open' ? (
        <>
          <SnoozeMenu
            entry={entry}
            button={
              <ActionIcon variant="subtle" color="gray" aria-label={`Snooze: ${title}`} aria-haspopup="menu">
                <IconClock size={18} aria-hidden />
              </ActionIcon>
            }
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Mark as done: ${title}`}
            onClick={() => mark.mutate({ entry, mark: 'done' })}
          >
            <IconCheck size={18} aria-hidden />
          </ActionIcon>
        </>
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Move back to open: ${title}`}
          onClick={() => mark.mutate({ entry, mark: 'open' })}
        >
          <IconRotate size={18} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
