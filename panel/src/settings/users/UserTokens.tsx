// Another user's API tokens, for admins.

import type { UserOut } from 'galley-client/schema.ts'
import { callName } from '../../people/people.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TokenTable } from '../tokens/TokenTable.tsx'

export function UserTokens({ user, onClose }: { user: UserOut; onClose: () => void }) {
  return (
    <Dialog title={`API tokens: ${callName(user)}`} size="lg" onClose={onClose}>
      <TokenTable userId={user.id} />
    </Dialog>
  )
}
