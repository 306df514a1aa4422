// Undoing an import, and the result of that.

import { Anchor, Button, List, Paper, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ImportOut } from 'galley-client/schema.ts'
import { useTrashDays } from '../documents/trash/trashQueries.ts'
import { lazily } from '../ui/lazily.tsx'
import { useUndo } from './importQueries.ts'
import { undoneIn } from './words.ts'

const Confirm = lazily(() => import('../ui/Confirm.tsx'), 'Confirm')

export function UndoButton({ id }: { id: number }) {
  const [asking, ask] = useDisclosure()
  const undo = useUndo(id)
  const days = useTrashDays()
  return (
    <>
      <Button variant="light" color="red" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={ask.open}>
        Undo import
      </Button>
      {asking && (
        <Confirm
          title="Undo this import?"
          action="Undo import"
          onClose={ask.close}
          onConfirm={() => undo.mutateAsync()}
        >
          {days > 0 ? 'Pages that it made move to the trash.' : "Pages that it made are deleted. This can't be undone."}{' '}
          Pages that it changed go back to what they were. A page that someone has changed since stays as it is.
        </Confirm>
      )}
    </>
  )
}

export function Undone({ undone }: { undone: NonNullable<ImportOut['undone']> }) {
  const { kept } = undone
  return (
    <Paper p="lg">
      <Text>The import was undone: {undoneIn(undone)}.</Text>
      {kept.length > 0 && (
        <>
          <Text fz="sm" mt="md" mb={4}>
            These pages stay as they are:
          </Text>
          <List fz="sm">
            {kept.map(({ document_id, title, reason }) => (
              <List.Item key={document_id}>
                <Anchor
                  renderRoot={(props) => <Link {...props} to="/documents/$id" params={{ id: String(document_id) }} />}
                >
                  {title}
                </Anchor>
                : {reason}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Paper>
  )
}
