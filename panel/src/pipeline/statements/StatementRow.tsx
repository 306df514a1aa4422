// A statement of a conversation. Only the current row is a tab stop; arrow keys move between rows.

import { Button, Group, Text } from '@mantine/core'
import type { StatementOut } from 'galley-client/schema.ts'
import { type KeyboardEvent, memo, type RefObject, useState } from 'react'
import { at } from '../../review/leads.ts'
import type { PickedStatement } from '../queries.ts'
import classes from './statements.module.css'

const KINDS: Record<StatementOut['kind'], string> = {
  fact: '',
  order: 'reads like an instruction',
  question: 'a question',
  talk: 'small talk',
}

export type StatementActs = {
  onFocus: (row: number) => void
  onKeyDown: (event: KeyboardEvent, row: number) => void
  onPick: (pick: PickedStatement) => void
}

type Props = {
  statement: StatementOut
  row: number
  locked: boolean
  /** The id of the datalist of sections. */
  sections: string
  isCurrent: boolean
  acts: RefObject<StatementActs | undefined>
}

export const StatementRow = memo(function StatementRow({ statement, row, locked, sections, isCurrent, acts }: Props) {
  const { id, at: time, speaker, text, kind, use } = statement
  // Pressing the same button again reverts the decision.
  const onUse = (wanted: boolean) => acts.current?.onPick({ id, use: use === wanted ? null : wanted })
  const stop = { tabIndex: isCurrent ? 0 : -1 }
  const label = text.slice(0, 60)
  return (
    <tr
      {...at('statement', id)}
      data-use={String(use)}
      onFocus={() => acts.current?.onFocus(row)}
      onKeyDown={(event) => acts.current?.onKeyDown(event, row)}
    >
      <td className={classes.wide}>{time}</td>
      <td className={classes.wide}>{speaker}</td>
      <td className={classes.text}>
        <Text fz="xs" c="dimmed" className={classes.narrow}>
          {[speaker, time].filter(Boolean).join(', ')}
        </Text>
        {text}
        {KINDS[kind] && (
          <Text span fz="xs" c="dimmed">
            {' '}
            ({KINDS[kind]})
          </Text>
        )}
        {use && <Section statement={statement} {...{ locked, sections, stop, acts }} />}
      </td>
      <td className={classes.use}>
        <Group gap={4} wrap="nowrap">
          <Button
            {...stop}
            size="compact-sm"
            variant={use ? 'filled' : 'default'}
            disabled={locked}
            aria-pressed={use === true}
            aria-label={`Keep: ${label}`}
            onClick={() => onUse(true)}
          >
            Keep
          </Button>
          <Button
            {...stop}
            size="compact-sm"
            variant={use === false ? 'filled' : 'default'}
            color="gray"
            disabled={locked}
            aria-pressed={use === false}
            aria-label={`Drop: ${label}`}
            onClick={() => onUse(false)}
          >
            Drop
          </Button>
        </Group>
      </td>
    </tr>
  )
})

type SectionProps = Pick<Props, 'statement' | 'locked' | 'sections' | 'acts'> & { stop: { tabIndex: number } }

/** A native field, because the library's would be rendered hundreds of times. */
function Section({ statement, locked, sections, stop, acts }: SectionProps) {
  const { id } = statement
  const saved = statement.section ?? ''
  const [typed, setTyped] = useState(saved)
  const save = () => typed.trim() !== saved && acts.current?.onPick({ id, use: true, section: typed.trim() || null })
  return (
    <input
      {...stop}
      className={classes.section}
      list={sections}
      aria-label={`Section for: ${statement.text.slice(0, 60)}`}
      placeholder="Section (optional)"
      maxLength={300}
      disabled={locked}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  )
}
