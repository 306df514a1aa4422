// A source's former and current text side by side, with changed words marked.

import { Anchor, SimpleGrid, Text } from '@mantine/core'
import { diffWords } from '../blocks/words.ts'
import { quoteLink } from '../review/quote-link.ts'
import type { Stale } from './queries.ts'

export function Difference({ item: { quote, nearest, source } }: { item: Stale }) {
  if (quote === null || source === null) return null
  const pieces = nearest === null ? [] : diffWords(quote, nearest)
  const side = (kind: 'removed' | 'added') =>
    pieces
      .filter((piece) => piece.kind === 'same' || piece.kind === kind)
      .map(({ text, kind: what }, at) => {
        const key = `${at}${what}`
        if (what === 'same') return <span key={key}>{text}</span>
        return what === 'removed' ? <del key={key}>{text}</del> : <ins key={key}>{text}</ins>
      })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <div>
        <Text fz="xs" c="dimmed">
          {source.title} said
        </Text>
        <Text fz="sm" dir="auto">
          {nearest === null ? quote : side('removed')}
        </Text>
      </div>
      <div>
        <Text fz="xs" c="dimmed">
          {source.slug === null ? 'Deleted' : <SourceLink slug={source.slug} nearest={nearest} title={source.title} />}
        </Text>
        <Text fz="sm" dir="auto">
          {nearest === null ? 'Nothing similar was found.' : side('added')}
        </Text>
      </div>
    </SimpleGrid>
  )
}

const SourceLink = ({ slug, nearest, title }: { slug: string; nearest: string | null; title: string }) => (
  <Anchor fz="xs" href={quoteLink(slug, nearest ?? '')} target="_blank" rel="noopener">
    {title} now
  </Anchor>
)
