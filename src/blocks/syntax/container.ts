// Containers for the Markdown parser: ":::name anything", lines of Markdown, ":::". Docusaurus, VitePress, Starlight and the
// directives proposal write them, each with another rest of the first line, which is therefore one token here and is taken
// apart in container-info.ts. A closing fence has at least as many colons and nothing else, whatever surrounds it.

import type { CompileContext, Extension as TreeExtension } from 'mdast-util-from-markdown'
import type { Code, Construct, Effects, Extension, State, Token, TokenizeContext } from 'micromark-util-types'
import { isBlankCode, isLineEnd } from './codes.ts'
import { fenceLine, MOST_INDENT, nextLine } from './lines.ts'

const COLON = 58
const SHORTEST_FENCE = 3

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    container: 'container'
    containerFence: 'containerFence'
    containerInfo: 'containerInfo'
    containerContent: 'containerContent'
  }
}

const container: Construct = { name: 'container', tokenize, concrete: true }

export const containerSyntax: Extension = { flow: { [COLON]: container } }

function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const context = this
  const indent = indentBefore(context)
  let size = 0
  let previous: Token | undefined
  const closing = fenceLine('containerFence', COLON, MOST_INDENT + indent, (colons) => colons >= size)
  return start

  function start(code: Code): State | undefined {
    effects.enter('container')
    effects.enter('containerFence')
    return fence(code)
  }

  function fence(code: Code): State | undefined {
    if (code === COLON) {
      effects.consume(code)
      size++
      return fence
    }
    if (size < SHORTEST_FENCE) return nok(code)
    if (isBlankCode(code)) {
      effects.consume(code)
      return beforeInfo
    }
    return beforeInfo(code)
  }

  function beforeInfo(code: Code): State | undefined {
    if (isBlankCode(code)) {
      effects.consume(code)
      return beforeInfo
    }
    if (code === null || !isLetter(code)) return nok(code)
    effects.exit('containerFence')
    effects.enter('containerInfo')
    return info(code)
  }

  function info(code: Code): State | undefined {
    if (code !== null && !isLineEnd(code)) {
      effects.consume(code)
      return info
    }
    effects.exit('containerInfo')
    if (code === null) return done(code)
    return context.interrupt ? ok(code) : effects.attempt(nextLine, firstLine, done)(code)
  }

  function firstLine(code: Code): State | undefined {
    effects.enter('containerContent')
    return line(code)
  }

  function line(code: Code): State | undefined {
    return effects.attempt(closing, endContent, withoutIndent(indent))(code)
  }

  /** Removes the opening fence's indentation. */
  function withoutIndent(left: number): State {
    if (left === 0) return chunk
    return (code) => {
      if (!isBlankCode(code)) return chunk(code)
      effects.enter('linePrefix')
      return prefix(left)(code)
    }
  }

  function prefix(left: number): State {
    return (code) => {
      if (left > 0 && isBlankCode(code)) {
        effects.consume(code)
        return prefix(left - 1)
      }
      effects.exit('linePrefix')
      return chunk(code)
    }
  }

  function chunk(code: Code): State | undefined {
    if (code === null) return endContent(code)
    if (isLineEnd(code)) return effects.check(nextLine, startChunk, endContent)(code)
    return startChunk(code)
  }

  function startChunk(code: Code): State | undefined {
    const token = effects.enter('chunkDocument', { contentType: 'document', previous })
    if (previous) previous.next = token
    previous = token
    return inChunk(code)
  }

  function inChunk(code: Code): State | undefined {
    if (code === null) return endContent(endChunk(code))
    if (isLineEnd(code)) return effects.check(nextLine, endLine, (after) => endContent(endChunk(after)))(code)
    effects.consume(code)
    return inChunk
  }

  function endLine(code: Code): State | undefined {
    effects.consume(code)
    endChunk(code)
    return line
  }

  /** Ends a chunk; lines inside the container never lazily continue something outside. */
  function endChunk(code: Code): Code {
    const token = effects.exit('chunkDocument')
    context.parser.lazy[token.start.line] = false
    return code
  }

  function endContent(code: Code): State | undefined {
    effects.exit('containerContent')
    return done(code)
  }

  function done(code: Code): State | undefined {
    effects.exit('container')
    return ok(code)
  }
}

function indentBefore({ events }: TokenizeContext): number {
  const tail = events.at(-1)
  return tail?.[1].type === 'linePrefix' ? tail[2].sliceSerialize(tail[1], true).length : 0
}

const isLetter = (code: number): boolean => /\p{L}/u.test(String.fromCodePoint(Math.max(0, code)))

export const containerTree: TreeExtension = {
  enter: {
    container(token) {
      this.enter({ type: 'container', info: '', children: [] }, token)
    },
  },
  exit: {
    containerInfo(this: CompileContext, token) {
      const node = this.stack.at(-1)
      if (node?.type === 'container') node.info = this.sliceSerialize(token).trim()
    },
    container(token) {
      this.exit(token)
    },
  },
}
