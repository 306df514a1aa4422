// Markdown files become documents, each as its front matter says; so do Word files and saved pages. One that cannot be read
// as it was meant is left out.

import { Button, FileButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { DocumentOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { counted } from '../counted.ts'
import { failed, undoable } from '../ui/notify.ts'
import { undoForMany } from './many/undoForMany.ts'
import { readFile } from './markdownFile.ts'
import { createDraft } from './queries.ts'

/** removeAgain is for what nobody has published yet: it goes to the trash where there is one. */
async function removeAgain(made: DocumentOut[]): Promise<void> {
  await undoForMany(made, ({ id }) => call('DELETE /api/admin/docs/{doc_id}', { path: { doc_id: id } }))
}

export function ImportMarkdown() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const take = async (files: File[]) => {
    setBusy(true)
    const made: DocumentOut[] = []
    // One after another, so that the documents are made in the order of the files and each failure names its own.
    for (const file of files) {
      try {
        made.push(await createDraft(await readFile(file)))
      } catch (error) {
        failed(`${file.name} was not imported`)(error)
      }
    }
    setBusy(false)
    const [first] = made
    if (!first) return
    if (files.length === 1) void navigate({ to: '/documents/$id', params: { id: String(first.id) } })
    const message = `Imported ${counted(made.length, 'document')} as drafts. Only editors see them.`
    undoable(
      made.length === 1 ? `Imported “${first.title}” as a draft. Only editors see it.` : message,
      `imported ${first.id}`,
      () => removeAgain(made),
    )
  }
  return (
    <FileButton
      multiple
      accept=".md,.markdown,.txt,.docx,.html,.htm,text/markdown"
      onChange={(files) => void take(files)}
      inputProps={{ 'aria-label': 'Markdown files' }}
    >
      {(props) => (
        <Button {...props} variant="default" loading={busy} leftSection={<IconFileImport size={16} aria-hidden />}>
          Import files
        </Button>
      )}
    </FileButton>
  )
}
