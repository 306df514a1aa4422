// Open documents without a browser: what goes in comes out, several people converge and lose nothing, and what a hostile client
// writes harms no reading.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import * as Y from 'yjs'
import { blocksFromMarkdown } from '../../../src/blocks/markdown/from-markdown.ts'
import { validateBlocks } from '../../../src/blocks/validation/validate.ts'
import { EVERY_BLOCK } from '../../../test/every-block.ts'
import { type Block, walkBlocks } from '../model.ts'
import { applySave, Reader, seed, shapeOf } from './blocks.ts'
import { Layout } from './layout.ts'
import { diffLines, type Run, wordsOf } from './line.ts'

const HISTORIES = Number(process.env.GALLEY_TEST_HISTORIES ?? 60)
const CORPUS = new URL('../../../src/blocks/corpus/', import.meta.url)

type Person = { doc: Y.Doc; layout: Layout; reader: Reader; read: () => Block[] }
function person(state?: Uint8Array, saved: Block[] = []): Person {
  const doc = new Y.Doc()
  if (state) Y.applyUpdate(doc, state)
  const layout = new Layout(doc)
  const reader = new Reader(layout, saved)
  return { doc, layout, reader, read: () => reader.read() }
}
function opened(blocks: Block[]): Uint8Array {
  const { doc, layout } = person()
  seed(layout, blocks)
  return Y.encodeStateAsUpdate(doc)
}
const together = (...people: Person[]) => {
  for (const one of people) for (const other of people) Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc))
}
const line = (id: string, text = id, children: Block[] = []): Block => ({
  ...{ id, type: 'paragraph', props: {} },
  content: text === '' ? [] : [{ type: 'text', text, styles: {} }],
  children,
})
const textOf = (block: Block) => wordsOf(shapeOf(block).line ?? [])
const outline = (blocks: Block[]): string =>
  blocks
    .map((block) => `${textOf(block)}${block.children.length > 0 ? `[${outline(block.children)}]` : ''}`)
    .join(' | ')
const pair = (...blocks: Block[]): [Person, Person] => {
  const state = opened(blocks)
  return [person(state, blocks), person(state, blocks)]
}

describe('what is opened and closed', () => {
  const pages: [string, Block[]][] = [
    ['every block', EVERY_BLOCK],
    ...readdirSync(CORPUS).map((file): [string, Block[]] => [
      file,
      (validateBlocks(blocksFromMarkdown(readFileSync(new URL(file, CORPUS), 'utf8'))) as { blocks: Block[] }).blocks,
    ]),
  ]
  for (const [name, blocks] of pages) {
    test(`${name} has the same bytes, opened again too, and one changed word changes one block`, () => {
      const state = opened(blocks)
      const one = person(state, blocks)
      assert.equal(JSON.stringify(one.read()), JSON.stringify(blocks))
      const unsaved = person(state)
      assert.equal(JSON.stringify(opened(unsaved.read()).length > 0), 'true')
      const again = person(opened(unsaved.read()), blocks)
      assert.equal(JSON.stringify(again.read()), JSON.stringify(blocks))
      const typed = [...walkBlocks(blocks)].find((block) => block.type === 'paragraph' && block.children.length === 0)
      if (!typed) return
      one.layout.text(typed.id).insert(0, 'Typed ')
      const changed = [...walkBlocks(one.read())].filter((block, at) => block !== [...walkBlocks(blocks)][at])
      assert.ok(changed.some(({ id }) => id === typed.id))
      const own = ({ children: _, ...block }: Block) => JSON.stringify(block)
      const before = new Map([...walkBlocks(blocks)].map((block) => [block.id, own(block)]))
      assert.deepEqual(
        [...walkBlocks(one.read())].filter((block) => own(block) !== before.get(block.id)).map(({ id }) => id),
        [typed.id],
      )
    })
  }

  test('content that doesn’t fit its type, odd ids and unknown types stay', () => {
    const odd = [
      { ...line('a/b|c'), type: 'fromTheFuture', props: { glow: 7 }, content: [{ type: 'chip', a: 1 }] },
      { ...line('constructor'), type: 'divider', content: [{ type: 'text', text: 'words', styles: {} }] },
      { ...line('c'), type: 'table', content: { type: 'tableContent', rows: [] } },
      { ...line('d'), content: [{ type: 'strange', props: { n: { deep: 1 } } }] },
      { ...line('e'), type: 'image', props: { url: '/a.png', caption: 'A caption', link: '/b' }, content: undefined },
    ] as unknown as Block[]
    assert.equal(JSON.stringify(person(opened(odd), odd).read()), JSON.stringify(odd))
    const read = JSON.parse(JSON.stringify(person(opened(odd)).read()))
    assert.deepEqual(read.slice(0, 4), JSON.parse(JSON.stringify(odd.slice(0, 4))))
    assert.deepEqual(read[4].props, odd[4]!.props)
  })
})

