// A block that needs a review: its text, its source before and now, and the choices.

import { Anchor, Button, Checkbox, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { diffText } from 'galley-blocks/diff-words.ts'
import { Words } from '../blocks/Words.tsx'
import { quoteLink } from '../review/quote-link.ts'
import { Ago } from '../ui/Ago.tsx'
import type { PassageReason, PassageWay, Stale } from './queries.ts'

const REASONS: Record<PassageReason, string> = {
  changed: 'The source has changed',
  deleted: 'The source was deleted',
  age: 'Due for a check',
}
type PassageProps = {
  item: Stale
  isChosen: boolean
  isBusy: boolean
  onChoose: (isChosen: boolean) => void
  onRun: (way: PassageWay, items: Stale[]) => void
}

export function Passage({ item, isChosen, isBusy, onChoose, onRun }: PassageProps) {
  const { document, reason, since, text } = item
  return (
    <Paper component="li" p="md" data-stop tabIndex={-1}>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <Checkbox
          mt={3}
          aria-label={`Select: ${(text || document.title).slice(0, 80)}`}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
        <Stack gap="xs" style={{ minWidth: 0, flex: 1 }}>
          <div>
            <Anchor
              fz="sm"
              fw={550}
              renderRoot={(props) => <Link {...props} to="/documents/$id" params={{ id: String(document.id) }} />}
            >
              {document.title}
            </Anchor>
            <Text fz="xs" c="dimmed">
              {REASONS[reason]} · <Ago at={since} small />
            </Text>
          </div>
          {text !== '' && (
            <Text fz="sm" dir="auto">
              {text}
            </Text>
          )}
          <Difference item={item} />
          <WaysOut items={[item]} isBusy={isBusy} onRun={onRun} label={document.title} />
        </Stack>
      </Group>
    </Paper>
  )
}

type WaysOutProps = { items: Stale[]; isBusy: boolean; onRun: PassageProps['onRun']; label: string }

/** One-click choices; editing happens in the editor. */
export function WaysOut({ items, isBusy, onRun, label }: WaysOutProps) {
  const canTake = items.some(({ nearest }) => nearest !== null)
  const canRedraft = items.some(({ key }) => key !== null)
  const only = items.length === 1 ? items[0] : undefined
  const button = (way: PassageWay, words: string) => (
    <Button
      size="compact-sm"
      variant="light"
      disabled={isBusy}
      onClick={() => onRun(way, items)}
      aria-label={`${words}: ${label}`}
    >
      {words}
    </Button>
  )
  return (
    <Group gap="xs">
      {canTake && button('take', 'Use the new wording')}
      {button('keep', 'Keep and mark as checked')}
      {canRedraft && button('redraft', 'Generate a draft')}
      {only && label !== 'selected' && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Edit: ${label}`}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/documents/$id"
              params={{ id: String(only.document.id) }}
              {...(only.block_id !== '' && { hash: `block=${only.block_id}` })}
            />
          )}
        >
          Edit
        </Button>
      )}
    </Group>
  )
}

/** A source's former and current text side by side, with changed words marked. */
function Difference({ item: { quote, nearest, source } }: { item: Stale }) {
  if (quote === null || source === null) return null
  const pieces = nearest === null ? [] : diffText(quote, nearest)
  const side = (kind: 'removed' | 'added') => <Words pieces={pieces.filter(({ op }) => op === 'same' || op === kind)} />
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
