// What can be done above the list of documents: other lists, importing, writing a new one.

import { Button } from '@mantine/core'
import { IconPlus, IconSearchOff, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ImportMarkdown } from '../ImportMarkdown.tsx'

export const ListActions = ({ onCreate }: { onCreate: () => void }) => (
  <>
    <Button
      renderRoot={(props) => <Link {...props} to="/documents/trash" />}
      variant="subtle"
      color="gray"
      leftSection={<IconTrash size={16} aria-hidden />}
    >
      Trash
    </Button>
    <Button
      renderRoot={(props) => <Link {...props} to="/documents/missed-searches" />}
      variant="subtle"
      color="gray"
      leftSection={<IconSearchOff size={16} aria-hidden />}
    >
      Searches without results
    </Button>
    <ImportMarkdown />
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      New document
    </Button>
  </>
)
