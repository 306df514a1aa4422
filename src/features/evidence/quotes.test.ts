// Quotes: what counts as still said, and what is found instead.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { plainQuote, QuotedText } from './quotes.ts'

const says = (text: string, quote: string) => new QuotedText(text).has(quote)

describe('a quote is still there', () => {
  it('whatever became of formatting, case and line breaks', () => {
    assert.ok(says('Backups run every night.\nKeep them.', '**Backups** run\nevery `night`.'))
    assert.ok(says('See the guide first.', '- See the [guide](/read/guide "The guide") first.'))
    assert.ok(says('Name Limit\nUpload 2 MiB', '| Name | Limit |\n| --- | --- |\n| Upload | 2 MiB |'))
    assert.ok(says('東京都は大きい。京都も。', '京都も。'))
  })

  it('not where a figure or a word goes on', () => {
    assert.ok(!says('It takes 15 days.', '5 days'))
    assert.ok(!says('It takes 1.5 days.', '5 days'))
    assert.ok(!says('It is -5 degrees.', '5 degrees'))
    assert.ok(!says('Up to 50 users and 10.5', 'Up to 50 users and 10'))
    assert.ok(!says('Keep it for 30%', 'Keep it for 30'))
    assert.ok(!says('Restarting is enough', 'start'))
    assert.ok(says('Not 15 days but 5 days.', '5 days'))
  })
})

describe('the nearest wording', () => {
  it('is the passage that has most words in common', () => {
    const text = new QuotedText('Logs are kept. Backups are kept for 45 days. Ask Ada.\nBackups are encrypted.')
    assert.equal(text.nearest('Backups are kept for 30 days.'), 'Backups are kept for 45 days.')
    assert.equal(text.nearest('Backups are kept for 30 days. Ask Ada.'), 'Backups are kept for 45 days. Ask Ada.')
    assert.equal(text.nearest('Cats purr.'), null)
  })

  it('is none where the likest passage may be about something else', () => {
    const text = new QuotedText('The gate of the north field opens at noon for guests.')
    assert.equal(text.nearest('The gate opens at six for lorries with a pass.'), null)
  })

  it('is nothing that the source said before, too', () => {
    const [was, is] = ['Plan A costs 5 euros. Plan B costs 5 euros.', 'Plan B costs 5 euros. Plan C is free.']
    assert.equal(new QuotedText(is).nearest('Plan A costs 5 euros.'), 'Plan B costs 5 euros.')
    assert.equal(new QuotedText(is, was).nearest('Plan A costs 5 euros.'), null)
  })

  it('is not cut at a dot that ends no sentence', () => {
    const text = new QuotedText(
      'Run git add . && git push 2 times. Set 5 in app.conf first. Use e.g. 3 lamps. Ask Ada.',
    )
    assert.equal(text.nearest('Run git add . && git push 3 times.'), 'Run git add . && git push 2 times.')
    assert.equal(text.nearest('Set 4 in app.conf first.'), 'Set 5 in app.conf first.')
    assert.equal(text.nearest('Use e.g. 4 lamps.'), 'Use e.g. 3 lamps.')
  })

  it('keeps a figure in one piece', () => {
    const text = new QuotedText('It costs 1.5 euros. Ask Ada.')
    assert.equal(text.nearest('It costs 1.4 euros.'), 'It costs 1.5 euros.')
    assert.equal(text.nearest('It costs 1.4 euros. Ask Ada.'), 'It costs 1.5 euros. Ask Ada.')
  })

  it('is found where no spaces are written', () => {
    const text = new QuotedText('犬も入れます。料金は一日6ドルです。毎日開いています。')
    assert.equal(text.nearest('料金は一日5ドルです。'), '料金は一日6ドルです。')
    const both = text.nearest('料金は一日5ドルです。毎日開いています。')!
    assert.ok(text.has(both), both)
    assert.equal(text.nearest('電池は別売です。'), null)
  })
})

it('a quote is shown as plain text', () => {
  assert.equal(plainQuote('- **Keep** `my_file.txt` for [30 days](/read/days).'), 'Keep my_file.txt for 30 days.')
  assert.equal(plainQuote('| Name | Limit |\n| --- | --- |\n| Upload | 2 MiB |'), 'Name Limit Upload 2 MiB')
  assert.equal(plainQuote('## Backups\n\n> Every *night*.'), 'Backups Every night.')
})

describe('properties', () => {
  const figure = fc.integer({ min: 0, max: 9999 })
  const sentence = (topic: number, value: number) =>
    `Limit ${'abcdefghijkl'[topic]} of the service is ${value} requests.`

  it('changing one figure loses exactly the quotes of its sentence', () => {
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1, maxLength: 12 }), fc.nat(), figure, (values, pick, other) => {
        const at = pick % values.length
        const changed = values.with(at, other === values[at] ? other + 1 : other)
        const text = new QuotedText(changed.map((value, topic) => sentence(topic, value)).join(' '))
        const lost = values.flatMap((value, topic) => (text.has(sentence(topic, value)) ? [] : [topic]))
        assert.deepEqual(lost, [at])
        assert.equal(text.nearest(sentence(at, values[at]!)), sentence(at, changed[at]!))
      }),
    )
  })

  it('changing whitespace, case and emphasis loses none', () => {
    const spaces = fc.constantFrom(' ', '  ', '\n', '\t', '\u00a0', ' \n ')
    fc.assert(
      fc.property(
        fc.array(figure, { minLength: 1, maxLength: 8 }),
        fc.array(spaces, { minLength: 1 }),
        (values, gaps) => {
          let at = 0
          const text = values
            .map((value, topic) => sentence(topic, value))
            .join(' ')
            .replace(/ /g, () => gaps[at++ % gaps.length]!)
            .replace('service', '**SERVICE**')
          const quoted = new QuotedText(text)
          assert.ok(values.every((value, topic) => quoted.has(sentence(topic, value))))
        },
      ),
    )
  })
})
