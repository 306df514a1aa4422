// The less common actions on a user's account.

import { Menu } from '@mantine/core'
import { IconDownload, IconKey, IconMailForward, IconShieldOff, IconTrash } from '@tabler/icons-react'
import type { UserOut } from 'galley-client/schema.ts'
import type { ReactElement } from 'react'
import { useOpenOnMount } from '../../ui/lazily.tsx'

type Props = {
  button: ReactElement
  user: UserOut
  onInvite?: (() => void) | undefined
  onTokens: () => void
  onFactors: () => void
  onExport: () => void
  onDelete?: (() => void) | undefined
}

export function UserMenu({ button, user, onInvite, onTokens, onFactors, onExport, onDelete }: Props) {
  return (
    <Menu {...useOpenOnMount()}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {onInvite && (
          <Menu.Item leftSection={<IconMailForward size={16} aria-hidden />} onClick={onInvite}>
            {user.invited ? 'Resend invitation' : 'Email a sign-in link'}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={onTokens}>
          API tokens
        </Menu.Item>
        {user.second_factor && (
          <Menu.Item leftSection={<IconShieldOff size={16} aria-hidden />} onClick={onFactors}>
            Remove second factors
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={onExport}>
          Download data
        </Menu.Item>
        {onDelete && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            Delete account
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
