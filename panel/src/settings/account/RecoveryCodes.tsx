// Shows new recovery codes once.

import { CopyDialog } from '../../ui/CopyDialog.tsx'

export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <CopyDialog title="Your recovery codes" value={codes.join('\n')} onClose={onClose}>
      Keep them where you keep your passwords. If you lose your phone or key, each code works once. You won't see them
      again.
    </CopyDialog>
  )
}
