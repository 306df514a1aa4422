// Emoji by their names on GitHub, ":tada:", for the Markdown parser. Unknown names stay text, and so do numbers,
// names inside words ("std::swap::x") and an escaped colon.

import { nameToEmoji } from 'gemoji'
import type { Extension as TreeExtension } from 'mdast-util-from-markdown'
import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types'

const COLON = 58
const LONGEST_NAME = 40
const NAME_CHARACTER = /[\w+-]/
const IN_WORD = /[\w:]/

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    emoji: 'emoji'
  }
}

const emoji: Construct = { name: 'emoji', tokenize, previous: (code) => !isInWord(code) }

export const emojiSyntax: Extension = { text: { [COLON]: emoji } }

function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let name = ''
  return (code) => {
    effects.enter('emoji')
    effects.consume(code)
    return next
  }
  function next(code: Code): State | undefined {
    if (code === COLON && Object.hasOwn(nameToEmoji, name) && !/^\d+$/.test(name)) {
      effects.consume(code)
      return after
    }
    if (code === null || code < 0 || name.length > LONGEST_NAME) return nok(code)
    const character = String.fromCharCode(code)
    if (!NAME_CHARACTER.test(character)) return nok(code)
    name += character
    effects.consume(code)
    return next
  }
  function after(code: Code): State | undefined {
    if (isInWord(code)) return nok(code)
    effects.exit('emoji')
    return ok(code)
  }
}

const isInWord = (code: Code): boolean => code !== null && code > 0 && IN_WORD.test(String.fromCharCode(code))

export const emojiTree: TreeExtension = {
  enter: {
    emoji(token) {
      const name = this.sliceSerialize(token).slice(1, -1)
      this.enter({ type: 'text', value: nameToEmoji[name] ?? name }, token)
    },
  },
  exit: {
    emoji(token) {
      this.exit(token)
    },
  },
}

/** Matches possible emoji names, which aren't plain text. */
export const NAMES_EMOJI = /(?<![\w:]):(?!\d+:)[\w+-]{1,40}:(?![\w:])/
