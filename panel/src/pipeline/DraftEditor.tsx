// A draft under a person's hands: title, summary and blocks. What is typed is kept in the browser until it is saved.

import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Block } from '../api/open.ts'
import type { IterationOut } from '../api/schema.ts'
import type { Draft } from '../api/types.ts'
import { BlockEditor, type EditorHandle } from '../blocks/BlockEditor.tsx'
import { EditorGuard } from '../blocks/EditorGuard.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { forget, keep, readKept } from '../ui/kept.ts'
import { useSaveDraft } from './queries.ts'

type Kept = { title: string; summary: string; blocks: Block[] }
type Props = { jobId: number; iteration: IterationOut; draft: Draft; onDone: () => void }

export function DraftEditor({ jobId, iteration, draft, onDone }: Props) {
  const name = `draft:${iteration.id}`
  const [start] = useState(() => readKept<Kept>(name))
  const [title, setTitle] = useState(start?.title ?? draft.title)
  const [summary, setSummary] = useState(start?.summary ?? draft.summary ?? '')
  const [restored, setRestored] = useState(start !== undefined)
  const [touched, setTouched] = useState(start !== undefined)
  const blocks = useRef(start?.blocks ?? draft.blocks)
  const editor = useRef<EditorHandle>(null)
  const save = useSaveDraft(jobId, iteration.id)

  const latest = useRef({ title, summary })
  latest.current = { title, summary }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const keepSoon = () => {
    setTouched(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => keep(name, { ...latest.current, blocks: blocks.current }), 400)
  }
  const leave = () => {
    clearTimeout(timer.current)
    forget(name)
    onDone()
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
                forget(name)
                setTitle(draft.title)
                setSummary(draft.summary ?? '')
                blocks.current = draft.blocks
                editor.current?.replaceWith(draft.blocks)
                setRestored(false)
                setTouched(false)
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
        value={title}
        onChange={(event) => {
          setTitle(event.currentTarget.value)
          keepSoon()
        }}
      />
      <Textarea
        label="Summary"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={1000}
        value={summary}
        onChange={(event) => {
          setSummary(event.currentTarget.value)
          keepSoon()
        }}
      />
      <EditorGuard blocks={blocks.current}>
        <BlockEditor
          ref={editor}
          label="Text of the draft"
          blocks={blocks.current}
          onChange={(next) => {
            blocks.current = next
            keepSoon()
          }}
        />
      </EditorGuard>
      <ErrorNote error={save.error} title="The draft was not saved" />
      <Group justify="flex-end">
        <Button variant="default" onClick={leave}>
          {touched ? 'Throw my changes away' : 'Back'}
        </Button>
        <Button
          loading={save.isPending}
          disabled={!touched || title.trim() === ''}
          onClick={() =>
            save.mutate(
              { title: title.trim(), summary: summary.trim() || null, blocks: blocks.current },
              { onSuccess: leave },
            )
          }
        >
          Save the draft
        </Button>
      </Group>
    </Stack>
  )
}
