// The API tokens of another person, for administrators.

import type { UserOut } from '../api/schema.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { callName } from '../ui/people.ts'
import { TokenTable } from './TokenTable.tsx'

export function UserTokens({ user, onClose }: { user: UserOut; onClose: () => void }) {
  return (
    <Dialog title={`API tokens of ${callName(user)}`} size="lg" onClose={onClose}>
      <TokenTable userId={user.id} />
    </Dialog>
  )
}
