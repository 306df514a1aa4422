// Explains what this site's drafter can do.

import { Paper, Text } from '@mantine/core'
import { useDrafter } from '../queries.ts'

export function DrafterNote() {
  const { data: drafter } = useDrafter()
  if (!drafter) return null
  return (
    <Paper p="sm" bg="var(--raised)">
      {drafter.kind === 'model' ? (
        <Text fz="sm">
          <b>{drafter.model ?? 'A language model'} drafts from what you give it</b>, conversations included. Every
          sentence is checked against your notes and material; what they don't support is left out and listed.
        </Text>
      ) : (
        <Text fz="sm">
          <b>The built-in drafter assembles; it doesn't write.</b> It keeps your headings, lists, tables and code, adds
          material under its own headings, proposes changes where the document has text, and asks about what is open. It
          doesn't shorten, reword or rearrange. Chats and mails are split into statements, and you choose which to
          print.
        </Text>
      )}
    </Paper>
  )
}
