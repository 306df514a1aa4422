// Attaches a source to a block: a document, a web page, or other text.

import { SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { FormDialog } from '../ui/Dialog.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useApiForm } from '../ui/useApiForm.ts'
import type { EditedBlock } from './in-editor.ts'
import { refreshEvidence } from './queries.ts'

const KINDS = [
  { value: 'document', label: 'Document' },
  { value: 'url', label: 'Web page' },
  { value: 'text', label: 'Text' },
]
const HINTS = {
  document: 'Copy the exact words. If the document stops saying them, this paragraph appears under “Review”.',
  url: 'Copy the exact words from the page.',
  text: 'Everyone who can read this document will see it.',
}

type Props = { documentId: number; block: EditedBlock; onClose: () => void }

export function AttachDialog({ documentId, block, onClose }: Props) {
  const form = useApiForm({
    initialValues: {
      kind: 'document' as 'document' | 'url' | 'text',
      id: null as number | null,
      url: '',
      title: '',
      quote: '',
    },
    send: ({ kind, id, url, title, quote }) =>
      call('POST /api/docs/{doc_id}/evidence', {
        path: { doc_id: documentId },
        body: {
          block_id: block.id,
          kind,
          quote,
          ...(kind === 'document' ? { ...(id !== null && { id }) } : { ...(title.trim() && { title }) }),
          ...(kind === 'url' && { url: url.trim() }),
        },
      }),
    onSent: (after) => {
      notifyDone(after, refreshEvidence)
      onClose()
    },
  })
  const { kind } = form.values
  return (
    <FormDialog form={form} title="Add a source" action="Add" onClose={onClose}>
      <Text fz="sm" c="dimmed" lineClamp={2} dir="auto">
        For: {block.text.trim() || 'this block'}
      </Text>
      <SegmentedControl aria-label="Kind of source" data={KINDS} {...form.getInputProps('kind')} />
      {kind === 'document' && (
        <DocumentSelect without={documentId} {...form.getInputProps('id')} value={form.values.id} />
      )}
      {kind === 'url' && (
        <TextInput label="Address" placeholder="https://" type="url" required {...form.getInputProps('url')} />
      )}
      {kind !== 'document' && <TextInput label="Title" maxLength={300} {...form.getInputProps('title')} />}
      <Textarea
        label="Quote"
        description={HINTS[kind]}
        required
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        {...form.getInputProps('quote')}
      />
    </FormDialog>
  )
}

type DocumentSelectProps = {
  without: number
  value: number | null
  error?: string
  onChange: (id: number | null) => void
}

function DocumentSelect({ without, value, error, onChange }: DocumentSelectProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const [q] = useDebouncedValue(text.trim(), 200)
  const found = useQuery({
    queryKey: keys.search(`title ${q}`),
    queryFn: () => call('GET /api/docs/suggest/full', { query: { q, limit: 10 } }),
    enabled: q !== '',
    placeholderData: (before) => before,
  })
  // Search may return several headings of a document; list it once.
  const titles = new Map((found.data ?? []).map(({ id, title }) => [id, title]))
  titles.delete(without)
  const data = [...titles].map(([id, label]) => ({ value: String(id), label }))
  return (
    <Select
      label="Document"
      placeholder="Type a title"
      required
      searchable
      data-autofocus
      error={error}
      nothingFoundMessage={q === '' ? undefined : 'No document found'}
      // The service has already filtered.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      data={chosen && !titles.has(Number(chosen.value)) ? [chosen, ...data] : data}
      value={value === null ? null : String(value)}
      onChange={(id, option) => {
        setChosen(option ?? undefined)
        onChange(id === null ? null : Number(id))
      }}
    />
  )
}
