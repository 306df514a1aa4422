// Less common actions on a user.

import { IconDownload, IconKey, IconMailForward, IconShieldOff, IconTrash, IconUserShare } from '@tabler/icons-react'
import type { UserOut } from 'galley-client/schema.ts'
import type { ReactElement } from 'react'
import { ActionMenu, Item } from '../../ui/ActionMenu.tsx'

type Props = {
  button: ReactElement
  user: UserOut
  onInvite?: (() => void) | undefined
  onTokens: () => void
  onFactors: () => void
  onPassOn: () => void
  onExport: () => void
  onDelete?: (() => void) | undefined
}

export function UserMenu({ button, user, onInvite, onTokens, onFactors, onPassOn, onExport, onDelete }: Props) {
  return (
    <ActionMenu button={button}>
      {onInvite && (
        <Item
          icon={IconMailForward}
          label={user.invited ? 'Resend invitation' : 'Email a sign-in link'}
          onClick={onInvite}
        />
      )}
      <Item icon={IconKey} label="API tokens" onClick={onTokens} />
      {user.second_factor && <Item icon={IconShieldOff} label="Remove second factors" onClick={onFactors} />}
      <Item icon={IconUserShare} label="Pass on their pages" onClick={onPassOn} />
      <Item icon={IconDownload} label="Download data" onClick={onExport} />
      {onDelete && <Item icon={IconTrash} label="Delete account" color="red" onClick={onDelete} />}
    </ActionMenu>
  )
}
