// Who can read many documents at once; Undo gives each back what it had. Lists of people and roles stay as they are.

import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import type { DocumentRow } from '../../api/documentLists.ts'
import { keys, queryClient } from '../../api/queries.ts'
import type { Visibility } from '../../api/types.ts'
import { VISIBILITIES } from '../../ui/audience.ts'
import { undoable } from '../../ui/notify.ts'
import { ForMany, type ManyProps } from './ForMany.tsx'
import { countOf } from './many.ts'
import { undoForMany } from './undoForMany.ts'

const MEANINGS: Record<Visibility, string> = {
  public: 'Anyone can read them without signing in.',
  members: 'Everyone with a verified email can read them.',
  restricted: 'Only the roles and people that each document lists can read it.',
}

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
        description={`${MEANINGS[visibility]} A category above can limit this further.`}
        inputWrapperOrder={['label', 'input', 'description']}
        data={VISIBILITIES}
        value={visibility}
        onChange={(event) => choose(event.currentTarget.value as Visibility)}
      />
    </ForMany>
  )
}
