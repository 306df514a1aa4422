// The bar above a document: breadcrumbs, save state, actions.

import { ActionIcon, Anchor, Breadcrumbs, Group, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazily, lazyMenu } from '../../ui/lazily.tsx'
import { UnpublishedMark } from '../../ui/UnpublishedMark.tsx'
import { PublishButton } from '../publishing/PublishButton.tsx'
import type { Publishing } from '../publishing/usePublishing.ts'
import type { EditedDocument } from '../saving/edited.ts'
import { SaveButton } from '../saving/SaveButton.tsx'
import type { DocumentEdit } from '../saving/useDocumentEdit.ts'
import { versionName } from '../versionName.ts'
import classes from './editor.module.css'

const Presence = lazily(() => import('../presence/Presence.tsx'), 'Presence')
const DocumentMenu = lazyMenu(() => import('./DocumentMenu.tsx'), 'DocumentMenu')

type Props = {
  document: EditedDocument
  edit: DocumentEdit
  publishing: Publishing
  isGone: boolean
  onMarkdown: (markdown: string) => void
}

export function EditorBar({ document, edit, publishing, isGone, onMarkdown }: Props) {
  const [state, short] = stateOf(document, edit)
  return (
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
      {!document.published && <UnpublishedMark />}
      <Group gap="xs" wrap="nowrap">
        <Presence documentId={document.id} isGone={isGone} />
        <Text fz="sm" c="dimmed" aria-live="polite" style={{ whiteSpace: 'nowrap' }}>
          <span className="mantine-visible-from-xs">{state}</span>
          <span className="mantine-hidden-from-xs">{short}</span>
        </Text>
        <SaveButton {...{ edit, isGone }} />
        <PublishButton {...{ document, edit, publishing, isGone }} />
        <DocumentMenu
          document={document}
          onMarkdown={onMarkdown}
          button={
            <ActionIcon size="lg" variant="default" aria-label="More actions">
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          }
        />
      </Group>
    </Group>
  )
}

/** The bar's text, and a short one for phones. "Saved" means on the server. */
function stateOf(document: EditedDocument, edit: DocumentEdit): [string, string] {
  if (edit.isSaving) return ['Saving…', 'Saving']
  if (edit.isOffline) return ['Offline: kept in this browser', 'Offline']
  if (edit.isUnsent) return ['Unsaved changes', 'Unsaved']
  if (document.isAhead) return ['Saved', 'Saved']
  if (document.draft) return ['Saved as draft', 'Draft']
  if (document.first_version === null) return ['Saved', 'Saved']
  const name = versionName(document, document.version)
  return [name, name.replace('Version ', 'v')]
}
