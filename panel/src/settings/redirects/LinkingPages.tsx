// Published pages that still link to an old address.

import { List } from '@mantine/core'
import type { RedirectLinksOut } from 'galley-client/schema.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DocumentLink } from '../../ui/Plain.tsx'

type Props = { from: string; found: RedirectLinksOut; onClose: () => void }

export function LinkingPages({ from, found: { count, documents }, onClose }: Props) {
  return (
    <Dialog title={`Pages that link to ${from}`} onClose={onClose}>
      <List fz="sm">
        {documents.map(({ id, title }) => (
          <List.Item key={id}>
            <DocumentLink id={id}>{title}</DocumentLink>
          </List.Item>
        ))}
        {count > documents.length && <List.Item>and {(count - documents.length).toLocaleString('en')} more</List.Item>}
      </List>
    </Dialog>
  )
}
