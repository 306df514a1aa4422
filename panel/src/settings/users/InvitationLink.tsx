// An invitation's link to pass on if mail can't be sent.

import type { InvitationOut } from 'galley-client/schema.ts'
import { CopyDialog } from '../../ui/CopyDialog.tsx'

const NO_SERVER =
  'No email was sent, because no mail server is configured. Share this link; the sign-in code is written to outbox.log in the data folder.'
const FAILED = "The email couldn't be sent. Share this link, or try again later."

export function InvitationLink({ invitation, onClose }: { invitation: InvitationOut; onClose: () => void }) {
  const { display_name, email, invited, mail, link } = invitation
  const name = display_name ?? email
  return (
    <CopyDialog title={invited ? `Invitation for ${name}` : `Sign-in link for ${name}`} value={link} onClose={onClose}>
      {mail === 'outbox' ? NO_SERVER : FAILED}
    </CopyDialog>
  )
}
