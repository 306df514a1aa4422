// Two people who changed one block: whose words, looks and cells it has afterwards.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { mergeBlocks, mergeTexts } from './merge.ts'
import type { Block, Inline } from './model.ts'

const text = (words: string, styles = {}): Inline => ({ type: 'text', text: words, styles })
const paragraph = (...content: Inline[]): Block => ({ id: 'a', type: 'paragraph', props: {}, content, children: [] })
const says = (words: string): Block => paragraph(text(words))
const merged = (base: Block, mine: Block, theirs: Block): Block | undefined =>
  mergeBlocks([base], [mine], [theirs])?.[0]
const wordsOf = (block: Block | undefined) =>
  block && (block.content as Inline[]).map((item) => ('text' in item ? item.text : JSON.stringify(item))).join('')
const mergedWords = (base: string, mine: string, theirs: string) =>
  wordsOf(merged(says(base), says(mine), says(theirs)))

describe('two in one block', () => {
  test('words are taken from who changed them, neighbours too', () => {
    const base = 'The service starts on port 8080 by default.'
    assert.equal(
      mergedWords(base, 'The server starts on port 8080 by default.', 'The service starts on port 9090 by default.'),
      'The server starts on port 9090 by default.',
    )
    assert.equal(mergedWords('one two three', 'ONE two three', 'one TWO three'), 'ONE TWO three')
    assert.equal(mergedWords('one two three', 'one two three, four', 'zero one two three'), 'zero one two three, four')
    assert.equal(mergedWords('一二三四五', '一二三四六', '零二三四五'), '零二三四六')
  })

  test('the same word, or words at the same place, is for a person to choose', () => {
    assert.equal(mergedWords('one two three', 'one 2 three', 'one zwei three'), undefined)
    assert.equal(mergedWords('one', 'one mine', 'one theirs'), undefined)
    assert.equal(mergedWords('one two', 'one', 'one zwei'), undefined)
    assert.equal(mergedWords('one two', 'one deux', 'one deux'), 'one deux')
    assert.equal(mergedWords('one two three four', 'one two three 4', 'A new sentence, not four'), undefined)
  })

  test('styles and links belong to their words', () => {
    const bold = paragraph(text('one', { bold: true }), text(' two three'))
    assert.deepEqual(merged(says('one two three'), bold, says('one two 3')), {
      ...says(''),
      content: [text('one', { bold: true }), text(' two 3')],
    })
    const link = (href: string): Inline => ({
      type: 'link',
      href,
      content: [{ type: 'text', text: 'the guide', styles: {} }],
      title: 'Kept',
    })
    const base = paragraph(text('Read '), link('/a'), text(' first.'))
    const result = merged(
      base,
      paragraph(text('Read '), link('/b'), text(' first.')),
      paragraph(text('See '), link('/a'), text(' first.')),
    )
    assert.deepEqual(result?.content, [text('See '), link('/b'), text(' first.')])
    const formula = (tex: string) => paragraph(text('So '), text(tex, { math: true }), text(' holds.'))
    assert.equal(merged(formula('a + b'), formula('a + c'), formula('d + b')), undefined)
  })

  test('props go one by one, unless the type changed', () => {
    const heading = (props: object, words = 'Start'): Block => ({
      ...says(words),
      type: 'heading',
      props: { ...props },
    })
    const both = merged(heading({ level: 2 }), heading({ level: 3 }), heading({ level: 2, anchor: 'start' }))
    assert.deepEqual(both?.props, { level: 3, anchor: 'start' })
    assert.equal(merged(heading({ level: 2 }), heading({ level: 3 }), heading({ level: 4 })), undefined)
    const turned = merged(says('Start'), heading({ level: 2 }), says('Start here'))
    assert.deepEqual([turned?.type, turned?.props, wordsOf(turned)], ['heading', { level: 2 }, 'Start here'])
    assert.equal(merged(says('Start'), heading({ level: 2 }), { ...says('Start'), type: 'quote' }), undefined)
  })

  test('code goes line by line', () => {
    const code = (source: string): Block => ({ ...says(source), type: 'codeBlock', props: { language: 'ts' } })
    const of = (base: string, mine: string, theirs: string) => wordsOf(merged(code(base), code(mine), code(theirs)))
    assert.equal(of('a()\nb()\nc()', 'a(1)\nb()\nc()', 'a()\nb()\nc(3)'), 'a(1)\nb()\nc(3)')
    assert.equal(of('a(b, c)', 'a(1, c)', 'a(b, 2)'), undefined)
  })

  test('a table goes cell by cell, as long as it has the same ones', () => {
    const table = (...rows: string[][]): Block => ({
      ...says(''),
      type: 'table',
      content: { type: 'tableContent', rows: rows.map((cells) => ({ cells })) },
    })
    const base = table(['a', 'b'], ['c', 'd'])
    const result = merged(base, table(['A', 'b'], ['c', 'd']), table(['a', 'b'], ['c', 'D']))
    assert.deepEqual(mergeTexts([result!], [result!], [table(['A', 'b'], ['c', 'D'])]).conflicts, [])
    assert.ok(JSON.stringify(result).includes('"A"') && JSON.stringify(result).includes('"D"'))
    assert.equal(merged(base, table(['A', 'b'], ['c', 'd']), table(['a', 'b'], ['c', 'd'], ['e', 'f'])), undefined)
  })

  test('what is nested is merged as what stands outside', () => {
    const list = (mine: string, theirs: string): Block => ({
      ...says('list'),
      type: 'bulletListItem',
      children: [
        { ...says(mine), id: 'm' },
        { ...says(theirs), id: 't' },
      ],
    })
    assert.deepEqual(merged(list('one', 'two'), list('1', 'two'), list('one', '2')), list('1', '2'))
    assert.equal(merged(list('one', 'two'), list('1', 'two'), list('uno', 'two')), undefined)
  })

  test('the blocks with words of both are named', () => {
    const { mixed, conflicts } = mergeTexts([says('one two')], [says('1 two')], [says('one 2')])
    assert.deepEqual([mixed, conflicts], [['a'], []])
    assert.deepEqual(mergeTexts([says('one two')], [says('1 two')], [says('one two')]).mixed, [])
  })

  test('no word of either is lost, and none comes back that one of them deleted', () => {
    const base = 'a b c d e f g h'.split(' ')
    const edits = fc.array(
      fc.tuple(fc.nat(base.length - 1), fc.constantFrom('delete', 'change', 'insert'), fc.nat(99)),
      { maxLength: 4 },
    )
    const edited = (changes: [number, string, number][], who: string) =>
      base.flatMap((word, at) => {
        const [, kind, number] = changes.find(([place]) => place === at) ?? []
        if (kind === 'delete') return []
        if (kind === 'change') return [`${who}${number}`]
        return kind === 'insert' ? [word, `${who}${number}`] : [word]
      })
    fc.assert(
      fc.property(edits, edits, (my, their) => {
        const [mine, theirs] = [edited(my, 'm'), edited(their, 't')]
        const result = mergedWords(base.join(' '), mine.join(' '), theirs.join(' '))
        if (result === undefined) return
        const words = new Set(result.split(' '))
        for (const word of [...mine, ...theirs])
          if (!base.includes(word) || (mine.includes(word) && theirs.includes(word))) assert.ok(words.has(word), result)
        for (const word of base) if (!mine.includes(word) || !theirs.includes(word)) assert.ok(!words.has(word), result)
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  test('a long paragraph that both rewrote is no long search', () => {
    const words = (sign: string) => Array.from({ length: 20_000 }, (_, at) => `${sign}${at % 7}`).join(' ')
    assert.equal(mergedWords(words('a'), words('b'), words('c')), undefined)
    const long = words('a')
    assert.ok(mergedWords(`${long} the end`, `${long} an end`, `${long} the END`)?.endsWith(' an END'))
  })
})
