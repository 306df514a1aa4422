// Blocks to the HTML that readers see, made once when content is saved.

import { blocksToHtml } from '#blocks/html.ts'
import type { Block } from '#blocks/types.ts'

export const renderHtml = async (blocks: Block[]): Promise<string> => blocksToHtml(blocks)
