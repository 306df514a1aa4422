// What the built-in drafter makes of replies: sections that people dismiss, figures that they confirm or correct.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { after, assertGrounded, headingsOf, run, section } from '../../../test/drafter/run.ts'
import { job } from '../../../test/drafter/sample-jobs.ts'
import type { EarlierAction, NewAction } from './drafter.ts'
import { hasNothingToSay } from './replies.ts'

describe('an answer that there is nothing to say', () => {
  for (const answer of [
    ...['Not applicable', 'Not applicable, drop this section.', 'N/A', 'n/a - we have none', 'None.', 'None needed'],
    ...["Doesn't apply to us.", 'Not needed here, thanks.', 'Please remove this section.', 'Leave this section out'],
    ...[
      'Nicht zutreffend',
      'Entfällt.',
      'Trifft bei uns nicht zu.',
      'Abschnitt bitte streichen',
      'Brauchen wir nicht.',
    ],
    ...['Sans objet.', 'Non applicable', 'Supprimez cette section.', 'No aplica', 'No procede, quitar la sección.'],
    ...[
      'Eliminar esta sección',
      'Не применимо',
      'Уберите этот раздел.',
      'Не нужно.',
      '不适用',
      '删除此部分。',
      '不需要。',
    ],
    ...['該当なし', '該当しません。', '不要です。', 'このセクションは削除してください。'],
  ])
    test(answer, () => assert.ok(hasNothingToSay(answer)))
  for (const answer of [
    ...['None of the keys expire.', 'Not needed for admins; editors need the role.', 'No errors are known to us yet.'],
    ...[
      'Remove the old key.',
      'Skip this step if you have a key.',
      'Nicht nötig ist ein Neustart.',
      'Keine Neustarts.',
    ],
    ...['No es necesario reiniciar.', 'Не нужно перезапускать сервер.', '不需要密码。', '不要なファイルを消します。'],
  ])
    test(`is not “${answer}”`, () => assert.ok(!hasNothingToSay(answer)))

  test('leaves its section out, and nobody is asked again', async () => {
    for (const [title, notes, answer] of [
      ['Rotate API keys', 'Run `keyctl rotate` to rotate a key.', 'Not applicable, drop this section.'],
      ['Rotate API keys', '', 'Not applicable'],
      [
        'Schlüssel einrichten',
        'Starten Sie `keyctl rotate`, um den Schlüssel zu erneuern.',
        'Entfällt, bitte weglassen.',
      ],
    ] as const) {
      const first = await run(job({ title, notes }))
      const asked = first.questions.slice(-3)
      const answers = asked.map((question, id) => ({ id, ...question, answer }))
      const inputs = { ...job({ title, notes, answers }), ...after(first.draft) }
      const second = await run(inputs)
      assert.doesNotMatch(second.markdown, /applicable|Entfällt/)
      for (const { section } of asked)
        assert.ok(!headingsOf(second.markdown).includes(`## ${section}`), second.markdown)
      assert.equal(second.questions.length, first.questions.length - 3)
      assert.ok(!second.actions.some(({ body }) => asked.some(({ section }) => body.includes(section))))
      const third = await run({ ...inputs, ...after(second.draft) })
      assert.deepEqual(third.draft.blocks, second.draft.blocks)
    }
  })

  test('to a point that the notes leave open says nothing of its section', async () => {
    const notes = 'Every key lives for 90 days.\n\nTODO: which steps do we list?\n\nMention the audit trail.'
    const first = await run(job({ notes }))
    const pointed = first.questions.filter(({ body }) => /^The notes/.test(body))
    assert.equal(pointed.length, 2)
    const answers = pointed.map((question, id) => ({ id, ...question, answer: 'Not applicable' }))
    const second = await run({ ...job({ notes, answers }), ...after(first.draft) })
    assert.deepEqual(
      second.questions,
      first.questions.filter((question) => !pointed.includes(question)),
    )
    assert.equal(second.markdown, first.markdown)
  })

  test('keeps no other source from its section', async () => {
    const answers = [{ id: 1, section: 'Troubleshooting', body: 'What goes wrong?', answer: 'Not applicable' }]
    const notes = 'Run `keyctl rotate`.\n\n## Troubleshooting\n\nIf it fails with 401, sign in again.'
    assert.match(section((await run(job({ notes, answers }))).markdown, 'Troubleshooting'), /401/)
  })
})

