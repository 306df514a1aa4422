// The service's settings, read-only: they come from its environment.

import { Badge, Box, Code, Skeleton, Switch, Text } from '@mantine/core'
import type { SettingOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { useServiceSettings } from './queries.ts'
import { SettingsSection } from './SettingsSection.tsx'

const Value = ({ value }: Pick<SettingOut, 'value'>) =>
  value === '' ? (
    <Text fz="sm" c="dimmed">
      empty
    </Text>
  ) : (
    <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
  )

const COLUMNS: Column<SettingOut>[] = [
  {
    key: 'Setting',
    cell: ({ name, help, value }) => (
      <>
        <Text fz="sm" ff="monospace">
          {name}
        </Text>
        <Text fz="xs" c="dimmed">
          {help}
        </Text>
        {/* A phone has no room for a second column. */}
        <Box hiddenFrom="sm">
          <Value value={value} />
        </Box>
      </>
    ),
  },
  {
    key: 'Value',
    from: 'sm',
    cell: Value,
  },
  {
    key: 'From',
    from: 'sm',
    width: 130,
    cell: ({ origin }) => <Badge color={origin === 'environment' ? 'ink' : 'gray'}>{origin}</Badge>,
  },
]

export function ServiceSettings() {
  const settings = useServiceSettings()
  const [changed, setChanged] = useState(false)
  const rows = settings.data?.filter(({ origin }) => !changed || origin === 'environment')
  return (
    <SettingsSection
      title="Service"
      hint="Set in the service's environment. Restart the service to apply changes."
      action={
        <Switch
          label="Only changed settings"
          checked={changed}
          onChange={(event) => setChanged(event.currentTarget.checked)}
        />
      }
    >
      <ErrorNote error={settings.error} onRetry={() => void settings.refetch()} />
      {settings.isPending && <Skeleton h={240} />}
      {rows && <DataTable columns={COLUMNS} rows={rows} keyOf={({ name }) => name} />}
    </SettingsSection>
  )
}
