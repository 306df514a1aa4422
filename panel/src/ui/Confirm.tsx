// A confirmation dialog. Stays open with the error if the request fails; for impossible actions it only explains why.

import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog, DialogButtons } from './Dialog.tsx'
import { ErrorNote } from './ErrorNote.tsx'

type Props = {
  title: string
  action: string
  children: ReactNode
  onClose: () => void
  onConfirm: () => Promise<unknown>
  /** There is nothing to confirm; the text says why. */
  impossible?: boolean
  dismiss?: string
  color?: string
}

export function Confirm({
  title,
  action,
  children,
  onClose,
  onConfirm,
  impossible = false,
  dismiss = impossible ? 'OK' : 'Cancel',
  color = 'red',
}: Props) {
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose })
  return (
    <Dialog title={title} onClose={onClose}>
      <Text fz="sm" component="div">
        {children}
      </Text>
      <ErrorNote error={confirm.error} />
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {dismiss}
        </Button>
        {!impossible && (
          <Button color={color} loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {action}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}
