// Changes a role. A menu rather than a select, in which arrow keys alone would change it.

import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { ROLES, type Role } from '../../api/types.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'

type Props = { button: ReactElement; role: Role; onChange: (role: Role) => void }

export function RoleMenu({ button, role, onChange }: Props) {
  return (
    <ActionMenu button={button} width="target">
      <Menu.RadioGroup value={role} onChange={(chosen) => chosen !== role && onChange(chosen as Role)}>
        {ROLES.map((one) => (
          <Menu.RadioItem key={one} value={one} closeMenuOnClick>
            {one}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </ActionMenu>
  )
}