describe('two people', () => {
  test('retype, nest, move or delete a line in which the other types: all words are there', () => {
    const acts: [string, (one: Person) => void, string][] = [
      [
        'retype',
        ({ layout }) => layout.put('b', { type: 'heading', props: { level: 2 }, line: [{ insert: 'b' }] }),
        'a | b typed | c',
      ],
      ['nest', ({ layout }) => layout.place('a', ['b']), 'a[b typed] | c'],
      ['move', ({ layout }) => layout.place('', ['b', 'a', 'c']), 'b typed | a | c'],
      ['delete', ({ layout }) => layout.remove('b'), 'a | b typed | c'],
    ]
    for (const [name, act, expected] of acts) {
      const [ada, ben] = pair(line('a'), line('b'), line('c'))
      act(ada)
      ben.layout.text('b').insert(1, ' typed')
      together(ada, ben)
      assert.equal(outline(ada.read()), expected, name)
      assert.deepEqual(ben.read(), ada.read(), name)
    }
  })

  test('delete what nobody types in: it is gone, and its children stand in its place', () => {
    const [ada, ben] = pair(line('a'), line('b', 'b', [line('kid')]), line('c'))
    ada.layout.remove('b')
    together(ada, ben)
    assert.equal(outline(ben.read()), 'a | kid | c')
  })

  test('each nest the other’s block: both stay', () => {
    const [ada, ben] = pair(line('a'), line('b'))
    ada.layout.place('a', ['b'])
    ben.layout.place('b', ['a'])
    together(ada, ben)
    assert.equal(outline(ada.read()), 'a[b]')
    assert.deepEqual(ben.read(), ada.read())
  })

  test('each write three lines in one place: they stay together', () => {
    const [ada, ben] = pair(line('a'), line('z'))
    for (const [one, who] of [
      [ada, 'x'],
      [ben, 'y'],
    ] as const) {
      const made: string[] = []
      for (let n = 0; n < 3; n++) {
        made.push(`${who}${n}`)
        one.layout.put(`${who}${n}`, shapeOf(line(`${who}${n}`)))
        one.layout.place('', ['a', ...made, 'z'])
      }
    }
    together(ada, ben)
    assert.match(outline(ada.read()), /^a \| (x0 \| x1 \| x2 \| y0 \| y1 \| y2|y0 \| y1 \| y2 \| x0 \| x1 \| x2) \| z$/)
  })

  test('add a row and a column to a table: it has both', () => {
    const cell = (text: string) => ({ ...shapeOf(line('x', text)), props: {} })
    const grid = (...rows: string[]) => ({
      ...{ type: 'table', props: {} },
      table: {
        rows: rows.map((row) => row.split(' ').map((text) => ({ line: cell(text).line!, props: {} }))),
        ...{ widths: rows[0]!.split(' ').map(() => undefined), headerRows: 0, headerCols: 0 },
      },
    })
    const [ada, ben] = pair()
    ada.layout.doc.transact(() => {
      ada.layout.put('t', grid('a1 b1', 'a2 b2'))
      ada.layout.place('', ['t'])
    })
    together(ada, ben)
    ada.layout.put('t', grid('a1 b1', 'new row', 'a2 b2'))
    ben.layout.put('t', grid('a1 col b1', 'a2 col b2'))
    together(ada, ben)
    const texts = ada.layout.shape('t').table!.rows.map((row) => row.map((one) => wordsOf(one!.line)))
    assert.deepEqual(texts, [
      ['a1', 'col', 'b1'],
      ['new', '', 'row'],
      ['a2', 'col', 'b2'],
    ])
    assert.deepEqual(ben.read(), ada.read())
  })

  test('write in one caption', () => {
    const image = { ...line('i'), type: 'image', props: { caption: 'Old caption' }, content: undefined }
    const [ada, ben] = pair(image)
    ada.layout.put('i', { type: 'image', props: { caption: 'Ada: Old caption' } })
    ben.layout.put('i', { type: 'image', props: { caption: 'Old caption of Ben' } })
    together(ada, ben)
    assert.equal(ada.read()[0]!.props.caption, 'Ada: Old caption of Ben')
  })
})

