// An inbox entry: its text, page and actions.

import { ActionIcon, Badge, Box, Group, Paper, Text } from '@mantine/core'
import { IconCheck, IconClock, IconRotate } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useRef } from 'react'
import { counted } from '../counted.ts'
import { Answer } from '../pipeline/points/Answer.tsx'
import { answerKey } from '../pipeline/points/unsent.ts'
import { Ago } from '../ui/Ago.tsx'
import { lazyMenu } from '../ui/lazily.tsx'
import classes from './inbox.module.css'
import { type InboxEntry, type InboxState, useAnswerEntry, useMark } from './queries.ts'

/** An entry's actions: done, snooze, reopen. */
const SnoozeMenu = lazyMenu(() => import('./SnoozeMenu.tsx'), 'SnoozeMenu')

function EntryMarks({ entry, state }: { entry: InboxEntry; state: InboxState }) {
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

const LABELS: Record<InboxEntry['kind'], string> = {
  question: 'Question',
  action: 'Action',
  mention: 'Mention',
  comment: 'Comment',
  proposal: 'Proposal',
  draft: 'Draft',
  failed: 'Failed',
  stale: 'Sources',
  review: 'Check',
  answered: 'Answered',
  feedback: 'Feedback',
  missed: 'Search',
  link: 'Broken link',
  watched: 'Update',
}
/** Texts of kinds without a text by a person; a save under review shows its page's title. */
const SAYS: Partial<Record<InboxEntry['kind'], (text: string, title: string) => string>> = {
  proposal: (text, title) => (text === title ? 'A change to this page.' : text),
  draft: () => 'A draft is ready for review.',
  stale: (text) => `${counted(Number(text), 'source')} changed or was deleted.`,
  review: (text) => (text === '1' ? 'Due for a check.' : `${counted(Number(text), 'passage')} due for a check.`),
  link: (text) => `The link to ${text} leads nowhere.`,
  watched: () => 'There is a new version.',
}

type Props = { entry: InboxEntry; state: InboxState; isNamed: boolean }

export function EntryRow({ entry, state, isNamed }: Props) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isNamed) row.current?.scrollIntoView({ block: 'center' })
  }, [isNamed])
  const { kind, document, text, who, since, link } = entry
  return (
    <Paper component="li" ref={row} px="md" py="sm" className={classes.entry} data-named={isNamed || undefined}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <div className={classes.words}>
          <Group gap={8} mb={4}>
            <Badge size="sm" color={kind === 'failed' ? 'red' : 'gray'}>
              {LABELS[kind]}
            </Badge>
            <Text component={LinkTo} href={link} fz="sm" fw={600} className={classes.title}>
              {document.title}
            </Text>
          </Group>
          <Text fz="sm" className={classes.text}>
            {SAYS[kind]?.(text, document.title) ?? text}{' '}
            <Text span fz="xs" c="dimmed" className={classes.when}>
              {who && `${who}, `}
              <Ago at={since} small />
            </Text>
          </Text>
        </div>
        <EntryMarks entry={entry} state={state} />
      </Group>
      {kind === 'question' && state === 'open' && (
        <Box mt="xs">
          <AnswerHere entry={entry} />
        </Box>
      )}
    </Paper>
  )
}

/** A link to an address from the service, opened within the panel. */
function LinkTo({ href, ...rest }: ComponentProps<'a'>) {
  const router = useRouter()
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || !href) return
        event.preventDefault()
        router.history.push(href)
      }}
    />
  )
}

/** Answers a question within the inbox; also for people who aren't editors. */
function AnswerHere({ entry }: { entry: InboxEntry }) {
  const answer = useAnswerEntry()
  return (
    <Answer
      name={answerKey('question', Number(entry.key.split(':')[1]))}
      label={`Answer to: ${entry.text}`}
      value={null}
      locked={false}
      busy={answer.isPending}
      onSend={(text) => answer.mutateAsync({ entry, answer: text })}
      choices={[{ value: 'Not applicable', label: 'Not needed' }]}
    />
  )
}
