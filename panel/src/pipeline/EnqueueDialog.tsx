// Sending documents to the drafter: notes for all, material for a single one, and how urgent it is.

import {
  ActionIcon,
  Button,
  FileButton,
  Group,
  Modal,
  Paper,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { keys, queryClient, refreshDocuments } from '../api/queries.ts'
import { useEnqueueMany } from '../documents/queries.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { useKept } from '../ui/kept.ts'

type MaterialRow = { key: number; title: string; text: string; url: string }
type Props = {
  documentIds: number[]
  title?: string
  onClose: () => void
  onDone?: () => void
}

const PRIORITIES = [
  { value: '9', label: 'First of all' },
  { value: '7', label: 'Soon' },
  { value: '5', label: 'Normal' },
  { value: '1', label: 'When nothing else waits' },
]

export function EnqueueDialog({ documentIds, title, onClose, onDone }: Props) {
  const single = documentIds.length === 1
  const keptUnder = single ? `enqueue:${documentIds[0]}` : 'enqueue:many'
  const [notes, setNotes, forgetNotes] = useKept(`${keptUnder}:notes`, '')
  const [material, setMaterial, forgetMaterial] = useKept<MaterialRow[]>(`${keptUnder}:material`, [])
  const [priority, setPriority] = useState('5')
  const navigate = useNavigate()
  const many = useEnqueueMany()
  const one = useMutation({
    mutationFn: () =>
      call('POST /api/pipeline/docs/enqueue', {
        body: {
          document_id: documentIds[0]!,
          priority: Number(priority),
          ...(notes.trim() && { notes }),
          material: material
            .filter(({ text }) => text.trim() !== '')
            .map(({ title: name, text, url }, index) => ({
              title: name.trim() || `Material ${index + 1}`,
              text,
              ...(url.trim() && { url: url.trim() }),
            })),
        },
      }),
    // Here and not with `mutate`: the row that opened this may leave its list before the answer comes.
    onSuccess: ({ job_id, document_id }) => {
      void queryClient.invalidateQueries({ queryKey: keys.document(document_id) })
      done()
      void navigate({ to: '/pipeline/jobs/$id', params: { id: String(job_id) } })
    },
  })

  const done = () => {
    forgetNotes()
    forgetMaterial()
    refreshDocuments()
    onDone?.()
    onClose()
  }
  const submit = () => {
    if (single) {
      one.mutate()
    } else {
      many.mutate(
        {
          document_ids: documentIds,
          ...(notes.trim() && { notes }),
          priority: Number(priority),
        },
        { onSuccess: done },
      )
    }
  }
  const change = (key: number, part: Partial<MaterialRow>) =>
    setMaterial(material.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const add = (row: Partial<MaterialRow> = {}) =>
    setMaterial((now) => [
      ...now,
      { key: Math.max(0, ...now.map(({ key }) => key)) + 1, title: '', text: '', url: '', ...row },
    ])

  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={single ? `Draft ${title ? `“${title}”` : 'this document'}` : `Enqueue ${documentIds.length} documents`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          <Textarea
            label="Notes for the draft"
            description="What it should say, for whom, and what to leave out. Markdown is welcome."
            autosize
            minRows={4}
            maxRows={14}
            maxLength={20_000}
            data-autofocus
            value={notes}
            onChange={(event) => setNotes(event.currentTarget.value)}
          />
          {single && (
            <Stack gap="xs">
              <Group justify="space-between">
                <div>
                  <Text fz="sm" fw={500}>
                    Material
                  </Text>
                  <Text fz="xs" c="dimmed">
                    Texts that the draft may rest on. Every block names the ones it used.
                  </Text>
                </div>
                <Group gap="xs">
                  <FileButton
                    multiple
                    accept=".md,.markdown,.txt,text/*"
                    inputProps={{ 'aria-label': 'Files as material' }}
                    onChange={async (files) => {
                      for (const file of files) add({ title: file.name, text: (await file.text()).slice(0, 200_000) })
                    }}
                  >
                    {(props) => (
                      <Button
                        {...props}
                        size="compact-sm"
                        variant="subtle"
                        leftSection={<IconUpload size={15} aria-hidden />}
                      >
                        Files
                      </Button>
                    )}
                  </FileButton>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    leftSection={<IconPlus size={15} aria-hidden />}
                    onClick={() => add()}
                  >
                    Add a text
                  </Button>
                </Group>
              </Group>
              {material.map((row, index) => (
                <Paper key={row.key} p="sm">
                  <Stack gap="xs">
                    <Group wrap="nowrap" align="flex-end">
                      <TextInput
                        flex={1}
                        label={`Title of material ${index + 1}`}
                        maxLength={300}
                        value={row.title}
                        onChange={(event) => change(row.key, { title: event.currentTarget.value })}
                      />
                      <TextInput
                        flex={1}
                        label="Link"
                        placeholder="https://"
                        type="url"
                        value={row.url}
                        onChange={(event) => change(row.key, { url: event.currentTarget.value })}
                      />
                      <ActionIcon
                        size="lg"
                        aria-label={`Remove material ${index + 1}`}
                        onClick={() => setMaterial(material.filter(({ key }) => key !== row.key))}
                      >
                        <IconTrash size={16} aria-hidden />
                      </ActionIcon>
                    </Group>
                    <Textarea
                      label="Text"
                      autosize
                      minRows={3}
                      maxRows={10}
                      maxLength={200_000}
                      value={row.text}
                      onChange={(event) => change(row.key, { text: event.currentTarget.value })}
                    />
                  </Stack>
                </Paper>
              ))}
            </Stack>
          )}
          <Select
            label="Priority"
            data={PRIORITIES}
            value={priority}
            onChange={(value) => setPriority(value ?? '5')}
            allowDeselect={false}
            maw={260}
          />
          <ErrorNote error={one.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={one.isPending || many.isPending}>
              {single ? 'Start drafting' : 'Enqueue'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
