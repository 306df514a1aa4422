// Text that no construct takes, for the Markdown parser. Left alone, it makes a piece of each word that might have begun a
// construct and merges them when the paragraph is over, by a splice in the list of all its events; and it looks for the end of
// each comment, and for what each bracket closes, as far as the paragraph goes. Thousands of marks between words cost the square
// of their number, each of the three ways.

import type { Code, Construct, Effects, Extension, Resolver, State, TokenizeContext } from 'micromark-util-types'

const EXCLAMATION = 33
const HYPHEN = 45
const LESS_THAN = 60
const QUESTION = 63
const BRACKET = 91
const CLOSING_BRACKET = 93

/** Each piece is merged with the one before it as soon as it is read. */
const mergePieces: Resolver = (events) => {
  const [before, own] = [events.at(-3)?.[1], events.at(-1)![1]]
  if (before?.type !== 'data') return events
  before.end = own.end
  events.length -= 2
  return events
}

const takeOne =
  (effects: Effects, ok: State): State =>
  (code) => {
    effects.enter('data')
    effects.consume(code)
    effects.exit('data')
    return ok
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
      return inside
    }
    function inside(code: Code): State | undefined {
      if (code !== null && !mayBegin(code)) {
        effects.consume(code)
        return inside
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
    return effects.check(endsOrIsTag, nok, effects.check(others, nok, takeOne(effects, ok)))
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

/** How many of the events of a paragraph are known to open no link that may still be closed. */
const settled = new WeakMap<TokenizeContext, number>()

/** Who closes brackets looks for an open one as far back as the paragraph goes: for brackets that close nothing, again and again. */
const strayBracket: Construct = {
  name: 'labelEnd',
  tokenize(effects, ok, nok) {
    const { events } = this
    const before = settled.get(this) ?? 0
    for (let at = events.length - 1; at >= before; at--) {
      const { type, _balanced } = events[at]![1]
      if ((type === 'labelLink' || type === 'labelImage') && !_balanced) return nok
    }
    settled.set(this, events.length)
    return takeOne(effects, ok)
  },
  resolveTo: mergePieces,
}

/** dataSyntax has what is tried where everything else has failed; it takes what is there. */
export const dataSyntax: Extension = {
  text: { null: dataOf('text'), [LESS_THAN]: unendedHtml, [CLOSING_BRACKET]: strayBracket },
  string: { null: dataOf('string') },
}
