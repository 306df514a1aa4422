// Actions above the document list: other lists, import, new document.

import { Button } from '@mantine/core'
import { IconChartBar, IconFileImport, IconPlus, IconSearchOff, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

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
      renderRoot={(props) => <Link {...props} to="/documents/overview" />}
      variant="subtle"
      color="gray"
      leftSection={<IconChartBar size={16} aria-hidden />}
    >
      Overview
    </Button>
    <Button
      renderRoot={(props) => <Link {...props} to="/documents/missed-searches" />}
      variant="subtle"
      color="gray"
      leftSection={<IconSearchOff size={16} aria-hidden />}
    >
      Searches without results
    </Button>
    <Button
      renderRoot={(props) => <Link {...props} to="/documents/import" />}
      variant="default"
      leftSection={<IconFileImport size={16} aria-hidden />}
    >
      Import
    </Button>
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      New document
    </Button>
  </>
)
