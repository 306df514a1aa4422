// The saved text of each block by id, for the cards beside the editor; computed with each save rather than each key.

import { walkBlocks } from 'galley-blocks/model.ts'
import { blockText } from 'galley-blocks/text.ts'
import type { DocumentOut } from 'galley-client/schema.ts'
import { useMemo } from 'react'

export const useSavedTexts = ({ blocks }: Pick<DocumentOut, 'blocks'>): ReadonlyMap<string, string> =>
  useMemo(() => new Map([...walkBlocks(blocks)].map((block) => [block.id, blockText(block)])), [blocks])
