// Less common actions on a process.

import { IconRefresh, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ActionMenu, Item } from '../ui/ActionMenu.tsx'

type Props = { button: ReactElement; onRestart: () => void; onDelete: () => void }

export function ProcMenu({ button, onRestart, onDelete }: Props) {
  return (
    <ActionMenu button={button}>
      <Item icon={IconRefresh} label="Restart" onClick={onRestart} />
      <Item icon={IconTrash} label="Delete" color="red" onClick={onDelete} />
    </ActionMenu>
  )
}
