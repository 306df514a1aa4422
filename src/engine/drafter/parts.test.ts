// The built-in drafter's small parts: pieces, sentences, directions, figures, likeness, languages.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readDirection, readDirections } from './directions.ts'
import { disagreement, figureSentence, figuresIn } from './figures.ts'
import { detectLanguage } from './language.ts'
import { listItems, scanMarkdown } from './pieces.ts'
import { splitSentences } from './sentences.ts'
import { SimilarTexts } from './similar.ts'

describe('scanMarkdown', () => {
  test('cuts at headings, fences, lists, tables and quotes, each verbatim', () => {
    const { pieces, headings } = scanMarkdown(
      '---\ntitle: x\n---\n# Top #\n\nIntro line one\nline two:\n\n- a\n\n  still a\n- b\n\nSetext\n------\n\n~~~~js\n```\n~~~~\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> said\n<!-- hidden -->\n',
    )
    assert.deepEqual(
      headings.map(({ level, text }) => [level, text]),
      [
        [1, 'Top'],
        [2, 'Setext'],
      ],
    )
    assert.deepEqual(
      pieces.map(({ form }) => form),
      ['paragraph', 'list', 'code', 'table', 'quote'],
    )
    assert.equal(pieces[0]?.leadsIn, true)
    assert.equal(pieces[1]?.raw, '- a\n\n  still a\n- b')
    assert.deepEqual([pieces[2]?.language, pieces[2]?.text], ['js', '```'])
    assert.deepEqual(
      pieces[2]?.trail.map(({ text }) => text),
      ['Top', 'Setext'],
    )
  })

  test('keeps a fence inside a list item with its item', () => {
    const { pieces } = scanMarkdown('1. Run:\n   ```sh\n   # not a heading\n\n   - not an item\n   ```\n2. Done.')
    assert.deepEqual(
      pieces.map(({ form, ordered }) => [form, ordered]),
      [['list', true]],
    )
    assert.equal(listItems(pieces[0]?.raw ?? '').length, 2)
  })

  test('turns reference links into inline ones', () => {
    const { pieces } = scanMarkdown('See [the guide][g] and [this].\n\n[g]: /read/guide\n[this]: https://example.org')
    assert.equal(pieces[0]?.text, 'See [the guide](/read/guide) and [this](https://example.org).')
  })
})

describe('splitSentences', () => {
  test('does not cut after abbreviations, inside code or inside links', () => {
    const text = 'Use a proxy, e.g. Nginx, in front. Run `a. B` now. See [Part 1. Start](/x) first. Version 2.4 is out.'
    assert.deepEqual(splitSentences(text, 'en'), [
      'Use a proxy, e.g. Nginx, in front.',
      'Run `a. B` now.',
      'See [Part 1. Start](/x) first.',
      'Version 2.4 is out.',
    ])
  })

  test('cuts notes that begin no sentence with a capital', () => {
    assert.deepEqual(splitSentences('we dump at night, e.g. at 02:30. needs psql 15. then `a. b` stays whole.', 'en'), [
      'we dump at night, e.g. at 02:30.',
      'needs psql 15.',
      'then `a. b` stays whole.',
    ])
  })

  test('gives verbatim slices of wrapped lines, in scripts without spaces too', () => {
    assert.deepEqual(splitSentences('One line\nand more. Two words here.', 'en'), [
      'One line\nand more.',
      'Two words here.',
    ])
    const day = 'Am 2. März war die Suche aus. Sie kam um neun zurück.'
    assert.deepEqual(splitSentences(day, 'de'), ['Am 2. März war die Suche aus.', 'Sie kam um neun zurück.'])
    assert.deepEqual(splitSentences('設定を開きます。保存を押します。', 'ja'), ['設定を開きます。', '保存を押します。'])
  })
})

