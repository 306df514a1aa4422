// A text without ids finds the blocks that it was made from, and can be merged as if it had never lost them.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pluck } from '../../test/pluck.ts'
import { random } from '../../test/random.ts'
import { takeIds } from './ids.ts'
import { mergeBlocks } from './merge.ts'
import type { Block } from './model.ts'

const line = (id: string, text: string, children: Block[] = []): Block => ({
  id,
  type: 'paragraph',
  props: {},
  content: text,
  children,
})
let serial = 0
/** typed is a text as Markdown brings it: no block has an id that anyone has seen. */
const typed = (...texts: string[]): Block[] => texts.map((text) => line(`new-${++serial}`, text))
const base = [
  line('a', 'The harbour opens at six.'),
  line('b', 'Boats pay at the gate.'),
  line('c', 'Dogs are welcome.'),
]
const A = 'The harbour opens at six.'
const B = 'Boats pay at the gate.'
const C = 'Dogs are welcome.'
const idsOf = (blocks: Block[]) => blocks.map(({ id }) => (id.startsWith('new-') ? 'new' : id)).join(' ')
const contents = (blocks: Block[] | undefined) => blocks?.map(({ content }) => content)

describe('takeIds', () => {
  test('knows a block by its wording, wherever it stands', () => {
    assert.equal(idsOf(takeIds(base, typed(C, A, B))), 'c a b')
    assert.equal(idsOf(takeIds(base, typed(B, 'Entirely new.', C))), 'b new c')
  })

  test('knows a changed block by its place, and among several by its words', () => {
    assert.equal(idsOf(takeIds(base, typed(A, 'Ships are charged on arrival.', C))), 'a b c')
    assert.equal(idsOf(takeIds(base, typed('Read this first.', 'The harbour opens at seven.', B, C))), 'new a b c')
    assert.equal(idsOf(takeIds(base, typed('Boats pay at the office.', 'Dogs are not welcome.'))), 'b c')
  })

  test('what is said several times belongs to its neighbours', () => {
    const texts = ['Note', 'Tides are in metres.', 'Note', 'Depths are in fathoms.', 'Note']
    const notes = texts.map((text, at) => line(String(at), text))
    assert.equal(idsOf(takeIds(notes, typed(...texts))), '0 1 2 3 4')
    assert.equal(idsOf(takeIds(notes, typed(...texts.slice(1)))), '1 2 3 4')
    assert.equal(idsOf(takeIds(notes, typed('Note', 'Tides are in metres.', 'Note'))), '0 1 2')
  })

  test('knows what is nested, and what has no words', () => {
    const picture = (id: string, url: string): Block => ({ ...line(id, ''), type: 'image', props: { url } })
    const nested = [line('a', A, [line('b', B), picture('p', '/one.png')]), picture('q', '/two.png')]
    const [first, ...rest] = [...typed(A), picture('new-x', '/two.png')]
    const text = [{ ...first!, children: [picture('new-y', '/one.png'), ...typed(B)] }, ...rest]
    const [before, last] = takeIds(nested, text)
    assert.deepEqual([before!.id, idsOf(before!.children), last!.id], ['a', 'p b', 'q'])
  })

  test('leaves ids alone that the base has, and a text that has them all', () => {
    const edited = [base[1]!, line('a', 'Something else.'), base[2]!]
    assert.equal(takeIds(base, edited), edited)
  })

  test('a paragraph in Japanese is known by its signs', () => {
    const notes = [line('a', '港は六時に開きます。'), line('b', '犬も入れます。')]
    assert.equal(idsOf(takeIds(notes, typed('犬は入れません。'))), 'b')
  })

  test('ten thousand blocks that were all rewritten are known by their order, in little time', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => line(String(at), `Line ${at} of the old text.`))
    const text = typed(...many.map((_, at) => `Row ${at} in a new one.`))
    assert.deepEqual(
      pluck(takeIds(many, text), 'id'),
      many.map(({ id }) => id),
    )
  })
})

