// A webhook's actions.

import { IconList, IconPlayerPause, IconPlayerPlay, IconRefresh, IconSend, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ActionMenu, Item } from '../../ui/ActionMenu.tsx'

type Props = {
  button: ReactElement
  isRunning: boolean
  onTest: () => void
  onDeliveries: () => void
  onPause: () => void
  onRotate: () => void
  onDelete: () => void
}

export function WebhookMenu({ button, isRunning, onTest, onDeliveries, onPause, onRotate, onDelete }: Props) {
  const Pause = isRunning ? IconPlayerPause : IconPlayerPlay
  return (
    <ActionMenu button={button}>
      <Item icon={IconSend} label="Send a test message" onClick={onTest} />
      <Item icon={IconList} label="Deliveries" onClick={onDeliveries} />
      <Item icon={Pause} label={isRunning ? 'Pause' : 'Resume'} onClick={onPause} />
      <Item icon={IconRefresh} label="New secret" onClick={onRotate} />
      <Item icon={IconTrash} label="Delete" color="red" onClick={onDelete} />
    </ActionMenu>
  )
}
