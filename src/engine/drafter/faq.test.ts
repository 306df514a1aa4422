// What the built-in drafter makes of questions and answers, however they are written down.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blocksToText } from '#blocks/text.ts'
import { after, drafted, headingsOf, run } from '../../../test/drafter/run.ts'
import { job } from '../../../test/drafter/sample-jobs.ts'
import type { DraftInputs } from './drafter.ts'

describe('a FAQ', () => {
  const PAIRS = `Q: When am I charged?
A: On the first of each month.

Q: Can I get a refund?
A: Yes.

Q: Which cards do you take?
A: Visa and Mastercard.`
  const ANSWERED = `## When am I charged?

On the first of each month.

## Can I get a refund?

Yes.

## Which cards do you take?`
  const billing = (given: Partial<DraftInputs> = {}) => ({ title: 'Billing FAQ', notes: PAIRS, ...given })

  test('has its questions as headings above their answers, and nobody is asked', async () => {
    const { markdown, questions } = await drafted(billing())
    assert.equal(markdown.trim(), `${ANSWERED}\n\nVisa and Mastercard.`)
    assert.deepEqual(questions, [])
  })

  const spellings: Record<string, string> = {
    'bold labels': PAIRS.replace(/^([QA]):/gm, '**$1:**'),
    'bold questions': PAIRS.replace(/^Q: (.+)$/gm, '**Q: $1**'),
    'numbered labels': PAIRS.replace(/^Q:/gm, 'Question 1:').replace(/^A:/gm, 'Answer 1:'),
    'a list': PAIRS.replace(/^([QA]):/gm, '- $1:'),
    'one line a pair': PAIRS.replace(/\nA:/g, ' A:'),
    'a line end before the answer': PAIRS.replace(/^A: On the first/m, 'A: On\nthe first'),
    'no labels': PAIRS.replace(/^[QA]: /gm, ''),
    'no labels and one line a pair': PAIRS.replace(/^Q: /gm, '').replace(/\nA: /g, ' '),
    headings: PAIRS.replace(/^Q: (.+)$/gm, '### $1\n').replace(/^A: /gm, ''),
  }
  for (const [name, notes] of Object.entries(spellings)) {
    test(`may be written with ${name}`, async () => {
      assert.equal((await drafted(billing({ notes }))).markdown.trim(), `${ANSWERED}\n\nVisa and Mastercard.`)
    })
  }

  const languages: [string, string, string, string[]][] = [
    [
      'de',
      'Häufige Fragen',
      'Frage: Wann wird abgebucht?\nAntwort: Am Ersten.',
      ['Wann wird abgebucht?', 'Am Ersten.'],
    ],
    [
      'fr',
      'Foire aux questions',
      'Question : Quand ?\nRéponse : Le premier du mois.',
      ['Quand ?', 'Le premier du mois.'],
    ],
    [
      'ru',
      'Частые вопросы',
      'Вопрос: Когда спишут деньги?\nОтвет: Первого числа.',
      ['Когда спишут деньги?', 'Первого числа.'],
    ],
    ['zh', '常见问题', '问：什么时候扣款？\n答：每月一日。', ['什么时候扣款？', '每月一日。']],
    ['ja', 'よくある質問', 'Q：いつ請求されますか。\nA：毎月1日です。', ['いつ請求されますか。', '毎月1日です。']],
  ]
  for (const [language, title, notes, [question, answer]] of languages) {
    test(`${language}: ${question}`, async () => {
      const { plan, markdown } = await drafted({ title, notes })
      assert.equal(plan.kind, 'faq')
      assert.equal(markdown.trim(), `## ${question}\n\n${answer}`)
    })
  }

  test('loses nothing, however many questions there are', async () => {
    const pairs = Array.from({ length: 70 }, (_, index) => [`What is option ${index}?`, `It sets colour ${index}.`])
    const { markdown } = await drafted(billing({ notes: pairs.map(([q, a]) => `Q: ${q}\nA: ${a}`).join('\n\n') }))
    for (const text of pairs.flat()) assert.equal(markdown.split(`${text}\n`).length, 2, text)
    assert.equal(headingsOf(markdown).length, 60)
  })

  test('rests on quotes, also where something stands between a question and its answer', async () => {
    const { markdown } = await drafted(billing({ notes: PAIRS.replace('charged?\n', 'charged?\nfrom a ticket\n') }))
    assert.match(markdown, /## When am I charged\?\n\nfrom a ticket\n\nOn the first of each month\.\n/)
  })

  test('keeps the groups that its questions stand in', async () => {
    const notes = `## Billing\n\n${PAIRS}\n\n## Accounts\n\nQ: How do I sign up?\nA: Open the form.`
    const { markdown } = await drafted(billing({ notes }))
    assert.deepEqual(headingsOf(markdown), [
      '## Billing',
      '### When am I charged?',
      '### Can I get a refund?',
      '### Which cards do you take?',
      '## Accounts',
      '### How do I sign up?',
    ])
  })

  test('asks for an answer that is missing, and takes it', async () => {
    const notes = PAIRS.replace('A: Visa and Mastercard.', '')
    const first = await drafted(billing({ notes }))
    assert.deepEqual(
      first.questions.map(({ body }) => body),
      ['Nothing in the sources covers “Which cards do you take?”. What is the answer?'],
    )
    const answers = [{ id: 3, section: 'Which cards do you take?', body: 'Cards?', answer: 'Visa and Mastercard.' }]
    const second = await drafted(billing({ notes, answers, ...after(first.draft) }))
    assert.equal(second.markdown.trim(), `${ANSWERED}\n\nVisa and Mastercard.`)
  })

  test('does not bring back a question that a person deleted', async () => {
    const { draft } = await drafted(billing())
    const deleted = ['Can I get a refund?', 'Yes.']
    const blocks = draft.blocks.filter((block) => !deleted.includes(blocksToText([block]).trim()))
    const { markdown } = await run(job(billing(after({ ...draft, blocks }, deleted))))
    assert.deepEqual(headingsOf(markdown), ['## When am I charged?', '## Which cards do you take?'])
  })

  test('without notes asks for the questions, and keeps those of the answer', async () => {
    const first = await drafted({ title: 'Billing FAQ' })
    assert.deepEqual(
      first.questions.map((question) => question.section),
      ['Overview', 'Questions and answers', 'Contact'],
    )
    const answers = [{ id: 3, section: 'Questions and answers', body: 'Which?', answer: PAIRS }]
    const second = await run(job({ title: 'Billing FAQ', answers, ...after(first.draft) }))
    assert.match(second.markdown, /## Questions and answers\n\n### When am I charged\?\n\nOn the first of each month\./)
    const third = await run(job({ title: 'Billing FAQ', answers, ...after(second.draft) }))
    assert.deepEqual(third.draft.blocks, second.draft.blocks)
  })
})
