// Input for a draft: notes, which become its text, and instructions, which don't.

import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { TagsField } from '../../ui/TagsField.tsx'
import { DrafterNote } from './DrafterNote.tsx'
import { pasteFormatted } from './materialFile.ts'
import type { Orders } from './orders.ts'

type Props = {
  form: Pick<UseFormReturnType<Orders & { notes: string }>, 'getInputProps' | 'values'>
  /** A single document may also get a title. */
  isSingle?: boolean
}

const BOX = { autosize: true, maxRows: 16, maxLength: 20_000 }

export function DraftFields({ form, isSingle = true }: Props) {
  return (
    <>
      <DrafterNote />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Textarea
          label="Notes"
          description="Facts, steps and rules for readers. You can use Markdown."
          placeholder={'## Before you start\n\n- The plant runs at most 9 pumps.\n- Start: feedctl start --line 2'}
          data-autofocus
          minRows={13}
          onPaste={pasteFormatted}
          {...BOX}
          {...form.getInputProps('notes')}
        />
        <Stack gap="xs">
          {isSingle && (
            <TextInput
              label="Title"
              placeholder="Keep the current one"
              maxLength={300}
              {...form.getInputProps('title')}
            />
          )}
          <TagsField
            label="Sections"
            placeholder="Headings, in this order"
            {...form.getInputProps('sections')}
            value={form.values.sections}
          />
          <TagsField
            label="Leave out"
            placeholder="Words that must not appear"
            {...form.getInputProps('leave_out')}
            value={form.values.leave_out}
          />
          <Textarea
            label="Other instructions"
            description="One per line. They never appear in the document."
            placeholder={'Language: German\nMention: the night shift'}
            minRows={2}
            {...BOX}
            {...form.getInputProps('instructions')}
          />
        </Stack>
      </SimpleGrid>
    </>
  )
}
