// One's API tokens.

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { lazily } from '../../ui/lazily.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import { TokenTable } from './TokenTable.tsx'

const NewToken = lazily(() => import('./NewToken.tsx'), 'NewToken')

export function Tokens() {
  const [making, dialog] = useDisclosure()
  return (
    <SettingsSection
      title="API tokens"
      hint="For scripts and tools that act on your behalf."
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
          New token
        </Button>
      }
    >
      <TokenTable />
      {making && <NewToken onClose={dialog.close} />}
    </SettingsSection>
  )
}
