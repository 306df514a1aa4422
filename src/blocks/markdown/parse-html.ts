// Parses HTML as browsers do, with a bound on the size of the tree: browsers reopen unclosed elements in every paragraph, so
// n of them and m paragraphs make n × m elements.

import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { defaultTreeAdapter, parse, parseFragment } from 'parse5'
import { VFile } from 'vfile'

/** A tag has at least three characters; the constant allows short sloppy texts. */
const mostElements = (source: string): number => 10_000 + source.length / 2

/** Undefined if the source makes far more elements than it has tags. Without `isPage` it is a fragment. */
export function parseHtml(source: string, isPage = false): Root | undefined {
  let left = mostElements(source)
  const tooMany = new Error('too many elements')
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement: (...given) => {
      if (--left < 0) throw tooMany
      return defaultTreeAdapter.createElement(...given)
    },
  }
  const options = { sourceCodeLocationInfo: true, scriptingEnabled: false, treeAdapter }
  try {
    const parsed = isPage ? parse(source, options) : parseFragment(source, options)
    return fromParse5(parsed, { file: new VFile(source), verbose: true }) as Root
  } catch (error) {
    if (error === tooMany) return undefined
    throw error
  }
}
