// Markdown files become documents, each as its front matter says; so do Word files and saved pages. One that cannot be read
// as it was meant is left out.

import { Button, FileButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '../counted.ts'
import { failed, notify } from '../ui/notify.ts'
import { readFile } from './markdownFile.ts'
import { useCreateDocument } from './queries.ts'

export function ImportMarkdown() {
  const create = useCreateDocument()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const take = async (files: File[]) => {
    setBusy(true)
    let last: { id: number } | undefined
    let made = 0
    // One after another, so that the documents are made in the order of the files and each failure names its own.
    for (const file of files) {
      try {
        last = await create.mutateAsync(await readFile(file))
        made++
      } catch (error) {
        failed(`${file.name} was not imported`)(error)
      }
    }
    setBusy(false)
    if (made === 1 && last && files.length === 1)
      void navigate({ to: '/documents/$id', params: { id: String(last.id) } })
    else if (made > 0) notify(`${counted(made, 'document')} imported.`)
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
