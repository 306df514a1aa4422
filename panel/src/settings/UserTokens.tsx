// The API tokens of another person, for administrators.

import { Modal } from '@mantine/core'
import type { UserOut } from '../api/schema.ts'
import { TokenTable } from './TokenTable.tsx'

export function UserTokens({ user, onClose }: { user: UserOut; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} size="lg" title={`API tokens of ${user.display_name ?? user.email}`}>
      <TokenTable userId={user.id} />
    </Modal>
  )
}
