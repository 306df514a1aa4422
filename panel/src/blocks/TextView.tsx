// A read-only text.

import type { Block } from 'galley-blocks/model.ts'
import { BlockView } from './BlockView.tsx'
import classes from './blocks.module.css'
import { flatten, numbersOf } from './text.ts'

export function TextView({ blocks }: { blocks: Block[] }) {
  const flats = flatten(blocks)
  const numbers = numbersOf(flats)
  return (
    <div className={classes.flow}>
      {flats.map(({ block, depth, callout }) => (
        <div key={block.id} className={classes.block} style={{ marginLeft: depth * 22 }} data-callout={callout}>
          <BlockView block={block} number={numbers.get(block) ?? 1} />
        </div>
      ))}
    </div>
  )
}
