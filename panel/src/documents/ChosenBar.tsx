// What can be done to the documents that are chosen in the list. Those to which it was done are no longer chosen.

import { Button, CloseButton, Group, Text } from '@mantine/core'
import { IconFolderShare, IconProgressBolt, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { onDemand } from '../ui/onDemand.tsx'
import classes from './documents.module.css'
import type { DocumentRow } from './queries.ts'

const EnqueueDialog = onDemand(() => import('../pipeline/EnqueueDialog.tsx'), 'EnqueueDialog')
const MoveMany = onDemand(() => import('./MoveMany.tsx'), 'MoveMany')
const DeleteDialog = onDemand(() => import('./DeleteDialog.tsx'), 'DeleteDialog')
const DeleteMany = onDemand(() => import('./DeleteMany.tsx'), 'DeleteMany')

/** Chosen documents by their id, as they were in the list. */
export type Chosen = ReadonlyMap<number, DocumentRow>
export const NOTHING_CHOSEN: Chosen = new Map()

type Props = { chosen: Chosen; onChoose: (chosen: Chosen) => void }
type Doing = { what: 'enqueue' | 'move' | 'delete'; documents: DocumentRow[] }

export function ChosenBar({ chosen, onChoose }: Props) {
  const [doing, setDoing] = useState<Doing>()
  const begin = (what: Doing['what']) => () => setDoing({ what, documents: [...chosen.values()] })
  const close = () => setDoing(undefined)
  const only = doing?.documents.length === 1 ? doing.documents[0] : undefined
  const without = (done: DocumentRow[]) => {
    const left = new Map(chosen)
    for (const { id } of done) left.delete(id)
    onChoose(left)
  }
  return (
    <>
      {chosen.size > 0 && (
        <Group gap={6} className={classes.chosen} role="group" aria-label="Chosen documents">
          <Text fz="sm" c="dimmed" className="tabular" aria-live="polite">
            {chosen.size} chosen
          </Text>
          <CloseButton size="sm" aria-label="Choose none" onClick={() => onChoose(NOTHING_CHOSEN)} mr={4} />
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconProgressBolt size={15} aria-hidden />}
            onClick={begin('enqueue')}
            {...EnqueueDialog.near}
          >
            Enqueue
          </Button>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconFolderShare size={15} aria-hidden />}
            onClick={begin('move')}
            {...MoveMany.near}
          >
            Move
          </Button>
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={begin('delete')}
            {...DeleteMany.near}
          >
            Delete
          </Button>
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
      {doing?.what === 'delete' && only && (
        <DeleteDialog document={only} onDeleted={() => without([only])} onClose={close} />
      )}
      {doing?.what === 'delete' && !only && <DeleteMany documents={doing.documents} onDone={without} onClose={close} />}
    </>
  )
}
