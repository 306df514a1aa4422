// The link of an invitation that no mail carries, for the administrator to pass on.

import type { InvitationOut } from '../api/schema.ts'
import { CopyDialog } from '../ui/CopyDialog.tsx'

const NO_SERVER =
  'No mail was sent, because the service has no mail server. Pass this link on; the code that they sign in with is written to outbox.log in the data folder.'
const FAILED = 'The mail could not be sent. Pass this link on, or send it again later.'

export function InvitationLink({ invitation, onClose }: { invitation: InvitationOut; onClose: () => void }) {
  const { display_name, email, invited, mail, link } = invitation
  const name = display_name ?? email
  return (
    <CopyDialog title={invited ? `${name} is invited` : `A link for ${name}`} value={link} onClose={onClose}>
      {mail === 'outbox' ? NO_SERVER : FAILED}
    </CopyDialog>
  )
}
