// Health checks of the installation, and the last verified backup.

import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useChecks } from './queries.ts'

export function Checks() {
  const { data } = useChecks()
  if (!data) return null
  const wrong = data.filter(({ ok }) => !ok)
  const backup = data.find(({ name, ok }) => name === 'backup' && ok)
  return (
    <>
      {wrong.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title="Needs your attention"
          mt="md"
        >
          <List size="sm">
            {wrong.map(({ name, text }) => (
              <List.Item key={name}>
                <b>{name}</b>: {text}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {backup && (
        <Text fz="sm" c="dimmed" mt="sm">
          <IconCircleCheck size={16} aria-hidden style={{ verticalAlign: 'text-bottom' }} /> Backup: {backup.text}
        </Text>
      )}
    </>
  )
}
