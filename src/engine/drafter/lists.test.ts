// Lists that people wrote stay whole in a draft, and a redraft neither repeats them nor loses an item's place.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blocksToText } from '#blocks/text.ts'
import { after, assertGrounded, document, run, section } from '../../../test/drafter/run.ts'
import { job } from '../../../test/drafter/sample-jobs.ts'
import type { DraftInputs } from './drafter.ts'

const STEPS = '1. Open the console.\n2. Run `keyctl rotate`.\n3. Copy the new key.'
const README_NOTES = 'You need the editor role. Run `keyctl rotate`. Old keys work for 24 more hours.'
const readme = (given: Partial<DraftInputs> = {}) =>
  job({ document: document('Rotate API keys', 'Keys live for **90 days**.'), notes: README_NOTES, ...given })
const answered = (answer: string) => ({ answers: [{ id: 5, section: 'Steps', body: 'Which steps?', answer }] })
const times = (text: string, part: string) => text.split(part).length - 1

describe('a numbered list', () => {
  test('given as an answer keeps the step that the draft says elsewhere', async () => {
    const inputs = readme()
    const first = await run(inputs)
    const second = await run(readme({ ...answered(STEPS), ...after(first.draft) }))
    assert.ok(section(second.markdown, 'Steps').includes(STEPS), second.markdown)
    const third = await run(readme({ ...answered(STEPS), ...after(second.draft) }))
    assert.deepEqual(third.draft.blocks, second.draft.blocks)
  })

  test('keeps a step that stands under another heading', async () => {
    const notes = `## Prerequisites\n\n${README_NOTES}\n\n## Steps\n\n## Problems\n\nNone are known so far to anyone.`
    const first = await run(job({ notes }))
    assert.match(section(first.markdown, 'Prerequisites'), /keyctl rotate/)
    const second = await run(job({ notes, ...answered(STEPS), ...after(first.draft) }))
    assert.ok(section(second.markdown, 'Steps').includes(STEPS), second.markdown)
    const third = await run(job({ notes, ...answered(STEPS), ...after(second.draft) }))
    assert.deepEqual(third.draft.blocks, second.draft.blocks)
  })

  test('of the notes keeps the step that the document says already', async () => {
    const said = 'Press the red button when the lamp blinks.'
    const list = `1. Open the hatch.\n2. ${said}\n3. Close the hatch.`
    const inputs = job({ document: document('Reset the pump', said), notes: list })
    const { markdown, draft } = await run(inputs)
    assert.ok(section(markdown, 'Steps').includes(list), markdown)
    assert.ok(markdown.startsWith(said), 'and the document keeps its sentence')
    assertGrounded(inputs, draft)
    assert.deepEqual((await run({ ...inputs, ...after(draft) })).draft.blocks, draft.blocks)
  })

  test('stands even where a paragraph elsewhere says all of its steps', async () => {
    const text = 'Open the console. Run `keyctl rotate`. Copy the new key.'
    const inputs = job({ document: document('Rotate API keys', text), ...answered(STEPS) })
    const { markdown } = await run(inputs)
    assert.ok(section(markdown, 'Steps').includes(STEPS), markdown)
  })

  test('takes the place of a drafted paragraph beside it that said one of its steps', async () => {
    const notes = '## Requirements\n\nYou need the editor role for all of it.\n\n## Steps\n\nRun `keyctl rotate`.'
    const first = await run(job({ notes }))
    const second = await run(job({ notes, ...answered(STEPS), ...after(first.draft) }))
    assert.equal(section(second.markdown, 'Steps').trim(), STEPS)
  })

  test('leaves of a drafted paragraph beside it what it does not say itself', async () => {
    const redrafted = async (text: string) => {
      const notes = `## Requirements\n\nYou need the editor role for all of it.\n\n## Steps\n\n${text}`
      const first = await run(job({ notes }))
      const second = await run(job({ notes, ...answered(STEPS), ...after(first.draft) }))
      const third = await run(job({ notes, ...answered(STEPS), ...after(second.draft) }))
      assert.deepEqual(third.draft.blocks, second.draft.blocks)
      return section(second.markdown, 'Steps').trim()
    }
    const [command, hours] = ['Run `keyctl rotate`.', 'Old keys work for 24 more hours.']
    assert.equal(await redrafted(`${command} ${hours}`), `${hours}\n\n${STEPS}`)
    assert.equal(await redrafted(`${hours} ${command}`), `${hours}\n\n${STEPS}`)
    const leaning = `${command} It prints the new key.`
    assert.equal(await redrafted(leaning), `${leaning}\n\n${STEPS}`)
  })

  test('keeps a step that a person took out of a paragraph', async () => {
    const first = await run(readme())
    const paragraph = first.draft.blocks.find((block) => blocksToText([block]).includes('keyctl'))
    assert.ok(paragraph)
    const blocks = first.draft.blocks.filter((block) => block !== paragraph)
    const previous = after({ ...first.draft, blocks }, [blocksToText([paragraph])])
    const { markdown } = await run(readme({ ...answered(STEPS), ...previous }))
    assert.ok(section(markdown, 'Steps').includes(STEPS), markdown)
  })

  test('does not bring back a step that a person deleted from it', async () => {
    const first = await run(job(answered(STEPS)))
    const blocks = first.draft.blocks.filter((block) => !blocksToText([block]).includes('keyctl'))
    const previous = after({ ...first.draft, blocks }, ['Run keyctl rotate.'])
    assert.deepEqual((await run(job({ ...answered(STEPS), ...previous }))).draft.blocks, blocks)
  })

  test('does not bring back a step whose code a person deleted or rewrote', async () => {
    const list =
      '1. Open the console.\n2. Create the new key:\n   ```sh\n   keyctl rotate --id 42\n   ```\n3. Copy the key.'
    const first = await run(job({ notes: list }))
    const [step] = first.draft.blocks.filter((block) => blocksToText([block]).startsWith('Create'))
    assert.ok(step)
    const without = first.draft.blocks.filter((block) => block !== step)
    const deleted = after({ ...first.draft, blocks: without }, ['Create the new key:', 'keyctl rotate --id 42'])
    assert.deepEqual((await run(job({ notes: list, ...deleted }))).draft.blocks, without)
    const rewritten = structuredClone(first.draft)
    const code = rewritten.blocks.find(({ id }) => id === step.id)?.children[0]
    assert.ok(code)
    code.content = [{ type: 'text', text: 'keyctl rotate --id 43', styles: {} }]
    const previous = { draft: rewritten, editedBlockIds: [code.id], deletedTexts: ['keyctl rotate --id 42'] }
    assert.deepEqual((await run(job({ notes: list, previous }))).draft.blocks, rewritten.blocks)
  })

  test('loses the steps that the notes exclude, and no other', async () => {
    const list = '1. Open the console.\n2. Look up the pricing page.\n3. Copy the new key.'
    const { markdown } = await run(job({ notes: `Don't mention pricing.\n\n${list}` }))
    assert.equal(section(markdown, 'Steps').trim(), '1. Open the console.\n2. Copy the new key.')
  })

  test('that grew has its new steps where they belong', async () => {
    const first = await run(job({ notes: STEPS }))
    const grown =
      '1. Tell the team about it.\n2. Open the console.\n3. Make a backup first.\n4. Run `keyctl rotate`.\n5. Copy the new key.\n6. Restart the workers.'
    const second = await run(job({ notes: grown, ...after(first.draft) }))
    assert.equal(section(second.markdown, 'Steps').trim(), grown)
    const third = await run(job({ notes: grown, ...after(second.draft) }))
    assert.deepEqual(third.draft.blocks, second.draft.blocks)
  })

  test('that shares a step with another one is another list', async () => {
    const revoke = '1. Open the console.\n2. Press Revoke beside the key.\n3. Tell the owner of the key.'
    const notes = `## Steps\n\n${STEPS}\n\n## Revoking\n\n${revoke}`
    const first = await run(job({ notes: `## Steps\n\n${STEPS}` }))
    for (const given of [{}, after(first.draft)]) {
      const { markdown } = await run(job({ notes, ...given }))
      assert.ok(section(markdown, 'Steps').includes(STEPS), markdown)
      assert.ok(section(markdown, 'Revoking').includes(revoke), markdown)
    }
  })
})

