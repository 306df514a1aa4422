// A message with one action, such as undo.

import { Button, Group } from '@mantine/core'

type Props = { message: string; label: string; onClick: () => void; href?: string | undefined }

export function Offer({ message, label, onClick, href }: Props) {
  const look = { size: 'compact-sm', variant: 'light', style: { flexShrink: 0 }, onClick } as const
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span>{message}</span>
      {href === undefined ? (
        <Button {...look}>{label}</Button>
      ) : (
        <Button {...look} component="a" href={href} target="_blank" rel="noopener">
          {label}
        </Button>
      )}
    </Group>
  )
}
