// Lines that blocks of our own syntax begin and end with: a fence of marks, and the step to the next line.

import type { Code, Construct, State, TokenType } from 'micromark-util-types'
import { isBlankCode, isLineEnd } from './codes.ts'

/** Indented by four, a fence is code. */
export const MOST_INDENT = 3

/** A line of only marks, in a number that `isFence` accepts. */
export const fenceLine = (
  type: TokenType,
  mark: number,
  mostIndent: number,
  isFence: (marks: number) => boolean,
): Construct => ({
  partial: true,
  tokenize(effects, ok, nok) {
    let blanks = 0
    let marks = 0
    return (code) => {
      effects.enter(type)
      return before(code)
    }
    function before(code: Code): State | undefined {
      if (!isBlankCode(code)) return sequence(code)
      if (++blanks > mostIndent) return nok(code)
      effects.consume(code)
      return before
    }
    function sequence(code: Code): State | undefined {
      if (code === mark) {
        effects.consume(code)
        marks++
        return sequence
      }
      return isFence(marks) ? after(code) : nok(code)
    }
    function after(code: Code): State | undefined {
      if (isBlankCode(code)) {
        effects.consume(code)
        return after
      }
      if (code !== null && !isLineEnd(code)) return nok(code)
      effects.exit(type)
      return ok(code)
    }
  },
})

/** Continues on the next line, unless that belongs to an outer container. */
export const nextLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return (code) => {
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return (next) => (this.parser.lazy[this.now().line] ? nok(next) : ok(next))
    }
  },
}
