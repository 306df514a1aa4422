// What the passages of a document rest on, beside its editor; a source opens at the quote.

import { Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { EvidenceBlockOut } from '../api/schema.ts'
import { quoteLink, SOURCE_KINDS } from '../pipeline/quote-link.ts'
import { useSources } from './queries.ts'

type ListedSource = EvidenceBlockOut['sources'][number]

export function SourcesCard({ documentId, version }: { documentId: number; version: number }) {
  const { data } = useSources(documentId, version)
  const blocks = data?.blocks.filter(({ sources }) => sources.length > 0) ?? []
  if (blocks.length === 0) return null
  return (
    <Paper p="md" component="section" aria-label="Sources">
      <Title order={2} fz="md" mb="xs">
        Sources
      </Title>
      <Stack gap="sm" mah={420} style={{ overflowY: 'auto' }} tabIndex={0} role="group" aria-label="List of sources">
        {blocks.flatMap(({ sources }) => sources.map((source) => <SourceLine key={source.key} source={source} />))}
      </Stack>
    </Paper>
  )
}

function SourceLine({ source }: { source: ListedSource }) {
  const { kind, title, quote, url, before, stale } = source
  const slug = kind === 'document' && url ? decodeURIComponent(url.slice('/read/'.length)) : undefined
  const href = slug === undefined ? url : quoteLink(slug, quote ?? '')
  return (
    <div>
      <Group gap={6}>
        <Badge size="xs" color="gray">
          {SOURCE_KINDS[kind]}
        </Badge>
        {stale && (
          <Badge size="xs" color="orange">
            Needs a look
          </Badge>
        )}
        {before && (
          <Badge size="xs" color="gray" variant="outline">
            Before
          </Badge>
        )}
        {href ? (
          <Anchor fz="sm" href={href} target="_blank" rel="noopener">
            {title}
          </Anchor>
        ) : (
          <Text fz="sm">{title}</Text>
        )}
      </Group>
      <Text fz="xs" c="dimmed" lineClamp={4} dir="auto">
        “{quote}”
      </Text>
    </div>
  )
}
