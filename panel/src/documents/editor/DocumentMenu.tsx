// A document's actions besides editing.

import { Menu } from '@mantine/core'
import {
  IconChecklist,
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
import { keys, queryClient } from '../../api/queries.ts'
import { hasRole, useMe } from '../../session/session.ts'
import { ActionMenu, Item } from '../../ui/ActionMenu.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { forget } from '../../ui/localCopies.ts'
import { failed, notify } from '../../ui/notify.ts'
import { readText } from '../../ui/textFile.ts'
import { copyOf, useCreateDraft, usePin } from '../queries.ts'
import type { EditedDocument } from '../saving/edited.ts'

const PublishingDialog = lazily(() => import('../../proposals/PublishingDialog.tsx'), 'PublishingDialog')
const DeleteDialog = lazily(() => import('../trash/DeleteDialog.tsx'), 'DeleteDialog')

type Props = { button: ReactElement; document: DocumentOut; onMarkdown: (markdown: string) => void }

export function DocumentMenu({ button, document, onMarkdown }: Props) {
  const isAdmin = hasRole(useMe(), 'admin')
  const [isRuling, setRuling] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const pin = usePin()
  const navigate = useNavigate()
  // `document` is from when the editor opened, but pins are set in the cache; this reads the cache without fetching.
  const { data: saved } = useQuery<DocumentOut>({ queryKey: keys.document(document.id), enabled: false })
  const pinned = saved?.pinned ?? document.pinned
  const create = useCreateDraft(({ id, title }) => {
    notify(`Created “${title}” as a draft.`)
    void navigate({ to: '/documents/$id', params: { id: String(id) } })
  })
  const copy = () =>
    create.mutate(copyOf(queryClient.getQueryData<EditedDocument>(keys.edited(document.id)) ?? document), {
      onError: failed("Couldn't duplicate the document"),
    })
  return (
    <>
      <ActionMenu button={button} width={230}>
        <Item
          icon={IconExternalLink}
          label="View on site"
          renderRoot={(props) => (
            <a {...props} href={`/read/${encodeURIComponent(document.slug)}`} target="_blank" rel="noopener" />
          )}
        />
        <Item
          icon={pinned ? IconPinnedOff : IconPin}
          label={pinned ? 'Unpin' : 'Pin to top'}
          onClick={() => pin.mutate({ id: document.id, pinned: !pinned })}
        />
        <Item
          icon={IconHistory}
          label="Revisions"
          renderRoot={(props) => <Link {...props} to="/documents/$id/revisions" params={{ id: String(document.id) }} />}
        />
        {isAdmin && <Item icon={IconChecklist} label="Review rule" onClick={() => setRuling(true)} />}
        <Item icon={IconCopy} label="Duplicate" onClick={copy} />
        <Menu.Divider />
        <Item icon={IconFileImport} label="Insert Markdown file" onClick={() => file.current?.click()} />
        <Item
          icon={IconDownload}
          label="Download as Markdown"
          renderRoot={(props) => (
            <a {...props} href={`/api/docs/${document.id}/markdown`} download={`${document.slug}.md`} />
          )}
        />
        <Menu.Divider />
        <Item icon={IconTrash} label="Delete" color="red" onClick={() => setDeleting(true)} />
      </ActionMenu>
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
          // Otherwise choosing the same file again would fire no event.
          input.value = ''
        }}
      />
      {isRuling && (
        <PublishingDialog
          of={{ kind: 'document', id: document.id }}
          name={document.title}
          onClose={() => setRuling(false)}
        />
      )}
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
