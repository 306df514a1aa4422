// A part of a proposal: author, source, approvals, decision. Focused, A approves, R reverts and E edits it.

import { Badge, Button, Group, Text } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { at } from '../review/leads.ts'
import review from '../review/review.module.css'
import { lazily } from '../ui/lazily.tsx'
import type { ProposalPart } from './parts.ts'
import { behindNames, isUnadopted, partName, personName } from './words.ts'

const PartEditor = lazily(() => import('./PartEditor.tsx'), 'PartEditor')

type Props = {
  part: ProposalPart
  needed: number
  /** Others than those behind it have to approve it. */
  byOthers: boolean
  /** The person has approved it. */
  mine: boolean
  locked: boolean
  busy: boolean
  /** The block's source; undefined if the part isn't a block. */
  source: string | undefined
  onApprove: (() => void) | undefined
  onTakeBack: (() => void) | undefined
  /** The block that can be edited here; onEdit gets its replacement. */
  block: Block | undefined
  onEdit: (blocks: Block[]) => void
  children?: ReactNode
}

export function PartCard(props: Props) {
  const { part, needed, byOthers, mine, locked, busy, source, onApprove, onTakeBack, block, onEdit, children } = props
  const [isEditing, setEditing] = useState(false)
  const isApproved = part.approved_by.length >= needed
  const edit = locked || !block ? undefined : () => setEditing(true)
  const keys: Record<string, (() => void) | undefined> = { a: mine ? undefined : onApprove, r: onTakeBack, e: edit }
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = (event.target as HTMLElement).isContentEditable || event.target instanceof HTMLTextAreaElement
    if (locked || isTyping || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return
    event.preventDefault()
    keys[event.key]!()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the buttons inside.
    <div
      {...at('part', part.id)}
      className={review.edit}
      data-part={part.id}
      data-state={isApproved ? 'applied' : 'proposed'}
      onKeyDown={onKeyDown}
    >
      <Group gap={6}>
        <Badge size="sm" color={isApproved ? 'green' : 'yellow'}>
          {isApproved ? 'Approved' : needed > 1 ? `${part.approved_by.length} of ${needed}` : 'To review'}
        </Badge>
        <span>
          {partName(part)} by {behindNames(part.behind)}
        </span>
        {!locked && (
          <Group gap={4} ml="auto" wrap="nowrap">
            {onApprove && !mine && (
              <Button size="compact-sm" loading={busy} onClick={onApprove}>
                {byOthers && isUnadopted(part) ? 'Adopt' : 'Approve'}
              </Button>
            )}
            {onTakeBack && (
              <Button size="compact-sm" variant="default" disabled={busy} onClick={onTakeBack}>
                Reject
              </Button>
            )}
            {edit && (
              <Button size="compact-sm" variant="subtle" disabled={busy} onClick={edit}>
                Edit
              </Button>
            )}
          </Group>
        )}
      </Group>
      {children}
      {isEditing && block && (
        <PartEditor
          block={block}
          onCancel={() => setEditing(false)}
          onSave={(blocks) => {
            setEditing(false)
            onEdit(blocks)
          }}
        />
      )}
      {source !== undefined && <p className={review.quoted}>{source}</p>}
      {byOthers && !locked && !isApproved && isUnadopted(part) && (
        <Text fz="xs" c="dimmed">
          No person stands behind it. Whoever adopts it does, and someone else approves it.
        </Text>
      )}
      {part.approved_by.length > 0 && (
        <Text fz="xs" c="dimmed">
          Approved by {part.approved_by.map(personName).join(', ')}
        </Text>
      )}
    </div>
  )
}
