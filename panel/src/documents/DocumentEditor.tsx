// The page on which a document is written: title, summary and blocks in the middle, everything else at the side.
// Saves with the version it read; when someone else was faster, both changes are kept, or shown for the person to choose.

import { ActionIcon, Alert, Anchor, Box, Breadcrumbs, Button, Group, Loader, Text, Textarea } from '@mantine/core'
import { useDocumentTitle, useHotkeys } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { fieldErrors, isStatus } from '../api/errors.ts'
import { keys, queryClient, refreshDocuments } from '../api/queries.ts'
import type { DocumentOut } from '../api/schema.ts'
import type { EditorHandle } from '../blocks/BlockEditor.tsx'
import { EditorGuard } from '../blocks/EditorGuard.tsx'
import { useBackIn } from '../session/session.ts'
import { sayAgo } from '../ui/Ago.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { failed, notify } from '../ui/notify.ts'
import { menuOnDemand, onDemand } from '../ui/onDemand.tsx'
import { DeletedNote } from './DeletedNote.tsx'
import { DocumentSide } from './DocumentSide.tsx'
import classes from './editor.module.css'
import { type Sent, useDocumentForm } from './form.ts'
import { SaveButton } from './SaveButton.tsx'

const ConflictDialog = onDemand(() => import('./ConflictDialog.tsx'), 'ConflictDialog')
const DocumentMenu = menuOnDemand(() => import('./DocumentMenu.tsx'), 'DocumentMenu')
const BlockEditor = lazy(() => import('../blocks/BlockEditor.tsx').then((module) => ({ default: module.BlockEditor })))

type Props = { document: DocumentOut; isGone: boolean; isNew: boolean }

