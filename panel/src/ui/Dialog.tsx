// The frame of every dialog: title, content, and its buttons at the end. Escape and the cross close it; the keyboard starts at the
// element with `data-autofocus` and goes back to where it was.

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

/** FormDialog is a dialog around one form (useApiForm). A click beside it closes it only while nothing is typed. */
export function FormDialog({ form, action, onClose, children, ...rest }: FormDialogProps) {
  return (
    <Dialog {...rest} onClose={onClose} closeOnClickOutside={!form.isDirty()}>
      <Form form={form} action={action} onCancel={onClose}>
        {children}
      </Form>
    </Dialog>
  )
}
