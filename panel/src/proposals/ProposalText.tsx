// A proposal's text compared with its base; each part is decided below its block.

import { List, Text } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import type { EvidenceBlockOut, ProposalDetail } from 'galley-client/schema.ts'
import { useMemo } from 'react'
import { usePaths } from '../categories/queries.ts'
import { useSources } from '../evidence/queries.ts'
import { SOURCE_KINDS } from '../review/quote-link.ts'
import { ReviewedText } from '../review/ReviewedText.tsx'
import { useMe } from '../session/session.ts'
import { PartCard } from './PartCard.tsx'
import { type ProposalPart, replaceBlock, withPartOf } from './parts.ts'
import { useAct } from './queries.ts'
import { actionLines, isBlockPart } from './words.ts'

const NO_SLUGS: ReadonlyMap<number, string> = new Map()

export function ProposalText({ proposal }: { proposal: ProposalDetail }) {
  const { base, text, parts, document, state, needed, by_others, revision_id } = proposal
  const me = useMe()
  const act = useAct(proposal.id)
  const { labelOf } = usePaths()
  const sources = useSources(document.id, base?.version ?? 0)
  const rests = useMemo(
    () => new Map(sources.data?.blocks.map((block) => [block.block_id, block])),
    [sources.data?.blocks],
  )
  const placed = useMemo(() => parts.map((part) => ({ ...part, block_id: part.id })), [parts])
  if (!base || !text) return <Text c="dimmed">The texts of this proposal were removed.</Text>
  const isLocked = proposal.closed_at !== null || proposal.iteration_id !== null
  const change = (body: object) => act.mutate({ way: 'update', body: { change: body, revision_id } })
  const render = (part: ProposalPart) => {
    const back = part.id === 'order' || part.id === 'action' ? undefined : withPartOf(text, base, part.id)
    const block = text.blocks.find(({ id }) => id === part.id)
    return (
      <PartCard
        key={part.id}
        part={part}
        needed={needed}
        byOthers={by_others}
        mine={part.approved_by.some((person) => person.id === me.id)}
        locked={isLocked}
        busy={act.isPending}
        source={isBlockPart(part) ? sourceOf(rests.get(part.id)) : undefined}
        onApprove={
          state === 'open' && part.may_approve
            ? () => act.mutate({ way: 'approve', body: { parts: [part.id], revision_id } })
            : undefined
        }
        onTakeBack={back && (() => change(back))}
        block={block}
        onEdit={(blocks: Block[]) => change({ blocks: replaceBlock(text.blocks, part.id, blocks) })}
      >
        <PartWords part={part} proposal={proposal} categoryName={labelOf} />
      </PartCard>
    )
  }
  return (
    <ReviewedText text={text} standing={base} provenance={{}} slugs={NO_SLUGS} edits={placed} renderEdit={render} />
  )
}

/** The block's source in a sentence, or that a person wrote it. */
function sourceOf(block: EvidenceBlockOut | undefined): string {
  const [source] = block?.sources ?? []
  if (!source) return 'Written by hand'
  return `Rested on ${source.title ?? SOURCE_KINDS[source.kind]}${source.quote ? `: “${source.quote}”` : ''}`
}

type WordsProps = { part: ProposalPart; proposal: ProposalDetail; categoryName: (id: number | null) => string }

/** Changes that aren't visible in the text. */
function PartWords({ part, proposal: { base, text, action }, categoryName }: WordsProps) {
  if (part.id === 'tags')
    return (
      <Text fz="sm">
        {base!.tags.join(', ') || 'None'} → {text!.tags.join(', ') || 'None'}
      </Text>
    )
  if (part.id !== 'action') return null
  return (
    <List size="sm">
      {actionLines(action, categoryName).map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  )
}
