// What a draft was made from: notes, instructions, plan and gathered material.

import { Accordion, Code, Stack, Text, Title } from '@mantine/core'
import type { IterationOut } from 'galley-client/schema.ts'

export function InputsView({ iteration }: { iteration: IterationOut }) {
  return (
    <Stack>
      <Given title="Notes" text={iteration.notes} />
      <Given title="Instructions for the writer" text={iteration.instructions} />
      <Accordion variant="separated" multiple>
        <Part name="planning" label="Plan" value={iteration.planning} />
        <Part name="extracted" label="Gathered material" value={iteration.extracted} />
      </Accordion>
    </Stack>
  )
}

function Given({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Title order={2} fz="md" mb={4}>
        {title}
      </Title>
      <Text fz="sm" style={{ whiteSpace: 'pre-wrap' }} c={text ? undefined : 'dimmed'}>
        {text || 'None.'}
      </Text>
    </div>
  )
}

function Part({ name, label, value }: { name: string; label: string; value: unknown }) {
  const empty = value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
  return (
    <Accordion.Item value={name}>
      <Accordion.Control>{label}</Accordion.Control>
      <Accordion.Panel>
        {empty ? (
          <Text fz="sm" c="dimmed">
            Nothing yet.
          </Text>
        ) : (
          <Code block mah={420} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }} tabIndex={0}>
            {JSON.stringify(value, null, 2)}
          </Code>
        )}
      </Accordion.Panel>
    </Accordion.Item>
  )
}
