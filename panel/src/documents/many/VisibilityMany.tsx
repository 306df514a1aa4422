// Who can read many documents at once; Undo gives each back what it had. Lists of people and roles stay as they are.

import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'
import type { Visibility } from '../../api/types.ts'
import { undoable } from '../../ui/notify.ts'
import type { DocumentRow } from '../queries.ts'
import { ForMany, type ManyProps } from './ForMany.tsx'
import { countOf } from './many.ts'
import { undoForMany } from './undoForMany.ts'

const CHOICES = [
  { value: 'public', label: 'Public: anyone' },
  { value: 'members', label: 'Members: everyone with a verified email' },
  { value: 'restricted', label: 'Restricted: the roles and people of each document' },
]

const put = async (id: number, visibility: Visibility) => {
  await call('PUT /api/admin/docs/{doc_id}', { path: { doc_id: id }, body: { visibility } })
  void queryClient.invalidateQueries({ queryKey: keys.document(id) })
}

export function VisibilityMany({ documents, onDone, onClose }: ManyProps) {
  const [visibility, choose] = useState<Visibility>('members')
  const done = (changed: DocumentRow[]) => {
    undoable(
      `Changed who can read ${countOf(changed)}.`,
      `visibility ${changed.map(({ id }) => id)}`,
      () => void undoForMany(changed, (row) => put(row.id, row.visibility)),
    )
    onDone(changed)
  }
  return (
    <ForMany
      documents={documents}
      title={`Who can read ${countOf(documents)}`}
      action="Change"
      act={({ id }) => put(id, visibility)}
      onDone={done}
      onClose={onClose}
    >
      <NativeSelect
        label="Who can read them"
        description="A category above can limit this further."
        data={CHOICES}
        value={visibility}
        onChange={(event) => choose(event.currentTarget.value as Visibility)}
      />
    </ForMany>
  )
}
