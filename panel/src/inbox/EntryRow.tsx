// An inbox entry: its text, page and actions.

import { Badge, Box, Group, Paper, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { counted } from '../counted.ts'
import { Ago } from '../ui/Ago.tsx'
import { AnswerHere } from './AnswerHere.tsx'
import { EntryMarks } from './EntryMarks.tsx'
import classes from './inbox.module.css'
import { LinkTo } from './LinkTo.tsx'
import type { InboxEntry, InboxState } from './queries.ts'

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
