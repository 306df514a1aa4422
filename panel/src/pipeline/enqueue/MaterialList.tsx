// Texts for a draft: typed, pasted, or from files.

import { Button, FileButton, Group, Input, Stack, Text } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { failed } from '../../ui/notify.ts'
import classes from './enqueue.module.css'
import { LONGEST_TEXT, type MaterialEntry, MaterialFields } from './MaterialFields.tsx'
import { readMaterialFile } from './materialFile.ts'

type Props = {
  material: MaterialEntry[]
  error: ReactNode
  onChange: (change: (now: MaterialEntry[]) => MaterialEntry[]) => void
}

export function MaterialList({ material, error, onChange }: Props) {
  // Keys stay when earlier rows are removed, so that fields keep their text. A functional update, because files are read
  // while someone types.
  const add = (part: Partial<MaterialEntry> = {}) =>
    onChange((now) => [
      ...now,
      { key: Math.max(0, ...now.map(({ key }) => key)) + 1, title: '', text: '', url: '', ...part },
    ])
  const addFiles = async (files: File[]) => {
    for (const file of files) {
      try {
        const { title, text } = await readMaterialFile(file)
        const isCut = text.length > LONGEST_TEXT
        add({ title, text: text.slice(0, LONGEST_TEXT), ...(isCut && { cutFrom: text.length }) })
      } catch (error) {
        failed(`Couldn't add ${file.name}`)(error)
      }
    }
  }
  const [isOver, setOver] = useState(false)
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      void addFiles([...event.dataTransfer.files])
    },
  }
  return (
    <Stack gap="xs" className={classes.drop} data-over={isOver || undefined} data-drop {...drop}>
      <Group justify="space-between">
        <div>
          <Text fz="sm" fw={550}>
            Source material
          </Text>
          <Text fz="xs" c="dimmed">
            Pages follow your notes; chats and mails are sorted. Paste texts, or drop files here: text, Markdown, Word
            or saved pages.
          </Text>
          {error && <Input.Error>{error}</Input.Error>}
        </div>
        <Group gap="xs">
          <FileButton
            multiple
            accept=".md,.markdown,.txt,.docx,.html,.htm,text/*"
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
