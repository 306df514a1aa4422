// A notice that images of other sites aren't loaded, with a button to load them.

import { Alert, Button, Group, Text } from '@mantine/core'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { allowHosts, remoteHostOf, useAllowedHosts } from './remote.ts'

export function HeldPictures({ blocks }: { blocks: readonly Block[] }) {
  const allowed = useAllowedHosts()
  const hosts = new Set(
    [...walkBlocks(blocks)].flatMap(({ props }) => {
      const { url } = (props ?? {}) as { url?: unknown }
      const host = typeof url === 'string' && url !== '' ? remoteHostOf(url) : undefined
      return host === undefined || allowed.has(host) ? [] : host
    }),
  )
  if (hosts.size === 0) return null
  return (
    <Alert color="gray" mb="sm">
      <Group justify="space-between">
        <Text fz="sm">
          Images from {[...hosts].join(', ')} aren't loaded, so that those sites can't see who reads the draft.
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => allowHosts([...hosts])}>
          Load images from {[...hosts].join(', ')}
        </Button>
      </Group>
    </Alert>
  )
}
