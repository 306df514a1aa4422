// The nodes that our syntax adds to Markdown's tree.

import type { BlockContent, DefinitionContent, Literal, Parent } from 'mdast'

/** `info` is the opening line without the colons. */
export interface Container extends Parent {
  type: 'container'
  info: string
  children: (BlockContent | DefinitionContent)[]
}
interface DisplayMath extends Literal {
  type: 'math'
}
/** InlineMath that is `display` was written between double dollars. */
interface InlineMath extends Literal {
  type: 'inlineMath'
  display: boolean
}

declare module 'mdast' {
  interface BlockContentMap {
    container: Container
    math: DisplayMath
  }
  interface PhrasingContentMap {
    inlineMath: InlineMath
  }
  interface RootContentMap {
    container: Container
    math: DisplayMath
    inlineMath: InlineMath
  }
}
