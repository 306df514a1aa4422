// Someone deleted the document that is open: its text is still on the page, and can become a new document.

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import type { DocumentForm } from './form.ts'
import { useCreateDocument } from './queries.ts'

export function DeletedNote({ form }: { form: DocumentForm }) {
  const navigate = useNavigate()
  const create = useCreateDocument()
  const saveAsNew = () =>
    create.mutate(form.asNew(), {
      onSuccess: ({ id }) => {
        form.drop()
        void navigate({ to: '/documents/$id', params: { id: String(id) }, replace: true })
      },
    })
  return (
    <Stack mb="md" gap="sm">
      <Alert color="red" title="This document was deleted">
        <Group justify="space-between">
          <Text fz="sm">Someone deleted it while it was open here. What you see is still on this page.</Text>
          <Button
            size="compact-sm"
            onClick={saveAsNew}
            loading={create.isPending}
            disabled={form.fields.title.trim() === ''}
          >
            Save as a new document
          </Button>
        </Group>
      </Alert>
      <ErrorNote error={create.error} title="Not saved" />
    </Stack>
  )
}
