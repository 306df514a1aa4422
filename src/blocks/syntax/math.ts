// Math for the Markdown parser: a block between lines of "$$", and $…$ or $$…$$ within text. A single dollar opens only
// before something and closes only after something, and has no letter or digit outside, so that "$5 or $10" and "$HOME/$USER"
// stay what they are.

import { oneLine } from 'galley-blocks/text.ts'
import type { Extension as TreeExtension } from 'mdast-util-from-markdown'
import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types'
import { isBlankCode, isLineEnd } from './codes.ts'
import { fenceLine, MOST_INDENT, nextLine } from './lines.ts'

const DOLLAR = 36
const BACKSLASH = 92

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    math: 'math'
    mathFence: 'mathFence'
    mathContent: 'mathContent'
    mathText: 'mathText'
    mathTextMark: 'mathTextMark'
    mathTextData: 'mathTextData'
  }
}

const block: Construct = { name: 'math', tokenize: tokenizeBlock, concrete: true }
const text: Construct = { name: 'mathText', tokenize: tokenizeText, previous: opensAfter }

export const mathSyntax: Extension = { flow: { [DOLLAR]: block }, text: { [DOLLAR]: text } }

function tokenizeBlock(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const context = this
  return (code) => {
    effects.enter('math')
    return effects.attempt(fence, opened, nok)(code)
  }

  function opened(code: Code): State | undefined {
    if (code === null) return done(code)
    return context.interrupt ? ok(code) : effects.attempt(nextLine, line, done)(code)
  }

  function line(code: Code): State | undefined {
    return effects.attempt(fence, done, content)(code)
  }

  /** Tokens contain at most one line end, by which the parser maps lines. */
  function content(code: Code): State | undefined {
    if (code === null) return done(code)
    // Tokens can't be empty.
    if (isLineEnd(code)) return effects.check(nextLine, startLine, done)(code)
    return startLine(code)
  }

  function startLine(code: Code): State | undefined {
    effects.enter('mathContent')
    return inLine(code)
  }

  function inLine(code: Code): State | undefined {
    if (code === null) return endContent(code)
    if (isLineEnd(code)) return effects.check(nextLine, endLine, endContent)(code)
    effects.consume(code)
    return inLine
  }

  function endLine(code: Code): State | undefined {
    effects.consume(code)
    effects.exit('mathContent')
    return line
  }

  function endContent(code: Code): State | undefined {
    effects.exit('mathContent')
    return done(code)
  }

  function done(code: Code): State | undefined {
    effects.exit('math')
    return ok(code)
  }
}

const fence = fenceLine('mathFence', DOLLAR, MOST_INDENT, (dollars) => dollars === 2)

function tokenizeText(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let size = 0
  let closed = 0
  let last: Code = null
  const isInWord = isWordly(this.previous)
  // One construct per formula, because the number of dollars varies.
  const closing: Construct = {
    partial: true,
    tokenize(effects, ok, nok) {
      let dollars = 0
      return function count(code): State | undefined {
        if (code === DOLLAR) {
          if (++dollars > size) return nok(code)
          if (dollars === 1) effects.enter('mathTextMark')
          effects.consume(code)
          return count
        }
        effects.exit('mathTextMark')
        return dollars === size && (size === 2 || endsBefore(code)) ? ok(code) : nok(code)
      }
    },
  }
  return (code) => {
    effects.enter('mathText')
    effects.enter('mathTextMark')
    return open(code)
  }

  function open(code: Code): State | undefined {
    if (code === DOLLAR) {
      if (++size > 2) return nok(code)
      effects.consume(code)
      return open
    }
    if (code === null || (size === 1 && (isInWord || isBlankCode(code) || isLineEnd(code)))) return nok(code)
    effects.exit('mathTextMark')
    return between(code)
  }

  function between(code: Code): State | undefined {
    if (code === null || code === DOLLAR) return nok(code)
    if (!isLineEnd(code)) {
      effects.enter('mathTextData')
      return data(code)
    }
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    last = code
    return between
  }

  function data(code: Code): State | undefined {
    if (code === null) return nok(code)
    if (isLineEnd(code)) {
      effects.exit('mathTextData')
      return between(code)
    }
    if (code !== DOLLAR || last === BACKSLASH) return take(code)
    // No dollar between single dollars: "$5 or $10" would otherwise pair with a later one.
    if (size === 1) return isBlankOrEnd(last) ? nok(code) : effects.check(closing, close, nok)(code)
    return effects.check(closing, close, take)(code)
  }

  function take(code: Code): State | undefined {
    if (code === null) return nok(code)
    // A backslash before a backslash escapes nothing.
    last = last === BACKSLASH && code === BACKSLASH ? null : code
    effects.consume(code)
    return data
  }

  function close(code: Code): State | undefined {
    if (closed === 0) {
      effects.exit('mathTextData')
      effects.enter('mathTextMark')
    }
    effects.consume(code)
    if (++closed < size) return close
    effects.exit('mathTextMark')
    effects.exit('mathText')
    return ok
  }
}

const isBlankOrEnd = (code: Code): boolean => code === null || isBlankCode(code) || isLineEnd(code)
const isWordly = (code: Code): boolean => code !== null && code > 0 && /[\p{L}\p{N}_]/u.test(String.fromCharCode(code))

function opensAfter(this: TokenizeContext, code: Code): boolean {
  return code !== DOLLAR || this.events.at(-1)?.[1].type === 'characterEscape'
}
/** After "${A}:$" a brace begins another shell variable. */
const endsBefore = (code: Code): boolean => !isWordly(code) && code !== 123

export const mathTree: TreeExtension = {
  enter: {
    math(token) {
      this.enter({ type: 'math', value: '' }, token)
    },
    mathText(token) {
      this.enter({ type: 'inlineMath', value: '', display: false }, token)
    },
  },
  exit: {
    mathContent(token) {
      const node = this.stack.at(-1)
      if (node?.type === 'math') node.value += this.sliceSerialize(token)
    },
    mathTextMark(token) {
      const node = this.stack.at(-1)
      if (node?.type === 'inlineMath') node.display = this.sliceSerialize(token).length === 2
    },
    mathTextData(token) {
      const node = this.stack.at(-1)
      if (node?.type === 'inlineMath') node.value += ` ${this.sliceSerialize(token)}`
    },
    math(token) {
      const node = this.stack.at(-1)
      if (node?.type === 'math') node.value = node.value.replace(/\r?\n$/, '')
      this.exit(token)
    },
    mathText(token) {
      const node = this.stack.at(-1)
      if (node?.type === 'inlineMath') node.value = oneLine(node.value)
      this.exit(token)
    },
  },
}
