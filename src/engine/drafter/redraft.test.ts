// Redrafts with the built-in drafter: answers come in, people's edits and deletions stay, closed documents leave.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Block } from 'galley-blocks/model.ts'
import { blocksToText } from '#blocks/text.ts'
import { assertGrounded, document, run, section } from '../../../test/drafter/run.ts'
import { job } from '../../../test/drafter/sample-jobs.ts'
import type { Draft, DraftInputs } from './drafter.ts'

describe('a redraft', () => {
  const first = () =>
    job({
      document: document('Configure nightly backups'),
      notes:
        'Backups run every night at 02:30.\n\nRun `galley backup` to start one by hand.\n\nYou need the admin role to configure backups.',
      related: [
        {
          id: 9,
          slug: 'restore',
          title: 'Restore a backup',
          markdown: 'Restoring a nightly backup requires 20 GB of disk.',
        },
      ],
    })

  async function redraft(
    change: (draft: Draft) => Partial<DraftInputs>,
    previous: { edit?: (blocks: Block[]) => string[]; deletedTexts?: string[] } = {},
  ) {
    const before = await run(first())
    const draft = structuredClone(before.draft)
    const editedBlockIds = previous.edit?.(draft.blocks) ?? []
    const earlier = { draft, editedBlockIds, deletedTexts: previous.deletedTexts ?? [] }
    const inputs = { ...first(), previous: earlier, ...change(draft) }
    return { before, inputs, earlier, after: await run(inputs) }
  }

  test('puts answers into their sections and does not ask again', async () => {
    const { before, after, inputs } = await redraft(() => ({
      answers: [
        {
          id: 5,
          section: 'Troubleshooting',
          body: 'What goes wrong?',
          answer: '- `disk full`: free some space.\n- `locked`: another backup is running.',
        },
      ],
    }))
    assert.ok(before.questions.some((question) => question.section === 'Troubleshooting'))
    assert.ok(!after.questions.some((question) => question.section === 'Troubleshooting'))
    assert.match(section(after.markdown, 'Troubleshooting'), /disk full[\s\S]+locked/)
    const item = after.draft.blocks.find((block) => blocksToText([block]).startsWith('disk full'))
    assert.equal(after.draft.provenance[item?.id ?? '']?.origin, 'answer')
    assertGrounded(inputs, after.draft)
  })

  test('shows an answer in its section, also where another section says the same', async () => {
    const same = 'Run `galley backup` to start one by hand.'
    const answers = [{ id: 5, section: 'Troubleshooting', body: 'What goes wrong?', answer: same }]
    const { before, after, inputs } = await redraft(() => ({ answers }))
    assert.ok(before.markdown.includes(same))
    assert.ok(section(after.markdown, 'Troubleshooting').includes(same), after.markdown)
    const previous = { draft: after.draft, editedBlockIds: [], deletedTexts: [] }
    assert.deepEqual((await run({ ...inputs, previous })).draft.blocks, after.draft.blocks)
  })

  test('an approved summary leaves with the document it was taken from, unless a person wrote it', async () => {
    const markdown = 'A nightly backup lets everyone undo a bad day.'
    const related = [{ id: 9, slug: 'restore', title: 'Restore a backup', markdown }]
    const start = { ...first(), notes: '1. Open the console.\n2. Press the button.', related }
    const before = await run(start)
    assert.match(before.draft.summary ?? '', /undo a bad day/)
    const approved = { ...start.document, summary: before.draft.summary, blocks: before.draft.blocks }
    const again = (given: Partial<DraftInputs>, summaryEdited = false) =>
      run({
        ...start,
        document: approved,
        previous: { draft: before.draft, editedBlockIds: [], deletedTexts: [], summaryEdited },
        ...given,
      })
    assert.match((await again({})).draft.summary ?? '', /undo a bad day/)
    const closed = await again({
      related: [],
      notes: 'Backups run every night at 02:30, and nobody has to start them.',
    })
    assert.doesNotMatch(JSON.stringify(closed.draft), /undo a bad day/)
    assert.match((await again({ related: [] }, true)).draft.summary ?? '', /undo a bad day/)
  })

  test('does not ask again about a section whose answer was that there is nothing to say', async () => {
    const { after } = await redraft(() => ({
      answers: [{ id: 5, section: 'Troubleshooting', body: 'What goes wrong?', answer: 'None.' }],
    }))
    assert.doesNotMatch(after.markdown, /None\./)
    assert.ok(!after.questions.some((question) => question.section === 'Troubleshooting'))
  })

  test('of a bare outline shows only the sections that have content now', async () => {
    const bare = await run(job())
    const previous = { draft: bare.draft, editedBlockIds: [], deletedTexts: [] }
    const answers = [{ id: 5, section: 'Steps', body: 'Which steps?', answer: '1. Open the panel.\n2. Press Rotate.' }]
    const { markdown, questions } = await run(job({ previous, answers }))
    assert.equal(markdown.trim(), '## Steps\n\n1. Open the panel.\n2. Press Rotate.')
    assert.equal(questions.length, bare.questions.length - 1)
  })

  test('keeps unchanged blocks with their ids', async () => {
    const { before, after } = await redraft(() => ({}))
    assert.deepEqual(after.draft.blocks, before.draft.blocks)
  })

  test('keeps an edited block as it stands, at its place', async () => {
    const edit = (blocks: Block[]): string[] => {
      const block = blocks.find(({ type }) => type === 'paragraph')
      assert.ok(block)
      block.content = [{ type: 'text', text: 'Backups run every night at 04:00, whatever the notes say.', styles: {} }]
      return [block.id]
    }
    const { after, earlier } = await redraft(() => ({ notes: 'Backups run every night at 02:30.' }), { edit })
    const id = earlier.editedBlockIds[0] ?? ''
    const kept = after.draft.blocks.findIndex((block) => block.id === id)
    assert.deepEqual(
      after.draft.blocks[kept],
      earlier.draft.blocks.find((block) => block.id === id),
    )
    assert.equal(
      kept,
      earlier.draft.blocks.findIndex((block) => block.id === id),
    )
    assert.equal(after.draft.provenance[id]?.origin, 'human')
  })

  test('takes up a sentence that says more than the draft does', async () => {
    const more = 'You need the admin role to configure backups, and a second person who watches.'
    const { after, inputs } = await redraft(() => ({ notes: `${first().notes}\n\n${more}` }))
    assert.ok(after.markdown.includes(more), after.markdown)
    assertGrounded(inputs, after.draft)
  })

  test('does not bring back what a person deleted', async () => {
    const { after } = await redraft(
      (draft) => {
        draft.blocks = draft.blocks.filter((block) => !blocksToText([block]).includes('start one by hand'))
        return {}
      },
      { deletedTexts: ['Run galley backup to start one by hand.'] },
    )
    assert.doesNotMatch(after.markdown, /start one by hand/)
  })

  test('does not bring back a sentence of a deleted paragraph', async () => {
    const inputs = job({
      notes: 'Backups run every night at 02:30. They are kept in the cellar. Each takes 5 minutes.',
    })
    const { draft } = await run(inputs)
    const [deleted] = draft.blocks.filter((block) => blocksToText([block]).includes('cellar'))
    const blocks = draft.blocks.filter((block) => block !== deleted)
    const previous = { draft: { ...draft, blocks }, editedBlockIds: [], deletedTexts: [blocksToText([deleted!])] }
    assert.doesNotMatch((await run({ ...inputs, previous })).markdown, /02:30|cellar|minutes/)
  })

  const NOTES = {
    German: `Der Zugang läuft über WireGuard. Jeder bekommt höchstens 2 Geräte.

## Einrichtung
1. WireGuard von https://www.wireguard.com/install/ installieren.
2. Die Datei \`firma.conf\` importieren.

## Probleme
Meist ist der Port 51820 gesperrt. Im Hotel hilft der Hotspot. Siehe [Netze](/read/netze) zu Ports.`,
    Japanese: `本番環境へのデプロイは平日の10時から16時の間に行います。金曜日の午後はデプロイしません。

1. CIが成功していることを確認する。
2. \`make release VERSION=1.4.2\` を実行する。

エラー率が1%を超えた場合は、すぐに戻してください。約3分で完了します。`,
  }
  for (const [language, notes] of Object.entries(NOTES)) {
    test(`says nothing twice: ${language} paragraphs with figures, steps and links`, async () => {
      const { draft } = await run(job({ notes }))
      const previous = { draft, editedBlockIds: [], deletedTexts: [] }
      assert.deepEqual((await run(job({ notes, previous }))).draft.blocks, draft.blocks)
    })
  }

  test('adds to a list only the items that are new', async () => {
    const notes = 'To rotate a key:\n\n1. Open the settings page.\n2. Press the button called Rotate.'
    const { draft } = await run(job({ notes }))
    const previous = { draft, editedBlockIds: [], deletedTexts: [] }
    const { markdown } = await run(job({ notes: `${notes}\n3. Restart all of the workers.`, previous }))
    assert.equal(markdown.match(/Open the settings page/g)?.length, 1)
    assert.match(markdown, /Rotate\.[\s\S]*Restart all of the workers/)
  })

  test('drops what rests on a document that is closed now', async () => {
    const { before, after } = await redraft(() => ({ related: [] }))
    assert.match(before.markdown, /20 GB of disk/)
    assert.match(before.markdown, /\/read\/restore/)
    assert.doesNotMatch(after.markdown, /20 GB of disk|\/read\/restore/)
  })

  test('lets an answer settle a conflict', async () => {
    const material = [{ title: 'Wiki', text: 'Backups run every night at 03:30.' }]
    const disputed = await run({ ...first(), material })
    const [action] = disputed.actions.filter(({ kind }) => kind === 'resolve_conflict')
    assert.ok(action)
    const earlier = {
      id: 3,
      kind: action.kind,
      title: action.title,
      body: action.body,
      answer: '03:30',
      resolved: false,
      meta: action.meta,
    }
    const settled = await run({ ...first(), material, actions: [earlier] })
    assert.match(settled.markdown, /03:30/)
    assert.doesNotMatch(settled.markdown, /02:30/)
    assert.ok(!settled.actions.some(({ kind }) => kind === 'resolve_conflict'))
  })

  test('mends a link as the answer says, and raises no settled action again', async () => {
    const notes = 'Backups are described in [the old page](/read/gone). They run every 7 days.'
    const linkExists = (slug: string) => slug !== 'gone'
    const broken = await run(job({ notes, linkExists }))
    const actions = broken.actions.map((action, index) => ({
      id: index,
      ...action,
      answer: action.kind === 'fix_link' ? 'It is /read/backups now.' : null,
      resolved: true,
    }))
    const mended = await run(job({ notes, linkExists, actions }))
    assert.match(mended.markdown, /\[the old page\]\(\/read\/backups\)/)
    assert.deepEqual(mended.actions, [])
  })
})