describe('merging texts without ids', () => {
  const merged = (mine: Block[], theirs: Block[]) => contents(mergeBlocks(base, mine, theirs))

  test('equal texts are one text', () => {
    assert.deepEqual(merged(typed(A, B, C), typed(A, B, C)), [A, B, C])
    assert.deepEqual(merged(typed(A, 'New.', C), typed(A, 'New.', C)), [A, 'New.', C])
    assert.deepEqual(merged(typed(A, 'New.', B, C), typed(A, 'New.', B, C)), [A, 'New.', B, C])
    assert.deepEqual(merged(typed(A, B, C, 'One.', 'Two.'), typed(A, B, C, 'One.', 'Two.')), [A, B, C, 'One.', 'Two.'])
  })

  test('changes of different paragraphs are both taken; of one paragraph, none', () => {
    assert.deepEqual(merged(typed(A, 'Mine.', C), typed('Theirs.', B, C)), ['Theirs.', 'Mine.', C])
    assert.deepEqual(merged(typed(A, 'Mine.', C), [base[0]!, base[1]!, line('c', 'Theirs.')]), [A, 'Mine.', 'Theirs.'])
    assert.equal(merged(typed(A, 'Mine.', C), typed(A, 'Theirs.', C)), undefined)
    assert.equal(merged(typed(A, 'Mine.', C), typed(A, C)), undefined)
  })

  test('a text that both wrote from the start is not printed twice', () => {
    assert.equal(
      contents(mergeBlocks([], typed('One.', 'Two.'), typed('One.', 'Three.')))?.filter((text) => text === 'One.')
        .length,
      1,
    )
  })

  test('5,000 random pairs: every edit once, nothing doubled, nothing lost', () => {
    let merged = 0
    for (let seed = 1; seed <= 5_000; seed++) if (checkRandomPair(seed)) merged++
    assert.ok(merged > 1_000, `${merged} were merged`)
  })
})

const WORDS = 'tide boat rope gate fee light storm pilot crane net salt wind buoy chart oar sail'.split(' ')

/** An EditedSide is what someone made of the base; `kept` says of each block of the base what it became. */
type EditedSide = { texts: string[]; kept: (string | undefined)[]; added: string[]; touched: Set<number> }

/** checkRandomPair is true where the two could be merged. */
function checkRandomPair(seed: number): boolean {
  const next = random(seed)
  const below = (count: number) => Math.floor(next() * count)
  const sentence = (mark: string) => `${mark} ${Array.from({ length: 6 }, () => WORDS[below(WORDS.length)]).join(' ')}.`
  // Some blocks say the same as others. They stay as they are: which of two equal ones someone deleted, nobody can tell.
  const texts = Array.from({ length: 2 + below(14) }, (_, at) => (below(6) === 0 ? 'Note' : sentence(`P${at}`)))
  const blocks = texts.map((text, at) => line(`b${at}`, text))
  const side = (name: string): EditedSide => {
    const edited: EditedSide = { texts: [], kept: [], added: [], touched: new Set() }
    const add = (at: number) => {
      const text = sentence(`${name}+${edited.added.length}`)
      edited.added.push(text)
      edited.texts.push(text)
      // Without ids, what is added beside a changed block may be taken for it.
      edited.touched.add(at - 1).add(at)
    }
    for (const [at, text] of texts.entries()) {
      if (below(8) === 0) add(at)
      const fate = text === 'Note' ? 7 : below(8)
      const now = fate === 0 ? undefined : fate === 1 ? `${text.slice(0, -1)} ${name}${at}.` : text
      if (now !== text) for (const near of [at - 1, at, at + 1]) edited.touched.add(near)
      if (now !== undefined) edited.texts.push(now)
      edited.kept.push(now)
    }
    if (below(8) === 0) add(texts.length)
    return edited
  }
  const [mine, theirs] = [side('mine'), side('theirs')]
  const merged = contents(mergeBlocks(blocks, typed(...mine.texts), typed(...theirs.texts)))
  const why = JSON.stringify({ seed, texts, mine: mine.texts, theirs: theirs.texts, merged }, null, 1)
  if (!merged) {
    assert.ok(
      [...mine.touched].some((at) => theirs.touched.has(at)),
      `merged nothing without a conflict: ${why}`,
    )
    return false
  }
  const expected = texts.flatMap((text, at) => {
    const [own, other] = [mine.kept[at], theirs.kept[at]]
    const now = own === text ? other : other === text || own === other ? own : `a conflict at ${at}`
    return now === undefined ? [] : [now]
  })
  assert.deepEqual([...merged].sort(), [...expected, ...mine.added, ...theirs.added].sort(), why)
  assert.ok(isInOrder(merged, mine.texts) && isInOrder(merged, theirs.texts), `out of order: ${why}`)
  return true
}

/** isInOrder: those of the texts that are in the merged text and said once are in their order there. */
function isInOrder(merged: unknown[], texts: string[]): boolean {
  const places = texts
    .filter((text) => text !== 'Note')
    .map((text) => merged.indexOf(text))
    .filter((at) => at >= 0)
  return places.every((at, index) => index === 0 || at > places[index - 1]!)
}
