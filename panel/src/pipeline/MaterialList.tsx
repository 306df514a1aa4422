// Texts that a draft can draw on: typed, pasted, or read from files.

import { ActionIcon, Button, FileButton, Group, Input, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { failed } from '../ui/notify.ts'
import { readText } from '../ui/textFile.ts'

const LONGEST_TEXT = 200_000

/** MaterialEntry: `cutFrom` is the length of the file where only its beginning is here. */
export type MaterialEntry = { key: number; title: string; text: string; url: string; cutFrom?: number }

type Props = {
  material: MaterialEntry[]
  error: ReactNode
  onChange: (change: (now: MaterialEntry[]) => MaterialEntry[]) => void
}

export function MaterialList({ material, error, onChange }: Props) {
  const add = (part: Partial<MaterialEntry> = {}) =>
    onChange((now) => [
      ...now,
      { key: Math.max(0, ...now.map(({ key }) => key)) + 1, title: '', text: '', url: '', ...part },
    ])
  const addFiles = async (files: File[]) => {
    for (const file of files) {
      try {
        const text = await readText(file)
        const isCut = text.length > LONGEST_TEXT
        add({ title: file.name, text: text.slice(0, LONGEST_TEXT), ...(isCut && { cutFrom: text.length }) })
      } catch (error) {
        failed(`Couldn't add ${file.name}`)(error)
      }
    }
  }
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <div>
          <Text fz="sm" fw={500}>
            Source material
          </Text>
          <Text fz="xs" c="dimmed">
            Texts the draft can draw on. Each block cites the ones it uses.
          </Text>
          {error && <Input.Error>{error}</Input.Error>}
        </div>
        <Group gap="xs">
          <FileButton
            multiple
            accept=".md,.markdown,.txt,text/*"
            inputProps={{ 'aria-label': 'Files as material' }}
            onChange={(files) => void addFiles(files)}
          >
            {(props) => (
              <Button {...props} size="compact-sm" variant="subtle" leftSection={<IconUpload size={15} aria-hidden />}>
                Add files
              </Button>
            )}
          </FileButton>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => add()}
          >
            Add text
          </Button>
        </Group>
      </Group>
      {material.map((row, index) => (
        <MaterialFields
          key={row.key}
          row={row}
          number={index + 1}
          onChange={(part) => onChange((now) => now.map((one) => (one.key === row.key ? { ...one, ...part } : one)))}
          onRemove={() => onChange((now) => now.filter(({ key }) => key !== row.key))}
        />
      ))}
    </Stack>
  )
}

type FieldsProps = {
  row: MaterialEntry
  number: number
  onChange: (part: Partial<MaterialEntry>) => void
  onRemove: () => void
}

function MaterialFields({ row, number, onChange, onRemove }: FieldsProps) {
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
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      </Stack>
    </Paper>
  )
}

const cutText = (length: number) =>
  `Truncated to the first ${LONGEST_TEXT.toLocaleString('en')} of ${length.toLocaleString('en')} characters. Add the rest as another text.`
