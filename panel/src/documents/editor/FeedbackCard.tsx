// Readers' feedback on the page: counts and remarks; hidden if there is none.

import { Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { Ago } from '../../ui/Ago.tsx'

export function FeedbackCard({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: keys.feedback(id),
    queryFn: () => call('GET /api/docs/{doc_id}/feedback', { path: { doc_id: id } }),
  })
  if (!data || data.yes + data.no === 0) return null
  return (
    <Paper p="md" component="section" aria-label="Reader feedback">
      <Title order={2} fz="md" mb="xs">
        Reader feedback
      </Title>
      <Text fz="sm">
        Helpful for {data.yes} of {data.yes + data.no}
      </Text>
      {data.sections.map(({ section, yes, no }) => (
        <Text key={section} fz="xs" c="dimmed">
          {section}: {yes} of {yes + no}
        </Text>
      ))}
      <Stack gap="xs" mt="xs" mah={320} style={{ overflowY: 'auto' }}>
        {data.said.map(({ id: key, section, text, created_at }) => (
          <div key={key}>
            <Text fz="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
            <Text fz="xs" c="dimmed">
              {section && `${section}, `}
              <Ago at={created_at} small />
            </Text>
          </div>
        ))}
      </Stack>
    </Paper>
  )
}
