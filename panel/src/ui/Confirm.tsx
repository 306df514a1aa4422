// A question before something that cannot be taken back; stays open and says why when it fails. What cannot be done is said
// without a button to do it.

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ErrorNote } from './ErrorNote.tsx'

type Props = {
  title: string
  action: string
  children: ReactNode
  onClose: () => void
  onConfirm: () => Promise<unknown>
  /** impossible: the text says why, and there is nothing to decide. */
  impossible?: boolean
  color?: string
}

export function Confirm({ title, action, children, onClose, onConfirm, impossible = false, color = 'red' }: Props) {
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (reason) {
      setError(reason)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      <Stack>
        <Text fz="sm" component="div">
          {children}
        </Text>
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep
          </Button>
          {!impossible && (
            <Button color={color} loading={busy} onClick={confirm}>
              {action}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
