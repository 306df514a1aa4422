// Proposes the editor's text instead of publishing it; ends the draft.

import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { keys, queryClient, refreshDocuments } from '../../api/queries.ts'
import { PeopleSelect } from '../../people/PeopleSelect.tsx'
import { FormDialog } from '../../ui/Dialog.tsx'
import { notify } from '../../ui/notify.ts'
import { useApiForm } from '../../ui/useApiForm.ts'
import type { EditedDocument } from '../saving/edited.ts'

type Props = {
  document: EditedDocument
  /** Saves typed text; false if that failed. */
  save: () => Promise<boolean>
  /** The draft is a proposal now, so the editor returns to the published text. */
  onProposed: () => Promise<unknown>
  onClose: () => void
}

export function ProposeDialog({ document, save, onProposed, onClose }: Props) {
  const navigate = useNavigate()
  const form = useApiForm({
    initialValues: { title: '', reason: '', reviewers: [] as number[] },
    send: async ({ title, reason, reviewers }) => {
      if (!(await save())) throw new Error('What you typed could not be saved')
      const edited = queryClient.getQueryData<EditedDocument>(keys.edited(document.id)) ?? document
      const { title: heading, summary, tags, blocks, stand } = edited
      const change = { title: heading, summary, tags, blocks, ...(!edited.published && { published: true }) }
      const proposal = await call('POST /api/admin/proposals', {
        body: {
          document_id: document.id,
          change,
          base_version: stand.base,
          reviewers,
          ...(title.trim() && { title: title.trim() }),
          ...(reason.trim() && { reason: reason.trim() }),
        },
      })
      if (edited.draft || edited.isAhead)
        await call('DELETE /api/docs/{doc_id}/working-copy', { path: { doc_id: document.id } })
      return proposal
    },
    onSent: async ({ id }) => {
      onClose()
      await onProposed()
      void queryClient.invalidateQueries({ queryKey: keys.proposals() })
      refreshDocuments()
      notify('Proposed. Others can review it now.')
      void navigate({ to: '/proposals/$id', params: { id: String(id) } })
    },
  })
  return (
    <FormDialog form={form} title="Propose this change" action="Propose" onClose={onClose}>
      <TextInput
        label="Title"
        data-autofocus
        placeholder={document.title}
        maxLength={300}
        {...form.getInputProps('title')}
      />
      <Textarea
        label="Reason"
        description="For those who review it."
        autosize
        minRows={2}
        maxLength={4_000}
        {...form.getInputProps('reason')}
      />
      <PeopleSelect
        label="Reviewers"
        ids={form.values.reviewers}
        onChange={(reviewers) => form.setFieldValue('reviewers', reviewers)}
      />
    </FormDialog>
  )
}
