// Something made by the service that a person takes with them: shown in full, with a button that copies it.

import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = { title: string; children: ReactNode; value: string; onClose: () => void }

export function CopyDialog({ title, children, value, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <Stack>
        <Text fz="sm">{children}</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {value}
        </Code>
        <Group justify="flex-end">
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
        </Group>
      </Stack>
    </Modal>
  )
}
