// What the built-in drafter makes of notes as people type them: orders to the writer, and points left open.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { after, assertGrounded, drafted, headingsOf, run } from '../../../test/drafter/run.ts'
import { HOW_TO_NOTES, job } from '../../../test/drafter/sample-jobs.ts'
import { readDirection } from './directions.ts'

const requests = (actions: { kind: string; meta: Record<string, unknown> }[]) =>
  actions.flatMap(({ kind, meta }) => (kind === 'verify' && meta.request ? [meta.request] : []))

describe('what people ask the writer to do', () => {
  const TASKS = [
    'Please move the troubleshooting line out of step 4.',
    'Step 4 is too long, split it.',
    'Compare the plans in a table.',
    'Shorten the introduction.',
    'Merge steps 2 and 3.',
    'Please fix the typos in the second paragraph.',
    'Rewrite this page for beginners.',
    'The intro is too vague.',
    'Could you add an example to the second section?',
    'This is too long, please shorten.',
    'Swap steps 2 and 3.',
    'Put the prerequisites first.',
    'Step 3 is wrong: it should say Save.',
    'Looks good, but the summary is wrong.',
    'Schritt 4 ist zu lang, bitte aufteilen.',
    'Füge ein Beispiel hinzu.',
    'Bitte den Abschnitt über Rechnungen kürzen.',
    'Vergleiche die Tarife in einer Tabelle.',
    'Comparez les offres dans un tableau.',
    'Veuillez raccourcir l’introduction.',
    'Compara los planes en una tabla.',
    'Сравните тарифы в таблице.',
    'Пожалуйста, сократите введение.',
    '请用表格比较各个套餐。',
    '手順4を分割してください。',
    '料金プランを表で比較してください。',
  ]
  const ASSIGNMENTS = [
    'Write an FAQ about shipping for customers.',
    'Create a short how-to for new employees.',
    'Please use the wiki page below as the basis.',
    'Draft a policy on remote work.',
    'Hi team, please write a policy on remote work for all employees.',
    'Make the notes friendly.',
    'We need a guide for new customers that explains billing.',
    'Schreibe eine FAQ über den Versand.',
    'Erstelle eine kurze Anleitung für neue Mitarbeiter.',
    'Bitte die Wikiseite als Grundlage nehmen.',
    'Rédigez une FAQ sur la livraison.',
    'Escribe una guía sobre los envíos.',
    'Напишите инструкцию для новых сотрудников.',
    '请写一篇关于配送的常见问题。',
    '配送についてのFAQを書いてください。',
  ]
  const CONTENT = [
    'Create the new key:',
    'Add the following line to the config.',
    'Add the following section to `nginx.conf`.',
    'Use the id from step 1.',
    'Add the key from step 2 to the store.',
    'Use the value in the Limits section.',
    'Compare the output with the table below.',
    'Rename “config.sample” to “config.php”.',
    'Create a new document in the editor.',
    'Create a page for each project.',
    'Delete the draft to start over.',
    'Move the file to the server.',
    'Write the file to disk.',
    'Draft invoices are deleted after 30 days.',
    'The title is too long if it has more than 60 characters.',
    'Rename “Draft” to “Final” in the menu.',
    'Drop the users table.',
    'Keep the summary under 72 characters.',
    'Split the disk into two partitions.',
    'Please contact HR with questions.',
    'Please submit expenses by the 5th.',
    'Please use the VPN at all times.',
    'Step 2 must be run as root.',
    'Make a backup first.',
    'Erstellen Sie ein neues Dokument.',
    'Den Wert aus Schritt 2 ergänzen.',
    'Bitte wenden Sie sich an die Personalabteilung.',
    'Créez une nouvelle clé.',
    'Ajoutez la valeur de l’étape 2.',
    'Cree una clave nueva.',
    'Создайте новый ключ.',
    '请删除旧密钥。',
    '将第2步创建的密钥添加到服务器。',
    '古い鍵を削除してください。',
    '手順4で作成した鍵を追加してください。',
  ]
  for (const sentence of TASKS)
    test(`“${sentence}” is a task`, () => assert.equal(readDirection(sentence)?.type, 'task'))
  for (const sentence of ASSIGNMENTS)
    test(`“${sentence}” says what to write`, () => assert.equal(readDirection(sentence)?.type, 'style'))
  for (const sentence of CONTENT)
    test(`“${sentence}” speaks to the reader`, () => assert.equal(readDirection(sentence), undefined))

  test('is not printed by a redraft: a heading is renamed, the rest is handed over', async () => {
    const before = await drafted({ notes: HOW_TO_NOTES })
    assert.ok(headingsOf(before.markdown).includes('## Check the result'))
    const orders =
      'Please move the troubleshooting line out of step 4. Step 4 is too long, split it. Rename “Check the result” to “Did it work?”.'
    const inputs = { ...job({ notes: `${HOW_TO_NOTES}\n\n${orders}` }), ...after(before.draft) }
    const second = await run(inputs)
    assertGrounded(inputs, second.draft)
    assert.equal(second.markdown, before.markdown.replace('## Check the result', '## Did it work?'))
    assert.deepEqual(requests(second.actions), [
      'Please move the troubleshooting line out of step 4.',
      'Step 4 is too long, split it.',
    ])
    assert.match(second.actions.at(-1)?.title ?? '', /^The drafter could not do this by itself: Step 4/)
    assert.ok(second.actions.every(({ meta }) => !meta.blocking || meta.href))
    const third = await run({ ...inputs, ...after(second.draft) })
    assert.deepEqual(third.draft.blocks, second.draft.blocks)
    assert.deepEqual(third.questions, second.questions)
    const actions = second.actions.map((action, id) => ({ id, ...action, answer: null, resolved: true }))
    assert.deepEqual(requests((await run({ ...inputs, ...after(second.draft), actions })).actions), [])
  })

  test('gives the draft its title', async () => {
    for (const order of [
      'The title should be “Keys”.',
      'Change the title to "Keys".',
      'Der Titel soll „Keys“ lauten.',
    ]) {
      const { draft, markdown } = await drafted({ notes: `Every key lives for 90 days.\n\n${order}` })
      assert.equal(draft.title, 'Keys')
      assert.doesNotMatch(markdown, /tit/i)
    }
  })

  test('leaves a heading that a person wrote, and says so', async () => {
    const notes = 'Run `keyctl rotate` to rotate a key. You should see the new key in the list.'
    const { draft } = await run(job({ notes }))
    const heading = draft.blocks.find(
      ({ type, content }) => type === 'heading' && JSON.stringify(content).includes('Check'),
    )
    assert.ok(heading)
    const previous = { draft, editedBlockIds: [heading.id], deletedTexts: [] }
    const rename = 'Rename "Check the result" to "Verify".'
    const { markdown, actions } = await run(job({ notes: `${notes}\n\n${rename}`, previous }))
    assert.match(markdown, /## Check the result/)
    assert.deepEqual(requests(actions), [rename])
  })

  test('is no summary and no first paragraph, and tells the kind of document', async () => {
    const notes = 'Write an FAQ about shipping for customers.\n\nParcels leave every day at noon.'
    const { plan, draft, markdown } = await drafted({ title: 'Shipping', notes })
    assert.equal(plan.kind, 'faq')
    assert.doesNotMatch(JSON.stringify(draft), /Write an FAQ about shipping for customers\.(?!\\n)/)
    assert.match(markdown, /Parcels leave/)
    const german = 'Erstelle eine kurze Anleitung für neue Mitarbeiter. Bitte die Wikiseite als Grundlage nehmen.'
    const drucker = await drafted({ title: 'Drucker', notes: `${german}\n\nDer Drucker steht im Flur.` })
    assert.doesNotMatch(drucker.markdown, /Anleitung|Wikiseite/)
    assert.match(drucker.draft.summary ?? '', /^Der Drucker/)
  })

  test('is looked for outside steps and code only', async () => {
    const notes = '1. Shorten the introduction.\n2. Rewrite the first paragraph.\n\n```\nMerge steps 2 and 3.\n```'
    const { markdown, actions } = await drafted({ title: 'How to edit an article', notes })
    assert.match(markdown, /1\. Shorten the introduction\.\n2\. Rewrite the first paragraph\./)
    assert.match(markdown, /Merge steps 2 and 3\./)
    assert.deepEqual(requests(actions), [])
  })

  test('may be put as a question', async () => {
    const { markdown, actions, questions } = await drafted({ notes: 'Keys live for 90 days.\n\nCan you split step 4?' })
    assert.doesNotMatch(markdown, /split/)
    assert.ok(!questions.some(({ body }) => body.includes('split')))
    assert.deepEqual(requests(actions), ['Can you split step 4?'])
    const faq = 'Can you add a table of contents?\nYes, in the menu.\n\nCan I export it?\nYes, as PDF.'
    const asked = await drafted({ title: 'Editor FAQ', notes: faq })
    assert.equal(headingsOf(asked.markdown).length, 2)
    assert.deepEqual(requests(asked.actions), [])
  })

  test('goes with the line that announces a list of it', async () => {
    const notes = 'Keys live for 90 days.\n\nChanges:\n- Shorten the introduction.\n- Merge steps 2 and 3.'
    const { markdown, actions } = await drafted({ notes })
    assert.doesNotMatch(markdown, /Changes|Shorten|Merge/)
    assert.equal(requests(actions).length, 2)
  })
})

describe('what is to be left out', () => {
  for (const [order, fact] of [
    ['Leave out anything about LDAP.', 'LDAP is configured in the config file.'],
    ["Keep it short and don't mention LDAP.", 'LDAP is configured in the config file.'],
    ['Omit everything related to LDAP.', 'LDAP is configured in the config file.'],
    ['Remove the part about LDAP.', 'LDAP is configured in the config file.'],
    ['Skip any mention of LDAP.', 'LDAP is configured in the config file.'],
    ['Alles über LDAP weglassen.', 'LDAP wird in der Konfiguration eingerichtet.'],
    ['Lass alles zu LDAP weg.', 'LDAP wird in der Konfiguration eingerichtet.'],
    ['Omettez tout ce qui concerne LDAP.', 'LDAP se configure dans le fichier.'],
    ['Omite todo lo relacionado con LDAP.', 'LDAP se configura en el archivo.'],
    ['Уберите всё про LDAP.', 'LDAP настраивается в файле.'],
    ['不要写任何关于LDAP的内容。', 'LDAP在配置文件中设置。'],
    ['LDAPに関する内容は書かないでください。', 'LDAPは設定ファイルで設定します。'],
  ] as const)
    test(order, async () => {
      const { markdown } = await drafted({ title: 'Sign-in', notes: `${order}\n\n${fact}\n\nSAML 2.0 works.` })
      assert.doesNotMatch(markdown, /LDAP/)
      assert.match(markdown, /SAML/)
    })
})

describe('points that the notes leave open', () => {
  for (const [title, fact, point] of [
    ['Plans', 'The monthly plan costs 10 euros.', 'TODO: what about annual plans?'],
    ['Onboarding', 'New hires get a laptop.', 'open: who orders the badge??'],
    ['Accounts', 'Accounts lock after 5 failures.', 'How do we handle locked accounts? need to ask Sam'],
    ['Orders', 'Checkout was down for an hour.', 'How many orders did we lose? ask finance'],
    ['Plans', 'The monthly plan costs 10 euros.', 'The annual price is TBD.'],
    ['Plans', 'The monthly plan costs 10 euros.', 'FIXME: check the price.'],
    ['Tarife', 'Der Monatstarif kostet 10 Euro.', 'Offen: Was ist mit Jahrestarifen?'],
    ['Konten', 'Konten sperren nach 5 Fehlern.', 'Wie gehen wir mit gesperrten Konten um? Muss Sam fragen'],
    ['Tarifs', 'Le tarif mensuel est de 10 euros.', 'À faire : qui commande le badge ?'],
    ['Planes', 'El plan mensual cuesta 10 euros.', 'Pendiente: ¿qué pasa con los planes anuales?'],
    ['Тарифы', 'Месячный тариф стоит 10 евро.', 'Уточнить: что с годовыми тарифами?'],
    ['套餐', '包月套餐每月10欧元。', '待确认：年度套餐怎么办？'],
    ['料金', '月額プランは10ユーロです。', '要確認：年間プランはどうしますか？'],
  ] as const)
    for (const [where, notes] of [
      ['paragraph', `${fact}\n\n${point}`],
      ['line', `${fact}\n${point}`],
      ['item', `- ${fact}\n- ${point}`],
    ])
      test(`${where}: ${point}`, async () => {
        const { markdown, questions } = await drafted({ title, notes })
        assert.ok(!markdown.includes(point.slice(-12)), markdown)
        assert.ok(markdown.includes(fact), markdown)
        assert.equal(questions.filter(({ body }) => body.includes(point)).length, 1, JSON.stringify(questions))
      })

  test('are asked until they are answered, and the answer stands in the draft', async () => {
    const notes = 'The monthly plan costs 10 euros.\n\nTODO: what about annual plans?'
    const first = await run(job({ title: 'Plans', notes }))
    const asked = first.questions.find(({ body }) => body.includes('TODO'))
    assert.ok(asked)
    const answers = [{ id: 4, ...asked, answer: 'The annual plan costs 100 euros.' }]
    const second = await run({ ...job({ title: 'Plans', notes, answers }), ...after(first.draft) })
    assert.match(second.markdown, /annual plan costs 100/)
    assert.ok(!second.questions.some(({ body }) => body.includes('TODO')))
  })

  test('are not the questions that the notes answer, nor those of a FAQ', async () => {
    const why = 'Why rotate keys? Because laptops get lost. Questions? Ask the security team.'
    const { markdown } = await drafted({ title: 'Key rotation explained', notes: why })
    assert.ok(markdown.includes('Why rotate keys? Because laptops get lost.'), markdown)
    const faq = 'When do parcels leave?\nAt noon.\n\nTODO: what about returns?\n\nCan I pay later?\nYes.'
    const { markdown: answered, questions } = await drafted({ title: 'Shipping FAQ', notes: faq })
    assert.deepEqual(headingsOf(answered), ['## When do parcels leave?', '## Can I pay later?'])
    const asked = questions.filter(({ body }) => body.includes('returns'))
    assert.deepEqual(
      asked.map(({ section }) => section),
      ['what about returns?'],
    )
  })

  test('that say nothing are asked as their section is', async () => {
    const notes = '## Schedule\n\nBackups run every night at 02:30.\n\n## Retention\n\nTBD'
    const { markdown, questions } = await drafted({ title: 'Backups', notes })
    assert.doesNotMatch(markdown, /TBD/)
    assert.equal(questions.filter(({ section }) => section === 'Retention').length, 1)
    assert.ok(!questions.some(({ body }) => body.includes('TBD')))
  })

  test('are neither opening hours nor code', async () => {
    const lines = [
      'Open: Monday to Friday.',
      'Search for TODO comments.',
      'Write `limit ?? 10` for a default.',
      '`TBD` is a status.',
    ]
    const { markdown } = await drafted({ title: 'The canteen', notes: lines.join('\n\n') })
    for (const line of lines) assert.ok(markdown.includes(line), markdown)
    const todo = await drafted({
      title: 'Cocina',
      notes: 'La cocina abre a las once y cierra a las dos.\n\nTODO (Sam): los precios',
    })
    assert.doesNotMatch(todo.markdown, /Sam/)
  })
})
