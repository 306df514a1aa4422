// A draft that a person edits: title, summary and blocks. What is typed belongs to the job's page (ownDraft.ts).

import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { IterationOut } from 'galley-client/schema.ts'
import { useEffect, useRef } from 'react'
import { isStatus } from '../../api/errors.ts'
import type { Draft } from '../../api/types.ts'
import { BlockEditor, type EditorHandle } from '../../blocks/BlockEditor.tsx'
import { EditorGuard } from '../../blocks/EditorGuard.tsx'
import { HeldPictures } from '../../blocks/HeldPictures.tsx'
import { Discard } from '../../ui/Discard.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { isSame } from '../../ui/kept.ts'
import type { OwnDraft } from './ownDraft.ts'

type Props = { iteration: IterationOut; draft: Draft; own: OwnDraft; onDone: () => void }

export function DraftEditor({ iteration, draft, own, onDone }: Props) {
  const { title, summary, blocks } = own.shown ?? { title: '', summary: '', blocks: draft.blocks }
  const editor = useRef<EditorHandle>(null)
  const isUntitled = title.trim() === ''
  // Someone else may save the draft while it is open: without changes of one's own the editor simply follows.
  const drawn = useRef(blocks)
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing is no reason to draw the saved text.
  useEffect(() => {
    if (own.isUnsaved || isSame(drawn.current, draft.blocks)) return
    drawn.current = draft.blocks
    editor.current?.replaceWith(draft.blocks)
  }, [draft.blocks, own.drops])
  useHotkeys([['mod+S', () => !own.saving && !isUntitled && void own.trySave()]], [], true)
  return (
    <Stack>
      {own.isRestored && (
        <Alert color="yellow" title="Unsaved changes restored">
          <Group justify="space-between">
            <Text fz="sm">They were kept in this browser.</Text>
            <Discard onDiscard={own.drop}>Discard changes</Discard>
          </Group>
        </Alert>
      )}
      {own.isBehind && (
        <Alert color="yellow" title="Someone else saved this draft">
          <Group justify="space-between">
            <Text fz="sm">Compare both versions before you save.</Text>
            <Button size="compact-sm" variant="default" onClick={() => own.compare(iteration)}>
              Compare
            </Button>
          </Group>
        </Alert>
      )}
      <TextInput
        label="Title"
        maxLength={300}
        value={title}
        onChange={(event) => own.change({ title: event.currentTarget.value })}
      />
      <Textarea
        label="Summary"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={1000}
        value={summary}
        onChange={(event) => own.change({ summary: event.currentTarget.value })}
      />
      <HeldPictures blocks={blocks} />
      <EditorGuard blocks={blocks}>
        <BlockEditor
          ref={editor}
          isDraft
          label="Draft content"
          blocks={blocks}
          onChange={(next) => {
            drawn.current = next
            own.change({ blocks: next })
          }}
        />
      </EditorGuard>
      <ErrorNote error={isStatus(own.error, 412) ? null : own.error} title="Couldn't save the draft" />
      <Group justify="flex-end">
        {own.isUnsaved ? (
          <Discard
            size="sm"
            onDiscard={() => {
              own.drop()
              onDone()
            }}
          >
            Discard and go back
          </Discard>
        ) : (
          <Button variant="default" onClick={onDone}>
            Back
          </Button>
        )}
        <Button
          loading={own.saving}
          disabled={!own.isUnsaved || isUntitled}
          onClick={async () => (await own.trySave()) && onDone()}
        >
          Save draft
        </Button>
      </Group>
    </Stack>
  )
}
