// Markdown files become documents: the first heading (or the file's name) is the title, the rest the content.

import { Button, FileButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failed, told } from '../ui/notify.ts'
import { useCreateDocument } from './queries.ts'

export function titleAndBody(name: string, text: string): { title: string; markdown: string } {
  const [, heading] = /^\s*# +(.+?) *#*\s*$/m.exec(text.slice(0, 2000)) ?? []
  const startsWithHeading = /^\s*# +/.test(text)
  const title = (heading ?? name.replace(/\.(md|markdown|txt)$/i, '')).slice(0, 300)
  return { title, markdown: heading && startsWithHeading ? text.replace(/^\s*# +.*\n?/, '') : text }
}

export function ImportMarkdown() {
  const create = useCreateDocument()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const take = async (files: File[]) => {
    setBusy(true)
    let last: { id: number } | undefined
    let made = 0
    for (const file of files) {
      try {
        last = await create.mutateAsync(titleAndBody(file.name, await file.text()))
        made++
      } catch (error) {
        failed(`${file.name} was not imported`)(error)
      }
    }
    setBusy(false)
    if (made === 1 && last && files.length === 1)
      void navigate({ to: '/documents/$id', params: { id: String(last.id) } })
    else if (made > 0) told(`${made} documents imported.`)
  }
  return (
    <FileButton
      multiple
      accept=".md,.markdown,.txt,text/markdown"
      onChange={(files) => void take(files)}
      inputProps={{ 'aria-label': 'Markdown files' }}
    >
      {(props) => (
        <Button {...props} variant="default" loading={busy} leftSection={<IconFileImport size={16} aria-hidden />}>
          Import Markdown
        </Button>
      )}
    </FileButton>
  )
}
