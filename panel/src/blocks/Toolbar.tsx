// The toolbars for selected text and links: the editor's own tools, inline code, and the address field that finds documents.

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
