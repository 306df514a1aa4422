// What can be done with a document besides editing it.

import { Menu } from '@mantine/core'
import {
  IconCopy,
  IconDownload,
  IconExternalLink,
  IconFileImport,
  IconHistory,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { DocumentOut } from 'galley-client/schema.ts'
import { type ReactElement, useRef, useState } from 'react'
import { keys } from '../../api/queries.ts'
import { forget } from '../../ui/kept.ts'
import { lazily, useOpenOnMount } from '../../ui/lazily.tsx'
import { failed, notify } from '../../ui/notify.ts'
import { readText } from '../../ui/textFile.ts'
import { copyOf, useCreateDocument, usePin } from '../queries.ts'

const DeleteDialog = lazily(() => import('../trash/DeleteDialog.tsx'), 'DeleteDialog')

type Props = { button: ReactElement; document: DocumentOut; onMarkdown: (markdown: string) => void }

export function DocumentMenu({ button, document, onMarkdown }: Props) {
  const [deleting, setDeleting] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const pin = usePin()
  const navigate = useNavigate()
  // `document` is as it was when the editor opened it; a pin is set in the cache at once. This looks there and asks nobody.
  const { data: saved } = useQuery<DocumentOut>({ queryKey: keys.document(document.id), enabled: false })
  const pinned = saved?.pinned ?? document.pinned
  const create = useCreateDocument(({ id, title }) => {
    notify(`Created “${title}”.`)
    void navigate({ to: '/documents/$id', params: { id: String(id) } })
  })
  const copy = () => create.mutate(copyOf(saved ?? document), { onError: failed("Couldn't duplicate the document") })
  return (
    <>
      <Menu {...useOpenOnMount()} width={230}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={`/read/${encodeURIComponent(document.slug)}`}
            target="_blank"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            View on site
          </Menu.Item>
          <Menu.Item
            leftSection={pinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
            onClick={() => pin.mutate({ id: document.id, pinned: !pinned })}
          >
            {pinned ? 'Unpin' : 'Pin to top'}
          </Menu.Item>
          <Menu.Item
            renderRoot={(props) => (
              <Link {...props} to="/documents/$id/revisions" params={{ id: String(document.id) }} />
            )}
            leftSection={<IconHistory size={16} aria-hidden />}
          >
            Revisions
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
            Duplicate
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => file.current?.click()}>
            Insert Markdown file
          </Menu.Item>
          <Menu.Item
            component="a"
            href={`/api/docs/${document.id}/markdown`}
            download={`${document.slug}.md`}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download as Markdown
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setDeleting(true)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={file}
        type="file"
        hidden
        accept=".md,.markdown,.txt,text/markdown"
        aria-label="Markdown file to insert"
        onChange={async (event) => {
          const input = event.currentTarget
          const [chosen] = input.files ?? []
          if (chosen) await readText(chosen).then(onMarkdown, failed(`Couldn't insert ${chosen.name}`))
          // Without this, choosing the same file again would be no change, and nothing would happen.
          input.value = ''
        }}
      />
      {deleting && (
        <DeleteDialog
          document={document}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            forget(`document:${document.id}`)
            return navigate({ to: '/documents' })
          }}
        />
      )}
    </>
  )
}
