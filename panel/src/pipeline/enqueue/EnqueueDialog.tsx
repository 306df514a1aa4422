// Queues documents for drafting: notes and instructions for all, material for a single one, priority. Input is kept in this
// browser until it is sent.

import { Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FormDialog } from '../../ui/Dialog.tsx'
import { useApiForm } from '../../ui/useApiForm.ts'
import { enqueue, enqueueMany } from '../queries.ts'
import { DraftFields } from './DraftFields.tsx'
import type { MaterialEntry } from './MaterialFields.tsx'
import { MaterialList } from './MaterialList.tsx'
import { given, instructionsOf, NO_ORDERS } from './orders.ts'
import { PagesField } from './PagesField.tsx'

type Props = {
  documentIds: number[]
  title?: string
  onClose: () => void
  onDone?: () => void
}

const PRIORITIES = [
  { value: '9', label: 'Highest' },
  { value: '7', label: 'High' },
  { value: '5', label: 'Normal' },
  { value: '1', label: 'Low' },
]

export function EnqueueDialog({ documentIds, title, onClose, onDone }: Props) {
  const [only] = documentIds.length === 1 ? documentIds : []
  const navigate = useNavigate()
  const form = useApiForm({
    initialValues: { notes: '', ...NO_ORDERS, material: [] as MaterialEntry[], priority: '5' },
    // Per document, so that notes never appear in another one's dialog.
    keepAs: only === undefined ? 'enqueue:many' : `enqueue:${only}`,
    send: async ({ notes, material, priority, ...orders }) => {
      const forAll = { priority: Number(priority), ...given({ notes, instructions: instructionsOf(orders) }) }
      if (only !== undefined) return enqueue({ document_id: only, ...forAll, material: toSend(material) })
      // Several jobs have no common page to open.
      await enqueueMany({ document_ids: documentIds, ...forAll })
      return undefined
    },
    onSent: (job) => {
      onDone?.()
      onClose()
      if (job) void navigate({ to: '/pipeline/jobs/$id', params: { id: String(job.job_id) } })
    },
  })
  const isSingle = only !== undefined
  return (
    <FormDialog
      form={form}
      size="xl"
      title={
        isSingle
          ? `Generate a draft${title ? ` of “${title}”` : ''}`
          : `Queue ${documentIds.length} documents for drafting`
      }
      action={isSingle ? 'Generate draft' : 'Queue for drafting'}
      onClose={onClose}
    >
      <DraftFields form={form} isSingle={isSingle} />
      {isSingle && (
        <MaterialList
          material={form.values.material}
          error={form.errors.material}
          onChange={(change) => form.setFieldValue('material', change)}
        />
      )}
      <PagesField value={form.values.use} onChange={(pages) => form.setFieldValue('use', pages)} />
      <Select label="Priority" data={PRIORITIES} allowDeselect={false} maw={260} {...form.getInputProps('priority')} />
    </FormDialog>
  )
}

const toSend = (material: MaterialEntry[]) =>
  material
    .filter(({ text }) => text.trim() !== '')
    .map(({ title, text, url }, index) => ({
      title: title.trim() || `Material ${index + 1}`,
      text,
      ...(url.trim() && { url: url.trim() }),
    }))
