// The tools for selected text: the editor's own, and the mark for code within a line.

import {
  BasicTextStyleButton,
  FormattingToolbar,
  FormattingToolbarController,
  getFormattingToolbarItems,
} from '@blocknote/react'

function WithCode() {
  const items = getFormattingToolbarItems()
  const position = items.findIndex(({ key }) => key === 'strikeStyleButton') + 1
  return (
    <FormattingToolbar>
      {items.toSpliced(position, 0, <BasicTextStyleButton key="code" basicTextStyle="code" />)}
    </FormattingToolbar>
  )
}

export const Toolbar = () => <FormattingToolbarController formattingToolbar={WithCode} />