describe('a save from elsewhere', () => {
  test('changes what it changed, and what was typed meanwhile stays, in the same line too', () => {
    const [api, ada] = pair(line('a', 'One two three'), line('b', 'Bee'), line('c', 'See'))
    ada.layout.text('a').insert(13, ' typed')
    ada.layout.text('c').insert(3, '!')
    applySave(api.layout, [line('a', 'One 2 three'), line('c', 'See'), line('d', 'New')])
    together(api, ada)
    assert.equal(outline(ada.read()), 'One 2 three typed | See! | New')
  })

  test('a block that it deleted while someone typed in it stays', () => {
    const [api, ada] = pair(line('a', 'One'), line('b', 'Bee'))
    ada.layout.text('b').insert(3, ' typed')
    applySave(api.layout, [line('a', 'One')])
    together(api, ada)
    assert.equal(outline(ada.read()), 'One | Bee typed')
  })

  test('any save of a quiet document is what it says', () => {
    for (let round = 0; round < HISTORIES; round++) {
      const random = randomOf(round)
      const base = EVERY_BLOCK
      const next = structuredClone(base)
      for (let n = 0; n < 4; n++) {
        const [from, to] = [random(next.length), random(next.length)]
        const act = random(4)
        if (act === 0) next.splice(from, 1)
        else if (act === 1) next.splice(to, 0, ...next.splice(from, 1))
        else if (act === 2) next.splice(to, 0, line(`new${round}-${n}`, 'new words'))
        else if (next[from]!.type === 'paragraph')
          next[from] = { ...next[from]!, content: [{ type: 'text', text: `w${random(9)}`, styles: { bold: true } }] }
      }
      const one = person(opened(base), base)
      applySave(one.layout, next)
      one.reader.rest(next)
      assert.deepEqual(person(Y.encodeStateAsUpdate(one.doc), next).read(), next, `seed ${round}`)
    }
  })
})

describe('lines', () => {
  const run = (insert: string, marks?: object): Run => ({ insert, ...(marks && { attributes: { ...marks } }) })
  test('of equal letters the one at the caret was typed', () => {
    assert.deepEqual(diffLines([run('aa')], [run('aaa')], 1).edits, [{ at: 0, del: 0, from: 0, to: 1 }])
    assert.deepEqual(diffLines([run('aa')], [run('aaa')], 3).edits, [{ at: 2, del: 0, from: 2, to: 3 }])
  })
  test('a letter of two units is never cut', () => {
    const { edits } = diffLines([run('x👩y')], [run('x👨y')])
    assert.deepEqual(edits, [{ at: 1, del: 2, from: 1, to: 3 }])
  })
  test('any two lines: the edits make one of the other', () => {
    for (let round = 0; round < HISTORIES * 5; round++) {
      const random = randomOf(round)
      const some = (): Run[] =>
        Array.from({ length: random(6) }, () =>
          random(6) === 0
            ? { insert: { type: 'anchor', id: `${random(3)}` } }
            : run([...'ab c👩d e'].slice(random(4), 4 + random(8)).join(''), random(2) ? { bold: true } : undefined),
        )
      const [old, now] = [some(), some()]
      const doc = new Y.Doc()
      const text = doc.getText('t')
      text.applyDelta(old)
      const { layout } = person()
      layout.doc.transact(() => layout.put('x', { type: 'paragraph', props: {}, line: old }))
      layout.put('x', { type: 'paragraph', props: {}, line: now })
      const other = person()
      other.layout.put('x', { type: 'paragraph', props: {}, line: now })
      assert.deepEqual(layout.text('x').toDelta(), other.layout.text('x').toDelta(), `seed ${round}`)
    }
  })
})