describe('directions', () => {
  const cases: [string, string | undefined][] = [
    ['Mention that keys expire.', 'fact'],
    ['Explain how to rotate keys.', 'topic'],
    ['Keep it short.', 'style'],
    ['Write for beginners.', 'style'],
    ["Don't mention pricing or discounts.", 'exclude'],
    ['Skip the billing chapter.', 'exclude'],
    ['Preise nicht erwähnen.', 'exclude'],
    ['Не упоминайте цены.', 'exclude'],
    ['不要提及价格。', 'exclude'],
    ['価格には触れないでください。', 'exclude'],
    ['Skip this step if you have a key.', undefined],
    ['Add the key to the secret store.', undefined],
    ['Do not include the port in the address.', undefined],
    ['Keys expire after 90 days.', undefined],
    ["Don't mention: pricing", 'exclude'],
    ['Nicht erwähnen: OpenVPN.', 'exclude'],
    ['Не упоминать: цены', 'exclude'],
    ['Write the file to disk.', undefined],
  ]
  for (const [sentence, type] of cases) {
    test(`“${sentence}” is ${type ?? 'a statement'}`, () => assert.equal(readDirection(sentence)?.type, type))
  }

  test('keys give title, kind and outline, and leave the rest of the notes verbatim', () => {
    const notes = 'Title: Keys\nKind: reference\nOutline:\n- One\n- Two\n\nKeys expire.'
    const { title, kind, sections, content } = readDirections(notes)
    assert.deepEqual([title, kind, sections, content.trim()], ['Keys', 'reference', ['One', 'Two'], 'Keys expire.'])
  })
})

describe('figures', () => {
  const differ = (a: string, b: string) => {
    const [first, second] = [figureSentence(a, 1), figureSentence(b, 2)]
    assert.ok(first && second)
    return disagreement(first, second)
  }

  test('are told from names of statuses and from addresses', () => {
    assert.deepEqual(figuresIn('It answers 404 for a wrong id.'), [])
    assert.deepEqual(
      figuresIn('See [page](/read/page-12).').map(({ value }) => value),
      [],
    )
    assert.deepEqual(
      figuresIn('At most 1,000 requests since v2.1.').map(({ value }) => value),
      ['1000', 'v2.1'],
    )
  })

  test('disagree when the same thing has two values', () => {
    assert.deepEqual(differ('The rate limit is 100 requests a minute.', 'Rate limit: 60 requests per minute.'), {
      first: '100 requests',
      second: '60 requests',
    })
    assert.ok(differ('備份保留14天。', '備份保留30天。'))
  })

  test('do not when two things have one each', () => {
    assert.equal(differ('The free plan allows 10 users.', 'The pro plan allows 20 users.'), undefined)
    assert.equal(differ('Node 26 is needed to run it.', 'Python 3 is needed to run it.'), undefined)
    assert.equal(differ('The timeout is 30 seconds.', 'The upload limit is 5 seconds of film.'), undefined)
  })

  test('do not when one is a time and the other a count', () => {
    assert.equal(
      differ('We restore the nightly dump with psql 15.', 'We restored the nightly dump of 02:30.'),
      undefined,
    )
  })
})

test('texts are alike when they differ in a word or two, but never when a number differs', () => {
  const texts = new SimilarTexts<string>()
  texts.add('Old keys keep working for 24 hours after the rotation of a key.', 'known')
  assert.equal(texts.find('Old keys keep working for 24 hours after the rotation.'), 'known')
  assert.equal(texts.find('Old keys keep working for 48 hours after the rotation of a key.'), undefined)
  assert.equal(texts.find('Soup is served first.'), undefined)
  assert.equal(
    texts.find(
      'Old keys keep working for 24 hours after the rotation of a key, but only inside the office and for reading.',
    ),
    undefined,
    'a text that says more is not known yet',
  )
  texts.add('Restart it. The restart takes 5 minutes. See [Keys](/read/keys) about keys.', 'longer')
  assert.equal(texts.find('The restart takes 5 minutes.'), 'longer', 'a text that says this and more')
  assert.equal(texts.find('The restart takes 3 minutes.'), undefined)
  for (let nth = 0; nth < 30; nth++) texts.add(`It sets colour ${nth}.`, `colour ${nth}`)
  assert.equal(texts.find('It sets colour 29.'), 'colour 29', 'the very words, however many texts begin like it')
})

test('languages are told by script and by their commonest words', () => {
  assert.equal(detectLanguage('How the queue works in the database'), 'en')
  assert.equal(detectLanguage('Wie die Warteschlange in der Datenbank funktioniert'), 'de')
  assert.equal(detectLanguage('Comment configurer la sauvegarde de la base'), 'fr')
  assert.equal(detectLanguage('Cómo configurar la copia de la base'), 'es')
  assert.equal(detectLanguage('Как настроить копирование'), 'ru')
  assert.equal(detectLanguage('Як налаштувати копіювання'), 'uk')
  assert.equal(detectLanguage('如何配置备份'), 'zh')
  assert.equal(detectLanguage('バックアップの設定'), 'ja')
  assert.equal(detectLanguage('1234 ...'), 'en')
})
