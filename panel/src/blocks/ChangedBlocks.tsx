// The changed blocks of a comparison.

import type { Block } from 'galley-blocks/model.ts'
import classes from './blocks.module.css'
import { ChangedBlock } from './DiffBlock.tsx'
import { diffBlocks } from './diff.ts'
import { numbersOf } from './text.ts'

export function ChangedBlocks({ before, after }: { before: Block[]; after: Block[] }) {
  const changes = diffBlocks(before, after).filter(({ kind }) => kind !== 'same')
  const numbers = numbersOf(changes.map(({ flat }) => flat))
  return (
    <div className={classes.flow} dir="auto">
      {changes.map((change) => (
        <ChangedBlock key={`${change.kind} ${change.flat.block.id}`} change={change} numbers={numbers} />
      ))}
    </div>
  )
}
