// The bar above a document: where it is, whether it is saved, and what can be done with it.

import { ActionIcon, Anchor, Breadcrumbs, Group, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DocumentOut } from '../api/schema.ts'
import { lazyMenu } from '../ui/lazily.tsx'
import { UnpublishedMark } from '../ui/UnpublishedMark.tsx'
import classes from './editor.module.css'
import type { DocumentForm } from './form.ts'
import { SaveButton } from './SaveButton.tsx'
import type { DocumentSave } from './useSaveDocument.ts'

const DocumentMenu = lazyMenu(() => import('./DocumentMenu.tsx'), 'DocumentMenu')

type Props = {
  document: DocumentOut
  form: DocumentForm
  save: DocumentSave
  isGone: boolean
  onMarkdown: (markdown: string) => void
}

export function EditorBar({ document, form, save, isGone, onMarkdown }: Props) {
  const [state, short] = save.isSaving
    ? ['Saving…', 'Saving']
    : form.dirty
      ? ['Unsaved changes', 'Unsaved']
      : [`Version ${form.version}`, `v${form.version}`]
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
      <Group gap="xs" wrap="nowrap">
        {!form.fields.published && <UnpublishedMark />}
        <Text fz="sm" c="dimmed" aria-live="polite" style={{ whiteSpace: 'nowrap' }}>
          <span className="mantine-visible-from-xs">{state}</span>
          <span className="mantine-hidden-from-xs">{short}</span>
        </Text>
        <SaveButton
          document={document}
          form={form}
          isSaving={save.isSaving}
          isGone={isGone}
          onSave={() => save.trySave()}
        />
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
