// A draft under a person's hands: title, summary and blocks. What is typed is kept in the browser until it is saved.

import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForceUpdate } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type { Block } from '../api/open.ts'
import type { IterationOut } from '../api/schema.ts'
import type { Draft } from '../api/types.ts'
import { BlockEditor, type EditorHandle } from '../blocks/BlockEditor.tsx'
import { EditorGuard } from '../blocks/EditorGuard.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { readKept, useCopy } from '../ui/kept.ts'
import { useSaveDraft } from './queries.ts'

type Written = { title: string; summary: string; blocks: Block[] }
type Props = { jobId: number; iteration: IterationOut; draft: Draft; onDone: () => void }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const textOf = ({ title, summary, blocks }: Draft): Written => ({ title, summary: summary ?? '', blocks })

export function DraftEditor({ jobId, iteration, draft, onDone }: Props) {
  const name = `draft:${iteration.id}`
  const [restored, setRestored] = useState(() => readKept<Written>(name))
  // What the person made of the draft; a ref, because the copy does not wait for the next drawing.
  const own = useRef(restored)
  const draw = useForceUpdate()
  const shown = own.current ?? textOf(draft)
  const editor = useRef<EditorHandle>(null)
  const save = useSaveDraft(jobId, iteration.id)
  const copy = useCopy(name, () => own.current)

  const change = (part: Partial<Written>) => {
    const isNews = own.current === undefined || part.blocks === undefined
    own.current = { ...shown, ...own.current, ...part }
    copy.soon()
    if (isNews) draw()
  }
  const drop = () => {
    own.current = undefined
    copy.now()
    setRestored(undefined)
    draw()
  }
  const leave = () => {
    drop()
    onDone()
  }
  const send = () => {
    const sent = { ...shown, ...own.current }
    const body = { title: sent.title.trim(), summary: sent.summary.trim() || null, blocks: sent.blocks }
    // What is typed while it is under way stays, and is not saved yet.
    save.mutate(body, { onSuccess: () => (isSame(own.current, sent) ? leave() : setRestored(undefined)) })
  }
  return (
    <Stack>
      {restored && (
        <Alert color="yellow" title="Your unsaved changes are back">
          <Group justify="space-between">
            <Text fz="sm">They were kept in this browser.</Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                drop()
                editor.current?.replaceWith(draft.blocks)
              }}
            >
              Throw them away
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
      <ErrorNote error={save.error} title="The draft was not saved" />
      <Group justify="flex-end">
        <Button variant="default" onClick={leave}>
          {own.current ? 'Throw my changes away' : 'Back'}
        </Button>
        <Button loading={save.isPending} disabled={!own.current || shown.title.trim() === ''} onClick={send}>
          Save the draft
        </Button>
      </Group>
    </Stack>
  )
}
