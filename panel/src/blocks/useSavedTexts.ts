// What the blocks of a saved document say, by their ids, for the cards beside the editor: built with each save, not with each key.

import { walkBlocks } from 'galley-blocks/model.ts'
import type { DocumentOut } from 'galley-client/schema.ts'
import { useMemo } from 'react'
import { textOf } from './text.ts'

export const useSavedTexts = ({ blocks }: Pick<DocumentOut, 'blocks'>): ReadonlyMap<string, string> =>
  useMemo(() => new Map([...walkBlocks(blocks)].map((block) => [block.id, textOf(block)])), [blocks])
