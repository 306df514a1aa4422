// A dialog: title, content, buttons. Escape and the cross close it; focus starts at `data-autofocus` and returns afterwards.

import { Group, Modal, type ModalProps, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form, type FormState } from './Form.tsx'

type Frame = 'size' | 'zIndex' | 'withCloseButton' | 'closeOnEscape' | 'closeOnClickOutside'

type Props = Pick<ModalProps, Frame> & {
  title: string
  onClose: () => void
  children: ReactNode
}

export function Dialog({ title, size = 'md', children, ...rest }: Props) {
  return (
    <Modal opened title={title} size={size} {...rest}>
      <Stack>{children}</Stack>
    </Modal>
  )
}

export const DialogButtons = ({ children }: { children: ReactNode }) => <Group justify="flex-end">{children}</Group>

type FormDialogProps = Omit<Props, 'closeOnClickOutside'> & {
  form: FormState & { isDirty: () => boolean }
  action: string
}

/** A dialog around a form (useApiForm). A click outside closes it only if nothing was typed. */
export function FormDialog({ form, action, onClose, children, ...rest }: FormDialogProps) {
  return (
    <Dialog {...rest} onClose={onClose} closeOnClickOutside={!form.isDirty()}>
      <Form form={form} action={action} onCancel={onClose}>
        {children}
      </Form>
    </Dialog>
  )
}
