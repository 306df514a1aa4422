// The tools for selected text and for links: the editor's own, the mark for code within a line, and a field for addresses
// that finds documents.

import {
  BasicTextStyleButton,
  FormattingToolbar,
  FormattingToolbarController,
  getFormattingToolbarItems,
  LinkToolbarController,
} from '@blocknote/react'
import { WithLinkField } from './LinkField.tsx'

function WithCode() {
  const items = getFormattingToolbarItems()
  const position = items.findIndex(({ key }) => key === 'strikeStyleButton') + 1
  return (
    <FormattingToolbar>
      {items.toSpliced(position, 0, <BasicTextStyleButton key="code" basicTextStyle="code" />)}
    </FormattingToolbar>
  )
}

export const Toolbar = () => (
  <WithLinkField>
    <FormattingToolbarController formattingToolbar={WithCode} />
    <LinkToolbarController />
  </WithLinkField>
)
