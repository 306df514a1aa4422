// The less common actions on a process.

import { Menu } from '@mantine/core'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useOpenOnMount } from '../ui/lazily.tsx'

type Props = { button: ReactElement; onRestart: () => void; onDelete: () => void }

export function ProcMenu({ button, onRestart, onDelete }: Props) {
  return (
    <Menu {...useOpenOnMount()}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRestart}>
          Restart
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
