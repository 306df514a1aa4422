// Words with what was added and removed among them.

import './words.css'
import type { DiffPiece } from 'galley-blocks/diff-words.ts'

export function Words({ pieces }: { pieces: DiffPiece[] }) {
  const words = pieces.map(({ op, text }, index) => {
    const key = `${index}${op}`
    if (op === 'added') return <ins key={key}>{text}</ins>
    return op === 'removed' ? <del key={key}>{text}</del> : <span key={key}>{text}</span>
  })
  return <span className="diff-words">{words}</span>
}
