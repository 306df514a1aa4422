// A notice that images of other sites aren't loaded, with a button to load them.

import { Alert, Button, Group, Text } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import { allowHosts, remoteHostOf, useAllowedHosts } from './remote.ts'
import { flatten } from './text.ts'

export function HeldPictures({ blocks }: { blocks: Block[] }) {
  const allowed = useAllowedHosts()
  const hosts = new Set(
    flatten(blocks).flatMap(({ block: { props } }) => {
      const { url } = (props ?? {}) as { url?: unknown }
      const host = typeof url === 'string' && url !== '' ? remoteHostOf(url) : undefined
      return host === undefined || allowed.has(host) ? [] : host
    }),
  )
  if (hosts.size === 0) return null
  return (
    <Alert color="gray">
      <Group justify="space-between">
        <Text fz="sm">
          Images from {[...hosts].join(', ')} aren't loaded, so that those sites can't see who reads the draft.
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => allowHosts([...hosts])}>
          Load images
        </Button>
      </Group>
    </Alert>
  )
}