describe('a reply to a check', () => {
  const replied = (action: NewAction | undefined, answer: string): EarlierAction[] => {
    assert.ok(action)
    return [{ id: 3, ...action, answer, resolved: true }]
  }
  const notes = 'An account holds 10 keys at most. Every key lives for 90 days.'
  const material = [{ title: 'Wiki', text: 'Keys are shown once, when they are made.' }]
  const first = () => job({ notes, material })

  for (const answer of [
    'Yes, both are right, I checked with Bob.',
    'I asked Bob on 3 May and he agrees.',
    'Stimmt beides.',
  ])
    test(`never stands in the draft: ${answer}`, async () => {
      const before = await run(first())
      const actions = replied(
        before.actions.find(({ kind }) => kind === 'verify'),
        answer,
      )
      const { markdown, actions: raised } = await run({ ...first(), ...after(before.draft), actions })
      assert.equal(markdown, before.markdown)
      assert.ok(!raised.some(({ kind }) => kind === 'verify'))
    })

  for (const answer of ['It is 12, not 10.', 'An account holds 12 keys.', '12 keys', 'Nicht 10, sondern 12.'])
    test(`corrects the figure that it means: ${answer}`, async () => {
      const before = await run(first())
      const actions = replied(
        before.actions.find(({ kind }) => kind === 'verify'),
        answer,
      )
      for (const inputs of [
        { ...first(), actions },
        { ...first(), ...after(before.draft), actions },
      ]) {
        const second = await run(inputs)
        assertGrounded(inputs, second.draft)
        assert.equal(second.markdown, before.markdown.replace('10 keys', '12 keys'))
        assert.ok(!second.actions.some(({ kind }) => kind === 'verify'))
        const third = await run({ ...inputs, ...after(second.draft) })
        assert.deepEqual(third.draft.blocks, second.draft.blocks)
      }
    })

  test('in the reply to a conflict only decides', async () => {
    const disputed = job({
      notes: 'The limit is 10 keys.',
      material: [{ title: 'Wiki', text: 'The limit is 12 keys.' }],
    })
    const before = await run(disputed)
    const conflict = before.actions.find(({ kind }) => kind === 'resolve_conflict')
    assert.match(before.markdown, /10 keys/)
    for (const [answer, right] of [
      ['It is 12, not 10.', '12'],
      ['10 is right, we asked the billing team.', '10'],
      ['Nicht 10, sondern 12.', '12'],
      ['12，不是10。', '12'],
      ['Neither, it is 15 now.', '15'],
    ]) {
      const inputs = { ...disputed, ...after(before.draft), actions: replied(conflict, answer ?? '') }
      const { draft, markdown, actions } = await run(inputs)
      assertGrounded(inputs, draft)
      assert.equal(markdown.trim(), `## Overview\n\nThe limit is ${right} keys.`)
      assert.ok(!actions.some(({ kind }) => kind === 'resolve_conflict'))
      assert.deepEqual((await run({ ...inputs, ...after(draft) })).draft.blocks, draft.blocks)
    }
  })

  test('short sentences of two sources disagree, in any language', async () => {
    for (const [a, b] of [
      ['The limit is 10 keys.', 'The limit is 12 keys.'],
      ['Das Limit sind 10 Schlüssel.', 'Das Limit sind 12 Schlüssel.'],
      ['Лимит: 10 ключей.', 'Лимит: 12 ключей.'],
    ] as const) {
      const { actions } = await run(job({ title: 'Keys', notes: a, material: [{ title: 'Wiki', text: b }] }))
      assert.equal(actions.filter(({ kind }) => kind === 'resolve_conflict').length, 1, a)
    }
    const apart = await run(
      job({
        title: 'Keys',
        notes: 'The limit is 10 keys.',
        material: [{ title: 'Wiki', text: 'The limit is 12 users.' }],
      }),
    )
    assert.ok(!apart.actions.some(({ kind }) => kind === 'resolve_conflict'))
  })
})

test('two sources that send the reader to different addresses disagree', async () => {
  const [first, second] = [1, 2].map((n) => `Webhooks are sent to https://hooks.example.com/v${n}.`)
  const { actions, markdown } = await run(
    job({ title: 'Webhooks', notes: first ?? '', material: [{ title: 'Wiki', text: second ?? '' }] }),
  )
  assert.match(actions[0]?.title ?? '', /v1 or https:\/\/hooks.example.com\/v2\?$/)
  assert.doesNotMatch(markdown, /v2/)
})

describe('what is worth an action', () => {
  test('names of statuses are not', async () => {
    const material = [{ title: 'Wiki', text: 'Keys are shown once, when they are made.' }]
    const notes = 'HTTP 503 errors mean that the vault is sealed. A 404 means the key is gone.'
    const { actions } = await run(job({ notes, material }))
    assert.ok(!actions.some(({ kind }) => kind === 'verify'))
  })

  test('what is asked anyway is not, but a thin document gets one', async () => {
    const steps = ['Open the settings page.', 'Note the id of the key.', 'Press Rotate and copy the new key.']
    const why = `API keys should be rotated every quarter, and at once when a laptop is lost. A rotation makes a second key, and the
first one is retired a day later. Nobody has to stop working meanwhile, because both keys are valid for that day. The team that owns
a key rotates it, and tells the teams that use it beforehand. A key that nobody rotates is retired after a year, without a warning.`
    const rich = await run(
      job({
        notes: `${why}\n\nYou need the editor role.\n\n${steps.map((step, at) => `${at + 1}. ${step}`).join('\n')}`,
      }),
    )
    assert.notEqual(rich.questions.length, 0)
    assert.deepEqual(rich.actions, [])
    for (const notes of ['', 'Keys are short-lived.']) {
      const thin = await run(job({ notes }))
      assert.deepEqual(
        thin.actions.map(({ kind }) => kind),
        ['add_source'],
      )
      assert.notEqual(thin.questions.length, 0)
    }
    const { actions } = await run(job({ notes: '# Use\n\nPress it.\n\n# Care\n\nDust it.\n\n# Storage' }))
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Add a source for 1 empty section'],
    )
  })
})
