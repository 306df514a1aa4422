// The bar above a document: where it is, whether it is saved, and what can be done with it.

import { ActionIcon, Anchor, Breadcrumbs, Group, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazyMenu } from '../../ui/lazily.tsx'
import { UnpublishedMark } from '../../ui/UnpublishedMark.tsx'
import { PublishButton } from '../publishing/PublishButton.tsx'
import type { Publishing } from '../publishing/usePublishing.ts'
import type { EditedDocument } from '../saving/edited.ts'
import type { DocumentForm } from '../saving/form.ts'
import { SaveButton } from '../saving/SaveButton.tsx'
import type { DocumentSave } from '../saving/useSaveDocument.ts'
import { versionName } from '../versionName.ts'
import classes from './editor.module.css'

const DocumentMenu = lazyMenu(() => import('./DocumentMenu.tsx'), 'DocumentMenu')

type Props = {
  document: EditedDocument
  form: DocumentForm
  save: DocumentSave
  publishing: Publishing
  isGone: boolean
  onMarkdown: (markdown: string) => void
}

export function EditorBar({ document, form, save, publishing, isGone, onMarkdown }: Props) {
  const [state, short] = stateOf(document, form, save)
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
        <Text fz="sm" c="dimmed" aria-live="polite" style={{ whiteSpace: 'nowrap' }}>
          <span className="mantine-visible-from-xs">{state}</span>
          <span className="mantine-hidden-from-xs">{short}</span>
        </Text>
        <SaveButton {...{ form, isGone }} isSaving={save.isSaving} onSave={() => save.trySave()} />
        <PublishButton {...{ document, form, publishing, isGone }} isSaving={save.isSaving} />
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

/** stateOf is what the bar says, and how it says it on a phone. */
function stateOf(document: EditedDocument, form: DocumentForm, save: DocumentSave): [string, string] {
  if (save.isSaving) return ['Saving…', 'Saving']
  if (form.dirty) return ['Unsaved changes', 'Unsaved']
  if (document.draft) return ['Saved as draft', 'Draft']
  if (document.first_version === null) return ['Saved', 'Saved']
  const name = versionName(document, document.version)
  return [name, name.replace('Version ', 'v')]
}
