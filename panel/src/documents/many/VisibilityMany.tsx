// Changes the visibility of many documents, with Undo. Access lists stay.

import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { DocumentRow } from '../../api/documentLists.ts'
import type { Visibility } from '../../api/types.ts'
import { VISIBILITIES } from '../../ui/audience.ts'
import { undoable } from '../../ui/notify.ts'
import { ForMany, type ManyProps } from './ForMany.tsx'
import { act, countOf, nameOf } from './many.ts'
import { undoForMany } from './undoForMany.ts'

const MEANINGS: Record<Visibility, string> = {
  public: 'Anyone can read them without signing in.',
  members: 'Everyone with a verified email can read them.',
  restricted: 'Only the roles and people that each document lists can read it.',
}

export function VisibilityMany({ documents, onDone, onClose }: ManyProps) {
  const [visibility, choose] = useState<Visibility>('members')
  const done = (changed: DocumentRow[]) => {
    undoable(
      `Changed who can read ${countOf(changed)}.`,
      nameOf('visibility', changed),
      () =>
        void undoForMany(
          changed,
          act<DocumentRow>('change', (row) => ({ visibility: row.visibility })),
        ),
    )
    onDone(changed)
  }
  return (
    <ForMany
      documents={documents}
      title={`Who can read ${countOf(documents)}`}
      action="Change"
      act={act('change', () => ({ visibility }))}
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
