// What is typed and not stored yet, and goes along with a decision.

import { Text } from '@mantine/core'
import { counted } from '../ui/counted.ts'
import type { OwnDraft } from './ownDraft.ts'
import type { Unsent } from './unsent.ts'

export function GoesAlong({ own, unsent: { count } }: { own: OwnDraft; unsent: Unsent }) {
  return (
    <>
      {own.goesAlong && <Text fz="sm">What you typed into the draft is saved first.</Text>}
      {count > 0 && (
        <Text fz="sm">
          {counted(count, 'answer that is', 'answers that are')} typed but not sent {count === 1 ? 'goes' : 'go'} along.
        </Text>
      )}
    </>
  )
}
