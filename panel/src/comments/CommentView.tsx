// A comment; authors can edit and delete their own.

import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { nameOf } from '../people/people.ts'
import { hasRole, useMe } from '../session/session.ts'
import { Ago } from '../ui/Ago.tsx'
import { CommentForm } from './CommentForm.tsx'
import classes from './comments.module.css'
import { type ThreadComment, useDeleteComment, useEditComment } from './queries.ts'

export function CommentView({ documentId, comment }: { documentId: number; comment: ThreadComment }) {
  const me = useMe()
  const [isEditing, setEditing] = useState(false)
  const edit = useEditComment(documentId)
  const remove = useDeleteComment(documentId)
  const { id, author, body, mentions, created_at, edited_at } = comment
  if (body === null)
    return (
      <Text fz="xs" c="dimmed">
        Deleted comment
      </Text>
    )
  const isOwn = author?.id === me.id
  // The generated types don't allow a list of people or null here.
  const people = mentions as unknown as { id: number; display_name: string | null }[]
  const named = new Map(people.map((one) => [one.id, nameOf(one)!]))
  return (
    <div>
      <Group gap={6} justify="space-between" wrap="nowrap">
        <Text fz="xs" fw={600} truncate>
          {nameOf(author) ?? 'Someone'}{' '}
          <Text span fz="xs" c="dimmed" fw={400}>
            <Ago at={created_at} small />
            {edited_at && ', edited'}
          </Text>
        </Text>
      </Group>
      {isEditing ? (
        <CommentForm
          label="Edit the comment"
          action="Save"
          autoFocus
          initial={{ body, mentions: named }}
          onCancel={() => setEditing(false)}
          onSend={async (comment) => {
            await edit.mutateAsync({ comment: id, ...comment })
            setEditing(false)
          }}
        />
      ) : (
        <Text fz="sm" className={classes.body}>
          {body}
        </Text>
      )}
      {!isEditing && (isOwn || hasRole(me, 'admin')) && (
        <Group gap={2}>
          {isOwn && (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            loading={remove.isPending}
            onClick={() => remove.mutate(id)}
          >
            Delete
          </Button>
        </Group>
      )}
    </div>
  )
}
