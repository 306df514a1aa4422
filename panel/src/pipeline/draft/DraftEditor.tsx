// Edits a draft's title, summary and blocks. The state belongs to the job's page (ownDraft.ts).

import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { isStatus } from '../../api/errors.ts'
import { BlockEditor } from '../../blocks/BlockEditor.tsx'
import { EditorGuard } from '../../blocks/EditorGuard.tsx'
import { HeldPictures } from '../../blocks/HeldPictures.tsx'
import { KeptBoth } from '../../saving/KeptBoth.tsx'
import { Discard } from '../../ui/Discard.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import type { OwnDraft } from './ownDraft.ts'

type Props = { own: OwnDraft; onDone: () => void }

export function DraftEditor({ own, onDone }: Props) {
  const { title, summary } = own.fields
  const blocks = own.blocks.current
  const isUntitled = title.trim() === ''
  useHotkeys([['mod+S', () => void own.trySave()]], [], true)
  return (
    <Stack>
      {own.restoredFrom && (
        <Alert color="yellow" title="Unsaved changes restored">
          <Group justify="space-between">
            <Text fz="sm">They were kept in this browser.</Text>
            <Discard onDiscard={own.drop}>Discard changes</Discard>
          </Group>
        </Alert>
      )}
      {own.clash && !own.clash.isAsked && (
        <Alert color="yellow" title="Someone else changed the same text">
          <Group justify="space-between">
            <Text fz="sm">Choose whose words stay before you save.</Text>
            <Button size="compact-sm" variant="default" onClick={() => own.ask(true)}>
              Compare
            </Button>
          </Group>
        </Alert>
      )}
      {own.marks.length > 0 && <KeptBoth marks={own.marks} onDone={own.unmark} />}
      <TextInput
        label="Title"
        maxLength={300}
        value={title}
        onChange={(event) => own.set({ title: event.currentTarget.value })}
      />
      <Textarea
        label="Summary"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={1000}
        value={summary ?? ''}
        onChange={(event) => own.set({ summary: event.currentTarget.value || null })}
      />
      <HeldPictures blocks={blocks} />
      <EditorGuard blocks={blocks}>
        <BlockEditor ref={own.editor} isDraft label="Draft content" blocks={blocks} onChange={own.setBlocks} />
      </EditorGuard>
      <ErrorNote error={isStatus(own.error, 412) ? null : own.error} title="Couldn't save the draft" />
      <Group justify="flex-end">
        {own.isUnsent ? (
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
          loading={own.isSaving}
          disabled={!own.isUnsent || isUntitled}
          onClick={async () => (await own.trySave()) && onDone()}
        >
          Save draft
        </Button>
      </Group>
    </Stack>
  )
}
