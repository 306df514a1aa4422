// The tokenizer for text outside any construct. By default the parser makes a token of each word that might begin a
// construct and merges them at the paragraph's end by splicing its events; it searches for the end of
// each comment, and for each bracket's partner, through the paragraph. All three are quadratic in the number of
// marks between words.

import type { Code, Construct, Effects, Extension, Resolver, State, TokenizeContext } from 'micromark-util-types'

const EXCLAMATION = 33
const HYPHEN = 45
const LESS_THAN = 60
const QUESTION = 63
const BRACKET = 91
const CLOSING_BRACKET = 93

/** Merges each token with the previous one at once. */
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
      // Per character: allocates nothing.
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

/** Ends of inline HTML known to be missing in the rest of the paragraph. */
const missing = new WeakMap<TokenizeContext, Set<string>>()

/** Named like the construct that it replaces, so that it is disabled with it. */
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

/** Number of a paragraph's events that are known to open no link. */
const settled = new WeakMap<TokenizeContext, number>()

/** A closing bracket searches the whole paragraph for its opening one, and stray ones do so again and again. */
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

/** The fallback construct. */
export const dataSyntax: Extension = {
  text: { null: dataOf('text'), [LESS_THAN]: unendedHtml, [CLOSING_BRACKET]: strayBracket },
  string: { null: dataOf('string') },
}
