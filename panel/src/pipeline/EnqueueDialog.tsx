// Sending documents to the drafter: notes for all, material for a single one, and how urgent it is.

import { Modal, Select, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import { keys, queryClient, refreshDocuments } from '../api/queries.ts'
import { useEnqueueMany } from '../documents/queries.ts'
import { Form } from '../ui/Form.tsx'
import { useKept } from '../ui/kept.ts'
import { type Material, MaterialList } from './MaterialList.tsx'

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
  const [material, setMaterial, forgetMaterial] = useKept<Material[]>(`${keptUnder}:material`, [])
  const [priority, setPriority] = useState('5')
  const navigate = useNavigate()
  const forAll = { priority: Number(priority), ...(notes.trim() && { notes }) }

  // On the mutations themselves, not on `mutate`: the row that opened this may leave its list before the answer comes.
  const done = () => {
    forgetNotes()
    forgetMaterial()
    refreshDocuments()
    onDone?.()
    onClose()
  }
  const many = useEnqueueMany(done)
  const one = useMutation({
    mutationFn: () =>
      call('POST /api/pipeline/docs/enqueue', {
        body: { document_id: documentIds[0]!, ...forAll, material: toSend(material) },
      }),
    onSuccess: ({ job_id, document_id }) => {
      void queryClient.invalidateQueries({ queryKey: keys.document(document_id) })
      done()
      void navigate({ to: '/pipeline/jobs/$id', params: { id: String(job_id) } })
    },
  })
  const sending = single ? one : many
  const faults = fieldErrors(sending.error)
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={single ? `Draft ${title ? `“${title}”` : 'this document'}` : `Enqueue ${documentIds.length} documents`}
    >
      <Form
        sending={sending}
        onSend={() => (single ? one.mutate() : many.mutate({ document_ids: documentIds, ...forAll }))}
        action={single ? 'Start drafting' : 'Enqueue'}
        onCancel={onClose}
      >
        <Textarea
          label="Notes for the draft"
          description="What it should say, for whom, and what to leave out. Markdown is welcome."
          autosize
          minRows={4}
          maxRows={14}
          maxLength={20_000}
          data-autofocus
          value={notes}
          error={faults.notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        {single && <MaterialList material={material} error={faults.material} onChange={setMaterial} />}
        <Select
          label="Priority"
          data={PRIORITIES}
          value={priority}
          onChange={(value) => setPriority(value ?? '5')}
          allowDeselect={false}
          maw={260}
        />
      </Form>
    </Modal>
  )
}

const toSend = (material: Material[]) =>
  material
    .filter(({ text }) => text.trim() !== '')
    .map(({ title, text, url }, index) => ({
      title: title.trim() || `Material ${index + 1}`,
      text,
      ...(url.trim() && { url: url.trim() }),
    }))
