// A read-only text, as on the site.

import { blocksToHtml } from 'galley-blocks/html/html.ts'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { headingShiftOf } from 'galley-blocks/text.ts'
import { useMemo } from 'react'
import { ContentHtml } from './ContentHtml.tsx'
import { useDrawing } from './drawing.ts'
import { HeldPictures } from './HeldPictures.tsx'

export function TextView({ blocks }: { blocks: Block[] }) {
  const drawing = useDrawing(blocks)
  const html = useMemo(
    () => blocksToHtml(blocks, { ...drawing, headingShift: headingShiftOf(walkBlocks(blocks)) }),
    [blocks, drawing],
  )
  return (
    <>
      <HeldPictures blocks={blocks} />
      <ContentHtml html={html} />
    </>
  )
}
