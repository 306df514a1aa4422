// What can be done with a webhook.

import { Menu } from '@mantine/core'
import { IconList, IconPlayerPause, IconPlayerPlay, IconRefresh, IconSend, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useOpenOnMount } from '../../ui/lazily.tsx'

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
    <Menu {...useOpenOnMount()}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconSend size={16} aria-hidden />} onClick={onTest}>
          Send a test message
        </Menu.Item>
        <Menu.Item leftSection={<IconList size={16} aria-hidden />} onClick={onDeliveries}>
          Deliveries
        </Menu.Item>
        <Menu.Item leftSection={<Pause size={16} aria-hidden />} onClick={onPause}>
          {isRunning ? 'Pause' : 'Resume'}
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRotate}>
          New secret
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
