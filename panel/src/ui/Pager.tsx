// Pages of an uncounted list: there may be a next one if this one is full.

import { Button, Group } from '@mantine/core'

type Props = { page: number; isFull: boolean; onPage: (page: number) => void }

export function Pager({ page, isFull, onPage }: Props) {
  if (page === 1 && !isFull) return null
  return (
    <Group justify="space-between" mt="md">
      <Button variant="default" size="sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Button variant="default" size="sm" disabled={!isFull} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </Group>
  )
}
