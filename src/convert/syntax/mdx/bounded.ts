// MDX syntax with bounded cost. micromark retries a broken expression from its start
// at every `}` up to the end of the page, and a program at every blank line: 20 kB of them took 8 s. How much is tried is
// counted, and a page far over its share is not read as MDX.

import { mdxjs } from 'micromark-extension-mdxjs'
import type { Construct, Effects, Extension } from 'micromark-util-types'

/** Too many broken expressions to parse. */
export class TooManyTries extends Error {}

/** TooLongForMdx: the parser takes more than its share for long pages, and nobody writes MDX of this length. */
export class TooLongForMdx extends Error {}
const LONGEST = 200_000

/** Retries that any page may use; long pages may use more in proportion. */
const ANY_PAGE = 200_000
const TIMES = 40

export function boundedMdx(length: number): Extension {
  if (length > LONGEST) throw new TooLongForMdx(`it has more than ${LONGEST} characters`)
  let left = ANY_PAGE + TIMES * length
  const bounded = (construct: Construct): Construct => ({
    ...construct,
    tokenize(effects, ok, nok) {
      const start = this.now().offset
      let last: string | undefined
      // A try that failed shows in what follows it: one more piece of the expression right after another, or of blank lines.
      const enter: Effects['enter'] = (type, fields) => {
        if (type === last) left -= this.now().offset - start
        if (left < 0) throw new TooManyTries()
        return effects.enter(type, fields)
      }
      const exit: Effects['exit'] = (type) => {
        last = type
        return effects.exit(type)
      }
      return construct.tokenize.call(this, { ...effects, enter, exit }, ok, nok)
    },
  })
  const { flow = {}, text = {}, ...rest } = mdxjs()
  const all = (constructs: typeof flow) =>
    Object.fromEntries(
      Object.entries(constructs).map(([code, some]) => [code, [some ?? []].flat().map((one) => bounded(one!))]),
    )
  return { ...rest, flow: all(flow), text: all(text) }
}
