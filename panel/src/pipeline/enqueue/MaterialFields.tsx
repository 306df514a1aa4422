// The fields of one text of material.

import { ActionIcon, Group, Paper, Stack, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { pasteFormatted } from './materialFile.ts'

export const LONGEST_TEXT = 200_000

/** `cutFrom` is the file's length if the text was truncated. */
export type MaterialEntry = { key: number; title: string; text: string; url: string; cutFrom?: number }

type Props = {
  row: MaterialEntry
  number: number
  onChange: (part: Partial<MaterialEntry>) => void
  onRemove: () => void
}

export function MaterialFields({ row, number, onChange, onRemove }: Props) {
  return (
    <Paper p="sm">
      <Stack gap="xs">
        <Group wrap="nowrap" align="flex-end">
          <TextInput
            flex={1}
            label={`Title of material ${number}`}
            maxLength={300}
            value={row.title}
            onChange={(event) => onChange({ title: event.currentTarget.value })}
          />
          <TextInput
            flex={1}
            label="Link"
            placeholder="https://"
            type="url"
            value={row.url}
            onChange={(event) => onChange({ url: event.currentTarget.value })}
          />
          <ActionIcon size="lg" aria-label={`Remove material ${number}`} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
        <Textarea
          label="Text"
          description={row.cutFrom && cutText(row.cutFrom)}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={LONGEST_TEXT}
          value={row.text}
          onPaste={pasteFormatted}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      </Stack>
    </Paper>
  )
}

const cutText = (length: number) =>
  `Truncated to the first ${LONGEST_TEXT.toLocaleString('en')} of ${length.toLocaleString('en')} characters. Add the rest as another text.`
