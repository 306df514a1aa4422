// A new thread: its subject, and optionally a suggested text for the block.

import { Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { CommentForm } from './CommentForm.tsx'
import classes from './comments.module.css'
import { useBeginThread } from './queries.ts'

type Props = {
  documentId: number
  target: { block_id: string; quote: string }
  /** The block's current text. */
  text: string
  onClose: () => void
}

export function NewThread({ documentId, target, text, onClose }: Props) {
  const begin = useBeginThread(documentId)
  const [wording, setWording] = useState<string>()
  return (
    <Stack gap={6} mb="sm">
      <Text fz="xs" className={classes.quote}>
        {target.quote || text}
      </Text>
      <Checkbox
        size="xs"
        label="Suggest a change"
        checked={wording !== undefined}
        onChange={(event) => setWording(event.currentTarget.checked ? text : undefined)}
      />
      {wording !== undefined && (
        <Textarea
          label="Change to"
          autosize
          maxRows={12}
          value={wording}
          onChange={(event) => setWording(event.currentTarget.value)}
        />
      )}
      <CommentForm
        label="Comment"
        action={wording === undefined ? 'Comment' : 'Suggest'}
        autoFocus
        onCancel={onClose}
        onSend={async (comment) => {
          await begin.mutateAsync({ ...target, ...comment, ...(wording && { change_to: wording }) })
          onClose()
        }}
      />
    </Stack>
  )
}
