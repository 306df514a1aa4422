// Says which unsaved input a decision will include.

import { Text } from '@mantine/core'
import { counted } from '../../counted.ts'
import type { OwnDraft } from '../draft/ownDraft.ts'
import type { UnsentTexts } from '../points/unsent.ts'

export function IncludedEdits({ own, unsent: { count } }: { own: OwnDraft; unsent: UnsentTexts }) {
  return (
    <>
      {own.isIncluded && <Text fz="sm">Your edits to the draft are saved first.</Text>}
      {count > 0 && <Text fz="sm">{counted(count, 'unsent answer is', 'unsent answers are')} included.</Text>}
    </>
  )
}
