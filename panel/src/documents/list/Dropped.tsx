// Names the search words that were ignored because no document has them.

import { Text } from '@mantine/core'

export const Dropped = ({ words }: { words: string[] | undefined }) =>
  words && words.length > 0 ? (
    <Text fz="sm" c="dimmed" mb="xs" role="status">
      No results for <em>{words.join(', ')}</em>. Showing results for the other words.
    </Text>
  ) : null
