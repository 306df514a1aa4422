// The two fields of a draft, side by side: the notes, and what the writer should do. Notes are printed, instructions never.

import { SimpleGrid, Textarea } from '@mantine/core'
import type { ComponentProps } from 'react'

type BoxProps = Partial<ComponentProps<typeof Textarea>>
type Props = { notes: BoxProps; instructions: BoxProps }

const BOX = { autosize: true, minRows: 6, maxRows: 16, maxLength: 20_000 }

export function DraftFields({ notes, instructions }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Textarea
        label="Notes"
        description="Facts, steps and rules for readers. You can use Markdown."
        placeholder={'- The plant runs at most 9 pumps.\n- Start: feedctl start --line 2'}
        data-autofocus
        {...BOX}
        {...notes}
      />
      <Textarea
        label="Instructions for the writer"
        description="How to write it, one instruction per line. They never appear in the document."
        placeholder={'Leave out: prices\nSections: Before you start, Steps\nKeep it short.'}
        {...BOX}
        {...instructions}
      />
    </SimpleGrid>
  )
}