describe('a bulleted list or a check list', () => {
  for (const [name, mark] of [
    ['bulleted', '-'],
    ['check', '- [ ]'],
  ]) {
    test(`${name}: stays whole beside a paragraph that says one of its items`, async () => {
      const said = 'Ask Maria for the key of the bicycle cellar.'
      const list = `${mark} Read the handbook.\n${mark} ${said}\n${mark} Ship a small change.`
      const inputs = job({ document: document('Your first week', said), notes: `In your first week:\n\n${list}` })
      const { markdown, draft } = await run(inputs)
      assert.ok(markdown.includes(list), markdown)
      const again = await run({ ...inputs, ...after(draft) })
      assert.deepEqual(again.draft.blocks, draft.blocks)
      const grown = `${inputs.notes}\n${mark} Have a look at the archive.`
      const third = await run({ ...inputs, notes: grown, ...after(draft) })
      assert.ok(third.markdown.includes(`${list}\n${mark} Have a look at the archive.`), third.markdown)
      assert.deepEqual((await run({ ...inputs, notes: grown, ...after(third.draft) })).markdown, third.markdown)
    })
  }

  test('check: the tasks stay together and in order, a lone one stays a task', async () => {
    const list = '- [ ] Read the handbook.\n- [x] Set up your laptop with `make laptop`.\n- [ ] Ship a small change.'
    for (const tasks of [list, '- [ ] Set up your laptop with `make laptop`.']) {
      const notes = `Welcome to the team.\n\n${tasks}\n\nLunch is at noon.`
      const { markdown, draft } = await run(job({ title: 'Your first week', notes }))
      assert.ok(markdown.includes(`\n${tasks}\n`), markdown)
      const again = await run(job({ title: 'Your first week', notes, ...after(draft) }))
      assert.deepEqual(again.draft.blocks, draft.blocks)
    }
  })

  test('is not said twice when a second source has it too', async () => {
    const list = '- Read the handbook.\n- Meet your buddy.\n- Ship a small change.'
    const material = [{ title: 'Wiki', text: `The first week:\n\n${list}` }]
    for (const notes of [`In your first week:\n\n${list}`, list]) {
      const { markdown } = await run(job({ title: 'Your first week', notes, material }))
      assert.equal(times(markdown, 'Meet your buddy'), 1, markdown)
    }
  })

  test('of one item that holds two sentences is not said twice by a redraft', async () => {
    const notes = 'Keys live for 90 days.\n\n- Run `keyctl rotate`. Old keys work for 24 more hours.'
    const first = await run(job({ notes }))
    assert.deepEqual((await run(job({ notes, ...after(first.draft) }))).draft.blocks, first.draft.blocks)
  })
})
