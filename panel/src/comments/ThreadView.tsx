// One thread: its subject, comments and actions.

import { Badge, Button, Stack, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { CommentForm } from './CommentForm.tsx'
import { CommentView } from './CommentView.tsx'
import classes from './comments.module.css'
import { type CommentThread, useReply, useSetThread } from './queries.ts'

/** Shows the proposal of a thread's suggestion; `onDone` is called once it is decided. */
export type ShowSuggestion = (proposalId: number, onDone: () => void) => ReactNode

type Props = {
  thread: CommentThread
  /** The block's current text. */
  text: string
  isNamed?: boolean
  /** The thread has no quote. */
  isOfAll?: boolean
  onShow: (blockId: string) => void
  showSuggestion?: ShowSuggestion
}

export function ThreadView({ thread, text, isNamed = false, isOfAll = false, onShow, showSuggestion }: Props) {
  const { id, document_id, state, quote, spot, comments } = thread
  const reply = useReply(document_id)
  const set = useSetThread(document_id)
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isNamed) return
    place.current?.scrollIntoView({ block: 'center' })
    place.current?.focus()
  }, [isNamed])
  const isOpen = state === 'open'
  const first = comments.find(({ body }) => body !== null)
  return (
    <Stack
      ref={place as never}
      component="article"
      gap={8}
      tabIndex={-1}
      className={classes.thread}
      data-named={isNamed || undefined}
      aria-label={`Thread: ${first?.body?.slice(0, 60) ?? ''}`}
    >
      {spot ? (
        <UnstyledButton fz="xs" className={classes.quote} onClick={() => onShow(spot.block_id)}>
          {quote || text}
        </UnstyledButton>
      ) : (
        !isOfAll && (
          <Text fz="xs" className={classes.quote} c="dimmed">
            The text it was about is gone{quote && `: “${quote}”`}
          </Text>
        )
      )}
      {!isOpen && (
        <Badge size="sm" color="gray">
          Resolved
        </Badge>
      )}
      {comments.map((comment) => (
        <CommentView key={comment.id} documentId={document_id} comment={comment} />
      ))}
      {thread.suggestion_id !== null &&
        showSuggestion?.(thread.suggestion_id, () => set.mutate({ thread: id, state: 'resolved' }))}
      {isOpen && (
        <CommentForm
          label={`Reply to: ${first?.body?.slice(0, 60) ?? 'the thread'}`}
          action="Reply"
          onSend={(answer) => reply.mutateAsync({ thread: id, ...answer })}
        />
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        style={{ alignSelf: 'flex-start' }}
        loading={set.isPending}
        onClick={() => set.mutate({ thread: id, state: isOpen ? 'resolved' : 'open' })}
      >
        {isOpen ? 'Mark as resolved' : 'Reopen'}
      </Button>
    </Stack>
  )
}
