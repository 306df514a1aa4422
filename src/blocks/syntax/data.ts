// Text that no construct takes, for the Markdown parser. Left alone, it makes a piece of each word that might have begun a
// construct and merges them when the paragraph is over, by a splice in the list of all its events; and it looks for the end of
// each comment as far as the paragraph goes. Thousands of marks between words cost the square of their number, either way.

import type { Code, Construct, Effects, Extension, Resolver, State, TokenizeContext } from 'micromark-util-types'

const EXCLAMATION = 33
const HYPHEN = 45
const LESS_THAN = 60
const QUESTION = 63
const BRACKET = 91

/** Each piece is merged with the one before it as soon as it is read. */
const mergePieces: Resolver = (events) => {
  const [before, own] = [events.at(-3)?.[1], events.at(-1)![1]]
  if (before?.type !== 'data') return events
  before.end = own.end
  events.length -= 2
  return events
}

const dataOf = (field: 'text' | 'string'): Construct => ({
  name: 'data',
  tokenize(this: TokenizeContext, effects: Effects, ok: State) {
    const constructs = this.parser.constructs[field]
    const mayBegin = (code: Code): boolean => {
      // Text is read here character by character: no list is made for each.
      const some = constructs[code!] as Construct[] | undefined
      return some?.some(({ previous }) => !previous || previous.call(this, this.previous)) ?? false
    }
    return (code) => {
      effects.enter('data')
      effects.consume(code)
      return goOn
    }
    function goOn(code: Code): State | undefined {
      if (code !== null && !mayBegin(code)) {
        effects.consume(code)
        return goOn
      }
      effects.exit('data')
      return ok(code)
    }
  },
  resolveTo: mergePieces,
})

/** Ends of inline HTML that are nowhere in the rest of a paragraph. */
const missing = new WeakMap<TokenizeContext, Set<string>>()

/** It has the name of what it spares the parser, and is disabled with it. */
const unendedHtml: Construct = {
  name: 'htmlText',
  tokenize(effects, ok, nok) {
    const others = [this.parser.constructs.text[LESS_THAN] ?? []].flat().filter(({ name }) => name !== 'htmlText')
    const take: State = (code) => {
      effects.enter('data')
      effects.consume(code)
      effects.exit('data')
      return ok
    }
    return effects.check(endsOrIsTag, nok, effects.check(others, nok, take))
  },
  resolveTo: mergePieces,
}

const endsOrIsTag: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const gone = missing.get(this) ?? new Set()
    missing.set(this, gone)
    let end = ''
    let read = ''
    return take(afterSign)
    function take(next: State): State {
      return (code) => {
        effects.consume(code)
        return next
      }
    }
    function afterSign(code: Code): State | undefined {
      if (code === QUESTION) end = '?>'
      return code === QUESTION || code === EXCLAMATION ? take(look)(code) : ok(code)
    }
    function look(code: Code): State | undefined {
      end ||= code === HYPHEN ? '-->' : code === BRACKET ? ']]>' : '>'
      if (code === null) gone.add(end)
      if (gone.has(end)) return nok(code)
      read = (read + String.fromCharCode(code!)).slice(-end.length)
      return read === end ? ok(code) : take(look)(code)
    }
  },
}

/** dataSyntax has what is tried where everything else has failed; it takes what is there. */
export const dataSyntax: Extension = {
  text: { null: dataOf('text'), [LESS_THAN]: unendedHtml },
  string: { null: dataOf('string') },
}
