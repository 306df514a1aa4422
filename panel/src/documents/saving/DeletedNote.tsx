// For a document deleted while it was edited: the text is kept here and can become a new document.

import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { DocumentCreate } from 'galley-client/schema.ts'
import { useTitle } from '../../ui/brand.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useCreateDraft } from '../queries.ts'
import type { findCopy } from './fields.ts'

const TextView = lazily(() => import('../../blocks/TextView.tsx'), 'TextView')

type Props = { asNew: () => DocumentCreate; onSaved: () => void }

export function DeletedNote({ asNew, onSaved }: Props) {
  const navigate = useNavigate()
  const create = useCreateDraft(({ id }) => {
    onSaved()
    void navigate({ to: '/documents/$id', params: { id: String(id) }, replace: true })
  })
  return (
    <Stack mb="md" gap="sm">
      <Alert color="red" title="This document was deleted">
        <Group justify="space-between">
          <Text fz="sm">Someone deleted it before you saved. Your text is still in this browser.</Text>
          <Button size="compact-sm" onClick={() => create.mutate(asNew())} loading={create.isPending}>
            Save as new document
          </Button>
        </Group>
      </Alert>
      <ErrorNote error={create.error} title="Couldn't save" />
    </Stack>
  )
}

/** Shown when a deleted document is opened whose text is kept in this browser. */
export function DeletedPage({ copy }: { copy: NonNullable<ReturnType<typeof findCopy>> }) {
  useTitle(copy.body.title)
  return (
    <Stack maw={760} mx="auto" w="100%">
      <DeletedNote asNew={() => copy.body} onSaved={copy.drop} />
      <Title order={1}>{copy.body.title}</Title>
      <TextView blocks={copy.blocks} />
    </Stack>
  )
}
