// What readers see of a line that is written in Markdown, for fields that hold only text: summaries and captions.

import { blocksToText, oneLine } from 'galley-blocks/text.ts'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'

export const plainText = (markdown: string): string => oneLine(blocksToText(blocksFromMarkdown(markdown)))
