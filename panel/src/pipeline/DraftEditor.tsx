// A draft under a person's hands: title, summary and blocks. What is typed is kept in the browser until it is saved.

import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForceUpdate } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { isStatus } from '../api/errors.ts'
import type { Block } from '../api/open.ts'
import type { IterationOut } from '../api/schema.ts'
import type { Draft } from '../api/types.ts'
import { BlockEditor, type EditorHandle } from '../blocks/BlockEditor.tsx'
import { EditorGuard } from '../blocks/EditorGuard.tsx'
import { useBackIn } from '../session/session.ts'
import { sayAgo } from '../ui/Ago.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { isSame, readKept, useCopy } from '../ui/kept.ts'
import { failed } from '../ui/notify.ts'
import { onDemand } from '../ui/onDemand.tsx'
import { readIteration, useSaveDraft } from './queries.ts'

const CompareDialog = onDemand(() => import('../blocks/CompareDialog.tsx'), 'CompareDialog')

type Written = { title: string; summary: string; blocks: Block[] }
/** Own is what a person made of the draft that was last changed at `read`. */
type Own = Written & { read: string }
type Props = { jobId: number; iteration: IterationOut; draft: Draft; onDone: () => void }

const textOf = ({ title, summary, blocks }: Draft): Written => ({ title, summary: summary ?? '', blocks })

export function DraftEditor({ jobId, iteration, draft, onDone }: Props) {
  const name = `draft:${iteration.id}`
  const [restored, setRestored] = useState(() => readKept<Own>(name))
  // A ref, because the copy does not wait for the next drawing.
  const own = useRef(restored)
  const draw = useForceUpdate()
  const shown = own.current ?? textOf(draft)
  const editor = useRef<EditorHandle>(null)
  const [theirs, setTheirs] = useState<IterationOut>()
  const save = useSaveDraft(jobId, iteration.id)
  const copy = useCopy(name, () => own.current)

  const change = (part: Partial<Written>) => {
    const isNews = own.current === undefined || part.blocks === undefined
    own.current = { ...shown, read: iteration.updated_at, ...own.current, ...part }
    copy.soon()
    if (isNews) draw()
  }
  const drop = () => {
    own.current = undefined
    copy.now()
    setRestored(undefined)
    draw()
  }
  const takeStored = (stored: Draft) => {
    drop()
    setTheirs(undefined)
    editor.current?.replaceWith(stored.blocks)
  }
  // Someone else may save the draft while it is open: without own changes the editor simply follows.
  const drawn = useRef(draft.blocks)
  useEffect(() => {
    if (own.current === undefined && drawn.current !== draft.blocks) editor.current?.replaceWith(draft.blocks)
    drawn.current = draft.blocks
  }, [draft.blocks])

  const leave = () => {
    drop()
    onDone()
  }
  const send = (over?: IterationOut) => {
    const { current: sent } = own
    if (!sent) return
    const body = { title: sent.title.trim(), summary: sent.summary.trim() || null, blocks: sent.blocks }
    save.mutate(
      { body, read: over?.updated_at ?? sent.read },
      {
        onSuccess: ({ updated_at }) => {
          setTheirs(undefined)
          setRestored(undefined)
          if (isSame(own.current, sent)) return leave()
          // What was typed while it was under way stays, and is not saved yet.
          own.current = { ...sent, ...own.current, read: updated_at }
          copy.now()
        },
        onError: (error) => {
          if (isStatus(error, 412))
            readIteration(jobId, iteration.id).then(setTheirs, failed('The stored draft could not be read'))
        },
      },
    )
  }
  useBackIn(() => isStatus(save.error, 401) && send())
  return (
    <Stack>
      {restored && (
        <Alert color="yellow" title="Your unsaved changes are back">
          <Group justify="space-between">
            <Text fz="sm">They were kept in this browser.</Text>
            <Button size="compact-sm" variant="default" onClick={() => takeStored(draft)}>
              Throw them away
            </Button>
          </Group>
        </Alert>
      )}
      {own.current && own.current.read !== iteration.updated_at && (
        <Alert color="yellow" title="Someone else saved this draft meanwhile">
          <Group justify="space-between">
            <Text fz="sm">Nothing is overwritten before you have seen both.</Text>
            <Button size="compact-sm" variant="default" onClick={() => setTheirs(iteration)}>
              Compare
            </Button>
          </Group>
        </Alert>
      )}
      <TextInput
        label="Title"
        maxLength={300}
        value={shown.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Textarea
        label="Summary"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={1000}
        value={shown.summary}
        onChange={(event) => change({ summary: event.currentTarget.value })}
      />
      <EditorGuard blocks={shown.blocks}>
        <BlockEditor
          ref={editor}
          label="Text of the draft"
          blocks={shown.blocks}
          onChange={(next) => change({ blocks: next })}
        />
      </EditorGuard>
      <ErrorNote error={isStatus(save.error, 412) ? null : save.error} title="The draft was not saved" />
      <Group justify="flex-end">
        <Button variant="default" onClick={leave}>
          {own.current ? 'Throw my changes away' : 'Back'}
        </Button>
        <Button loading={save.isPending} disabled={!own.current || shown.title.trim() === ''} onClick={() => send()}>
          Save the draft
        </Button>
      </Group>
      {theirs?.draft && (
        <CompareDialog
          title="Someone else saved this draft meanwhile"
          mine={shown}
          theirs={theirs.draft}
          saving={save.isPending}
          onKeepMine={() => send(theirs)}
          onTakeTheirs={() => takeStored(theirs.draft ?? draft)}
          onClose={() => setTheirs(undefined)}
        >
          It was saved {sayAgo(theirs.updated_at)}. A draft has no revisions: what you do not choose is gone.
        </CompareDialog>
      )}
    </Stack>
  )
}