/** Random numbers that a seed repeats. */
function randomOf(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >> 8) % below
  }
}

/** Something that a person does; returns a word that was typed. */
function act({ layout, read }: Person, random: (below: number) => number, word: string): string | undefined {
  const blocks = [...walkBlocks(read())]
  const some = () => blocks[random(blocks.length)]!
  const block = some()
  const kind = random(10)
  if (kind < 5) {
    const text = layout.text(block.id)
    if (layout.shape(block.id).line === undefined) return undefined
    text.insert(text.length, ` ${word}`)
    return word
  }
  if (kind === 5)
    layout.put(block.id, {
      type: ['paragraph', 'heading', 'bulletListItem', 'callout'][random(4)]!,
      props: {},
      line: layout.shape(block.id).line,
    })
  else if (kind === 6 && blocks.length > 3) layout.remove(block.id)
  else if (kind === 7) {
    const into = some()
    if (into.id !== block.id)
      layout.place(into.id, [...into.children.map(({ id }) => id).filter((id) => id !== block.id), block.id])
  } else if (kind === 8) {
    const top = read().map(({ id }) => id)
    top.splice(random(top.length + 1), 0, `${word}-block`)
    layout.doc.transact(() => {
      layout.put(`${word}-block`, shapeOf(line('x', word)))
      layout.place('', top)
    })
    return word
  } else {
    const next = structuredClone(read())
    const changed = [...walkBlocks(next)].find(({ id }) => id === block.id)!
    if (!Array.isArray(changed.content)) return undefined
    changed.content = [...changed.content, { type: 'text', text: ` ${word}`, styles: {} }]
    applySave(layout, next)
    return word
  }
  return undefined
}

test(`${HISTORIES} random histories of three people: all converge, and no word is lost that nobody deleted`, () => {
  for (let seed = 0; seed < HISTORIES; seed++) {
    const random = randomOf(seed)
    const start = [line('a', 'alpha'), line('b', 'beta', [line('k', 'kappa')]), line('c', 'gamma'), line('d', 'delta')]
    const state = opened(start)
    const people = [person(state, start), person(state, start), person(state, start)]
    const words = new Set<string>()
    for (let step = 0; step < 60; step++) {
      const who = people[random(3)]!
      const before = outline(who.read())
      const word = act(who, random, `w${seed}x${step}.`)
      const after = outline(who.read())
      // What someone deletes who sees it is not lost.
      for (const one of words) if (before.includes(one) && !after.includes(one)) words.delete(one)
      if (word) words.add(word)
      if (random(5) === 0) together(people[random(3)]!, people[random(3)]!)
    }
    together(...people)
    together(...people)
    const [said, ...others] = people.map((one) => JSON.stringify(one.read()))
    for (const other of others) assert.equal(other, said, `seed ${seed}`)
    const fresh = person(Y.encodeStateAsUpdate(people[0]!.doc), start)
    assert.equal(JSON.stringify(fresh.read()), said, `seed ${seed}: read anew`)
    const end = outline(people[0]!.read())
    for (const word of words) assert.ok(end.includes(word), `seed ${seed}: ${word} in ${end}`)
    assert.ok('blocks' in validateBlocks(people[0]!.read()), `seed ${seed}`)
  }
})

