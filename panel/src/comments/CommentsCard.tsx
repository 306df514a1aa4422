// Comments in the editor's margin. A new one is about the block with the cursor, or the selected words in it. Not visible to
// readers.

import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import type { DocumentOut } from 'galley-client/schema.ts'
import { useEffect, useState } from 'react'
import { useSavedTexts } from '../blocks/useSavedTexts.ts'
import { showBlock, useBlockAtCursor, useBlockOfAddress } from '../evidence/in-editor.ts'
import classes from './comments.module.css'
import { NewThread } from './NewThread.tsx'
import { type CommentThread, useThreads } from './queries.ts'
import { type ShowSuggestion, ThreadView } from './ThreadView.tsx'

export function CommentsCard({ document, showSuggestion }: { document: DocumentOut; showSuggestion: ShowSuggestion }) {
  const { data: threads = [] } = useThreads(document.id)
  const [showsResolved, showResolved] = useState(false)
  const current = useBlockAtCursor()
  const selected = useSelectedWords()
  /** What the new comment is about; the cursor may move meanwhile. */
  const [target, setTarget] = useState<{ block_id: string; quote: string }>()
  const named = useLocation({ select: ({ search }) => Number((search as { thread?: unknown }).thread) })
  const isNamed = ({ id }: CommentThread) => id === named
  const texts = useSavedTexts(document)
  const shown = threads.filter((thread) => showsResolved || thread.state === 'open' || isNamed(thread))
  const resolved = threads.filter(({ state }) => state === 'resolved').length
  useBlockOfAddress(threads.find(isNamed)?.spot?.block_id)
  const canComment = current !== undefined && !!texts.get(current)
  return (
    <Paper p="md" component="section" aria-label="Comments">
      <Marks threads={threads} />
      <Group justify="space-between" mb="xs">
        <Title order={2} fz="md">
          Comments
        </Title>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={!canComment}
          onClick={() => setTarget({ block_id: current!, quote: selected })}
        >
          Comment
        </Button>
      </Group>
      {!target && !canComment && (
        <Text fz="xs" c="dimmed">
          {current ? 'Save first, then comment.' : 'Click a paragraph, or select words in it, to comment.'}
        </Text>
      )}
      {target && (
        <NewThread
          documentId={document.id}
          target={target}
          text={texts.get(target.block_id) ?? ''}
          onClose={() => setTarget(undefined)}
        />
      )}
      {shown.length > 0 && (
        <Stack gap="md" mah={520} className={classes.list} tabIndex={0} role="group" aria-label="Threads">
          {inOrder(shown, [...texts.keys()], current).map((thread) => (
            <ThreadView
              key={thread.id}
              thread={thread}
              text={texts.get(thread.spot?.block_id ?? '') ?? ''}
              isNamed={isNamed(thread)}
              onShow={showBlock}
              showSuggestion={showSuggestion}
            />
          ))}
        </Stack>
      )}
      {resolved > 0 && (
        <Button size="compact-xs" variant="subtle" mt="sm" onClick={() => showResolved(!showsResolved)}>
          {showsResolved ? 'Hide resolved' : `Show ${resolved} resolved`}
        </Button>
      )}
    </Paper>
  )
}

/** Selected words within one block as one line; '' if nothing or too much is selected. */
function useSelectedWords(): string {
  const [words, setWords] = useState('')
  useEffect(() => {
    const follow = () => {
      const selection = document.getSelection()
      const inEditor = selection?.anchorNode?.parentElement?.closest('.galley-editor [data-id]')
      // A selection elsewhere, e.g. in the comment's field, doesn't count.
      if (!inEditor) return
      const isInOne = inEditor === selection?.focusNode?.parentElement?.closest('.galley-editor [data-id]')
      const text = isInOne ? String(selection).replace(/\s+/g, ' ').trim() : ''
      setWords(text.length <= 1_000 ? text : '')
    }
    // Include a selection made before this code was loaded.
    follow()
    document.addEventListener('selectionchange', follow)
    return () => document.removeEventListener('selectionchange', follow)
  }, [])
  return words
}

/** In text order, starting with the block with the cursor; threads whose text is gone come last. */
function inOrder(threads: CommentThread[], ids: string[], current: string | undefined): CommentThread[] {
  const place = ({ spot }: CommentThread) =>
    !spot ? ids.length : spot.block_id === current ? -1 : ids.indexOf(spot.block_id)
  return threads.toSorted((one, other) => place(one) - place(other) || one.id - other.id)
}

/** Marks blocks with comments in the margin, by CSS rules because the editor draws its own elements. */
function Marks({ threads }: { threads: CommentThread[] }) {
  const ids = new Set(threads.flatMap(({ state, spot }) => (state === 'open' && spot ? [spot.block_id] : [])))
  const rules = [...ids].map(
    (id) =>
      `.galley-editor .bn-block[data-id="${CSS.escape(id)}"]>.bn-block-content{box-shadow:-3px 0 0 var(--mantine-color-yellow-5)}`,
  )
  return <style>{rules.join('\n')}</style>
}