export function DocumentEditor({ document, isGone, isNew }: Props) {
  const form = useDocumentForm(document)
  const editor = useRef<EditorHandle>(null)
  const [conflict, setConflict] = useState<DocumentOut>()
  useDocumentTitle(`${form.dirty ? '• ' : ''}${form.fields.title || 'Untitled'} · Galley`)

  const read = () => call('GET /api/admin/docs/{doc_id}', { path: { doc_id: document.id } })
  const save = useMutation({
    mutationFn: ({ version, body }: Sent) =>
      call('PUT /api/admin/docs/{doc_id}', {
        path: { doc_id: document.id },
        body,
        headers: { 'if-match': `"${version}"` },
      }),
    onSuccess: (stored, sent) => {
      queryClient.setQueryData(keys.document(document.id), stored)
      void queryClient.invalidateQueries({ queryKey: keys.revisions(document.id) })
      if (form.saved(stored, sent)) editor.current?.replaceWith(form.blocks.current)
      refreshDocuments()
      setConflict(undefined)
      notify(sent.merge ? 'Saved, together with what someone else changed meanwhile.' : 'Saved.')
    },
    onError: (error) => {
      if (isStatus(error, 412)) meet().catch(failed('The stored version could not be read'))
      // The page then reads that the document is gone.
      if (isStatus(error, 404))
        void queryClient.invalidateQueries({ queryKey: keys.document(document.id), exact: true })
    },
  })
  /** meet saves both changes where they do not touch the same, and else asks. */
  const meet = async () => {
    const [stored, { mergeBlocks }] = await Promise.all([read(), import('galley-blocks/merge.ts')])
    const both = form.merged(stored, mergeBlocks)
    if (both) save.mutate(both)
    else if (form.toSend()) setConflict(stored)
  }
  const trySave = (over?: DocumentOut) => {
    const sent = form.toSend(over?.version)
    if (sent && !save.isPending && !isGone) save.mutate(sent)
  }
  useBackIn(() => isStatus(save.error, 401) && trySave())
  useHotkeys([['mod+S', () => trySave()]], [], true)

  const takeStored = (stored: DocumentOut) => {
    queryClient.setQueryData(keys.document(document.id), stored)
    form.settle(stored)
    editor.current?.replaceWith(stored.blocks)
    setConflict(undefined)
  }
  // An approval or a restore may change the document while it is open: without changes of one's own it simply follows.
  const behind = !form.dirty && !save.isPending && document.version > form.version
  useEffect(() => {
    if (!behind) return
    form.settle(document)
    editor.current?.replaceWith(document.blocks)
  }, [behind, document, form.settle])
  const faults = fieldErrors(save.error)
  const otherFault =
    save.error &&
    !isStatus(save.error, 412) &&
    !isStatus(save.error, 404) &&
    Object.keys(faults).every((name) => name === 'blocks')

  return (
    <Box className={classes.page}>
      <h1 className="visually-hidden">{form.fields.title || 'Untitled'}</h1>
      <Group className={classes.bar} justify="space-between" wrap="nowrap">
        <Breadcrumbs separator="›" className={classes.crumbs}>
          <Anchor renderRoot={(props) => <Link {...props} to="/documents" />} fz="sm">
            Documents
          </Anchor>
          {document.category_path?.map(({ id, name }) => (
            <Text key={id} fz="sm" c="dimmed" truncate>
              {name}
            </Text>
          ))}
        </Breadcrumbs>
        <Group gap="xs" wrap="nowrap">
          <Text fz="sm" c="dimmed" aria-live="polite" style={{ whiteSpace: 'nowrap' }}>
            <span className="mantine-visible-from-xs">
              {save.isPending ? 'Saving…' : form.dirty ? 'Not saved yet' : `Version ${form.version}`}
            </span>
            <span className="mantine-hidden-from-xs">
              {save.isPending ? 'Saving' : form.dirty ? 'Not saved' : `v${form.version}`}
            </span>
          </Text>
          <SaveButton
            document={document}
            form={form}
            isSaving={save.isPending}
            isGone={isGone}
            onSave={() => trySave()}
          />
          <DocumentMenu
            document={document}
            onMarkdown={(markdown) => editor.current?.insertMarkdown(markdown)}
            button={
              <ActionIcon size="lg" variant="default" aria-label="More actions">
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            }
          />
        </Group>
      </Group>

      {isGone && <DeletedNote asNew={form.asNew} onSaved={form.drop} />}
      {form.restoredFrom && !isGone && (
        <Alert mb="md" color="yellow" title="Your unsaved changes are back">
          <Group justify="space-between">
            <Text fz="sm">
              They were kept in this browser {sayAgo(form.restoredFrom)}. Save them, or go back to what is stored.
            </Text>
            <Button size="compact-sm" variant="default" onClick={async () => takeStored(await read())}>
              Throw them away
            </Button>
          </Group>
        </Alert>
      )}
      {form.dirty && document.version > form.version && !conflict && (
        <Alert mb="md" color="yellow" title={`Version ${document.version} was stored meanwhile`}>
          <Group justify="space-between">
            <Text fz="sm">
              You began with version {form.version}. Saving keeps both changes, and asks where they touch the same.
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => setConflict(document)}>
              Compare
            </Button>
          </Group>
        </Alert>
      )}
      {otherFault && (
        <Box mb="md">
          <ErrorNote error={save.error} title="Not saved" />
        </Box>
      )}

      <div className={classes.columns}>
        <Box component="article" className={classes.sheet}>
          <Textarea
            variant="unstyled"
            autosize
            minRows={1}
            maxLength={300}
            placeholder="Title"
            aria-label="Title"
            classNames={{ input: classes.title }}
            value={form.fields.title}
            error={faults.title}
            onChange={(event) => form.set({ title: event.currentTarget.value.replaceAll('\n', ' ') })}
          />
          <Textarea
            variant="unstyled"
            autosize
            minRows={1}
            maxLength={1000}
            placeholder="A summary of one or two sentences, shown in lists and search"
            aria-label="Summary"
            classNames={{ input: classes.summary }}
            value={form.fields.summary ?? ''}
            error={faults.summary}
            onChange={(event) => form.set({ summary: event.currentTarget.value || null })}
          />
          <EditorGuard blocks={form.blocks.current}>
            <Suspense fallback={<Loader type="dots" m="xl" aria-label="Loading the editor" />}>
              <BlockEditor
                ref={editor}
                blocks={form.blocks.current}
                onChange={form.setBlocks}
                label="Text of the document"
                autoFocus={isNew}
              />
            </Suspense>
          </EditorGuard>
        </Box>
        <DocumentSide document={document} form={form} faults={faults} />
      </div>
      {conflict && (
        <ConflictDialog
          {...form.over(conflict)}
          theirs={conflict}
          saving={save.isPending}
          onKeepMine={() => trySave(conflict)}
          onTakeTheirs={() => takeStored(conflict)}
          onClose={() => setConflict(undefined)}
        />
      )}
    </Box>
  )
}