describe('a hostile client', () => {
  const attack = (change: (doc: Y.Doc) => void) => {
    const start = [
      line('a', 'alpha'),
      line('b', 'beta'),
      { ...line('t'), type: 'table', content: { type: 'tableContent', rows: [{ cells: ['x', 'y'] }] } } as Block,
    ]
    const [ada, eve] = pair(...start)
    ada.read()
    change(eve.doc)
    Y.applyUpdate(ada.doc, Y.encodeStateAsUpdate(eve.doc))
    for (const blocks of [ada.read(), person(Y.encodeStateAsUpdate(ada.doc)).read()]) {
      const checked = validateBlocks(JSON.parse(JSON.stringify(blocks)))
      assert.ok('blocks' in checked, JSON.stringify(checked))
    }
    return ada
  }
  const blocksOf = (doc: Y.Doc) => doc.getMap<Y.Map<unknown>>('blocks')
  test('harms no reading with wrong types, links, rings or keys', () => {
    const read = attack((doc) => {
      const blocks = blocksOf(doc)
      const [a, b] = [blocks.get('a')!, blocks.get('b')!]
      a.set('at', 7)
      a.set('gone', 'x')
      a.set('.textAlignment', { deep: 1 })
      a.set('.url', 'javascript:alert(1)')
      a.set('.__proto__', 'x')
      b.set('at', ['b', {}])
      b.set('type', 'image')
      b.set('.url', 'javascript:alert(1)')
      ;(a.get('text') as Y.Text).format(0, 2, { link: 'java\nscript:alert(1)', __proto__: 'x', sparkle: { a: 1 } })
      ;(a.get('text') as Y.Text).insertEmbed(0, { type: 'anchor', id: { a: 1 } })
      ;(a.get('text') as Y.Text).insertEmbed(0, new Y.Map())
      blocks.set('x', 'no map' as never)
      blocks.set(
        'y',
        new Y.Map([
          ['type', 5],
          ['at', ['', '']],
        ] as never),
      )
      blocks.set('__proto__', new Y.Map([['at', ['', 'V']]]))
      blocks.set(
        'z',
        new Y.Map([
          ['raw', '{'],
          ['type', 'odd'],
          ['at', ['', 'V']],
        ]),
      )
      doc.getMap('caption|b').set('no', 'text')
      doc.getText('/r/c|nowhere').insert(0, 'x')
      blocks.get('t')!.set('headerRows', 1e9)
      for (const key of [...blocks.get('t')!.keys()])
        if (key.startsWith('r:')) blocks.get('t')!.set(`x:${key.slice(2)}:q:rowspan`, 1e9)
    }).read()
    assert.doesNotMatch(JSON.stringify(read), /javascript|script:/)
    assert.ok(outline(read).includes('alpha'))
  })
  test('a chain of 20,000 blocks, each in the next, is read', () => {
    const count = 20_000
    const ada = attack((doc) => {
      const blocks = blocksOf(doc)
      doc.transact(() => {
        for (let n = 0; n < count; n++) {
          const isGone: [string, unknown][] = n % 2 ? [['gone', {}]] : []
          blocks.set(`n${n}`, new Y.Map<unknown>([['at', [n + 1 < count ? `n${n + 1}` : 'n0', 'V']], ...isGone]))
        }
      })
    })
    assert.ok([...walkBlocks(ada.read())].length > 9000)
  })
  test('keys of any length do not stop the others from placing a block', () => {
    const ada = attack((doc) =>
      blocksOf(doc)
        .get('a')!
        .set('at', ['', 'z'.repeat(500_000)]),
    )
    ada.layout.doc.transact(() => {
      ada.layout.put('n', shapeOf(line('n', 'new')))
      ada.layout.place('', ['a', 'n', 'b', 't'])
    })
    assert.match(outline(ada.read()), /^alpha \| new \| beta/)
  })
})
