// The placeholder before, or instead of, a draft.

import { Skeleton, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function NoDraft({ status }: { status: string }) {
  return status === 'queued' || status === 'processing' ? (
    <div role="status" aria-label="The draft is being written">
      <Skeleton h={26} w="55%" mb="lg" />
      {[96, 88, 92, 60].map((width) => (
        <Skeleton key={width} h={13} w={`${width}%`} mb="sm" />
      ))}
      <Text fz="sm" c="dimmed" mt="md">
        The draft appears here as soon as it is ready.
      </Text>
    </div>
  ) : (
    <EmptyState icon={IconEye} title="No draft">
      The job ended before one was written.
    </EmptyState>
  )
}
