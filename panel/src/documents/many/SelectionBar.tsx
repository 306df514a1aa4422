// Bulk actions for selected documents, which are deselected afterwards.

import { Button, CloseButton, Group, Text } from '@mantine/core'
import {
  IconEye,
  IconFileOff,
  IconFolderShare,
  IconPencil,
  IconProgressBolt,
  IconTrash,
  IconWorldUpload,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { DocumentRow } from '../../api/documentLists.ts'
import { lazily } from '../../ui/lazily.tsx'
import { SelectAll } from '../../ui/SelectAll.tsx'
import type { SelectedRows } from '../../ui/selectColumn.tsx'
import classes from '../list/list.module.css'

const EnqueueDialog = lazily(() => import('../../pipeline/enqueue/EnqueueDialog.tsx'), 'EnqueueDialog')
const MoveMany = lazily(() => import('./MoveMany.tsx'), 'MoveMany')
const PublishMany = lazily(() => import('./PublishMany.tsx'), 'PublishMany')
const UnpublishMany = lazily(() => import('./UnpublishMany.tsx'), 'UnpublishMany')
const TagMany = lazily(() => import('./TagMany.tsx'), 'TagMany')
const VisibilityMany = lazily(() => import('./VisibilityMany.tsx'), 'VisibilityMany')
const DeleteDialog = lazily(() => import('../trash/DeleteDialog.tsx'), 'DeleteDialog')
const DeleteMany = lazily(() => import('./DeleteMany.tsx'), 'DeleteMany')

export type Selection = SelectedRows<DocumentRow>
export const NOTHING_SELECTED: Selection = new Map()

type Props = {
  selected: Selection
  onSelect: (selected: Selection) => void
  /** For selecting matches on other pages too; undefined if everything is on this page. */
  all?: { count: number | undefined; collect: (onStep: (found: number) => void) => Promise<DocumentRow[]> } | undefined
}
/** The documents as of the action's start. */
type BulkAction = { what: (typeof ACTIONS)[number]['what']; documents: DocumentRow[] }

const ACTIONS = [
  { what: 'enqueue', label: 'Queue for drafting', Icon: IconProgressBolt, color: undefined },
  { what: 'publish', label: 'Publish', Icon: IconWorldUpload, color: undefined },
  { what: 'unpublish', label: 'Unpublish', Icon: IconFileOff, color: undefined },
  { what: 'move', label: 'Move', Icon: IconFolderShare, color: undefined },
  { what: 'tag', label: 'Tags', Icon: IconPencil, color: undefined },
  { what: 'visibility', label: 'Visibility', Icon: IconEye, color: undefined },
  { what: 'delete', label: 'Delete', Icon: IconTrash, color: 'red' },
] as const

export function SelectionBar({ selected, onSelect, all }: Props) {
  const [doing, setDoing] = useState<BulkAction>()
  const begin = (what: BulkAction['what']) => () => setDoing({ what, documents: [...selected.values()] })
  const close = () => setDoing(undefined)
  const only = doing?.documents.length === 1 ? doing.documents[0] : undefined
  const without = (done: DocumentRow[]) => {
    const left = new Map(selected)
    for (const { id } of done) left.delete(id)
    onSelect(left)
  }
  return (
    <>
      {selected.size > 0 && (
        <Group gap={6} className={classes.selection} role="group" aria-label="Selected documents">
          <Text fz="sm" c="dimmed" className="tabular" aria-live="polite">
            {selected.size.toLocaleString('en')} selected
          </Text>
          <CloseButton size="sm" aria-label="Clear selection" onClick={() => onSelect(NOTHING_SELECTED)} mr={4} />
          {all && selected.size < (all.count ?? Number.POSITIVE_INFINITY) && (
            <SelectAll {...all} what="documents" onSelect={onSelect} />
          )}
          {ACTIONS.map(({ what, label, Icon, color }) => (
            <Button
              key={what}
              size="compact-sm"
              variant="light"
              color={color}
              leftSection={<Icon size={15} aria-hidden />}
              onClick={begin(what)}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
      {doing?.what === 'enqueue' && (
        <EnqueueDialog
          documentIds={doing.documents.map(({ id }) => id)}
          {...(only && { title: only.title })}
          onClose={close}
          onDone={() => without(doing.documents)}
        />
      )}
      {doing?.what === 'move' && <MoveMany documents={doing.documents} onDone={without} onClose={close} />}
      {doing?.what === 'publish' && <PublishMany documents={doing.documents} onDone={without} onClose={close} />}
      {doing?.what === 'unpublish' && <UnpublishMany documents={doing.documents} onDone={without} onClose={close} />}
      {doing?.what === 'tag' && <TagMany documents={doing.documents} onDone={without} onClose={close} />}
      {doing?.what === 'visibility' && <VisibilityMany documents={doing.documents} onDone={without} onClose={close} />}
      {doing?.what === 'delete' && only && (
        <DeleteDialog document={only} onDeleted={() => without([only])} onClose={close} />
      )}
      {doing?.what === 'delete' && !only && <DeleteMany documents={doing.documents} onDone={without} onClose={close} />}
    </>
  )
}
