// The API tokens of another person, for administrators.

import { Modal } from '@mantine/core'
import type { UserOut } from '../api/schema.ts'
import { callName } from '../ui/people.ts'
import { TokenTable } from './TokenTable.tsx'

export function UserTokens({ user, onClose }: { user: UserOut; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} size="lg" title={`API tokens of ${callName(user)}`}>
      <TokenTable userId={user.id} />
    </Modal>
  )
}
