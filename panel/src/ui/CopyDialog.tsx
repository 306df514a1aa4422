// Shows a secret or link in full, with a copy button.

import { Button, Code, CopyButton, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Dialog, DialogButtons } from './Dialog.tsx'

type Props = { title: string; children: ReactNode; value: string; onClose: () => void }

export function CopyDialog({ title, children, value, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose} closeOnClickOutside={false}>
      <Text fz="sm">{children}</Text>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {value}
      </Code>
      <DialogButtons>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              data-autofocus
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>Done</Button>
      </DialogButtons>
    </Dialog>
  )
}
