// Every line has a fate: the ledger covers every character that is not blank, and what it calls printed stands in the draft.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { walkBlocks } from 'galley-blocks/model.ts'
import { blocksToText, oneLine } from 'galley-blocks/text.ts'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { inputsOf, run } from '../../test/drafts.ts'
import type { DraftInputs } from './contract.ts'

/** Numbers may be those of a list. */
const wordsOf = (text: string): string[] => text.match(/\p{L}+/gu) ?? []

/** assertComplete: no gap, no overlap, nothing unplaced, and the words of what was printed stand in its block. */
async function assertComplete(inputs: DraftInputs, isPlain: boolean): Promise<void> {
  const { ledger, draft, actions, questions } = await run(inputs)
  const blocks = new Map([...walkBlocks(draft.blocks)].map((block) => [block.id, block]))
  const raised = new Set([...actions.map(({ title }) => title), ...questions.map(({ body }) => body)])
  const sources = { 'notes:1': inputs.notes, 'material:0': inputs.material[0]?.text ?? '' }
  for (const [key, text] of Object.entries(sources)) {
    let at = 0
    for (const entry of ledger.filter(({ source }) => source === key)) {
      assert.ok(entry.from >= at && entry.to > entry.from, `${JSON.stringify(entry)} after ${at}`)
      assert.equal(text.slice(at, entry.from).trim(), '', `a gap before ${JSON.stringify(entry)}`)
      at = entry.to
      assert.notEqual(entry.reason, 'unplaced', JSON.stringify(text.slice(entry.from, entry.to)))
      if (entry.fate === 'held') assert.ok(raised.has(entry.raised!), `nothing was raised for ${JSON.stringify(entry)}`)
      if (entry.fate !== 'printed') continue
      const block = blocks.get(entry.block_id!)
      assert.ok(block, `no block ${entry.block_id}`)
      if (!isPlain) continue
      const printed = new Set(wordsOf(JSON.stringify(draft.blocks)))
      for (const word of wordsOf(text.slice(entry.from, entry.to)))
        assert.ok(printed.has(word), `${word} of ${JSON.stringify(text)}`)
    }
    assert.equal(text.slice(at).trim(), '', 'a gap at the end')
  }
}

/** Markdown of plain words, so that each of them can be looked for. */
const word = fc.constantFrom(
  ...['pump', 'Valve', 'hall', 'lamp', '6', 'bar', 'opens', 'Nine', 'TODO', 'please', 'tbd', 'öl', '弁'],
)
const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `${words.join(' ')}.`)
const line = fc.oneof(
  sentence,
  fc.tuple(sentence, sentence).map((both) => both.join(' ')),
  sentence.map((text) => `- ${text}`),
  sentence.map((text) => `  - ${text}`),
  sentence.map((text) => `1. ${text}`),
  sentence.map((text) => `## ${text}`),
  sentence.map((text) => `> ${text}`),
  sentence.map((text) => `\`\`\`\n${text}\n\`\`\``),
  sentence.map((text) => `| a | b |\n| - | - |\n| ${text} | x |`),
  sentence.map((text) => `ada: ${text}`),
  sentence.map((text) => `[10:02] bo: ${text}`),
  sentence.map((text) => `Leave out: ${text}`),
  sentence.map((text) => `**${text}**`),
  fc.constantFrom('', '---', '<!-- note -->', '    indented', 'Title: Other'),
)
const markdown = fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n'))

describe('the ledger', () => {
  test('is complete for any notes and material', () =>
    fc.assert(
      fc.asyncProperty(
        markdown,
        markdown,
        fc.constantFrom('', 'Leave out: lamp', 'Sections: pump'),
        (notes, text, instructions) =>
          assertComplete(inputsOf({ notes, instructions, material: [{ title: 'M', text }] }), true),
      ),
      { numRuns: 150 },
    ))

  test('is complete for any text against a document that stands', () =>
    fc.assert(
      fc.asyncProperty(markdown, markdown, (notes, standing) => {
        const document = { ...inputsOf({}).document, blocks: blocksFromMarkdown(standing) }
        return assertComplete(inputsOf({ notes, document }), false)
      }),
      { numRuns: 100 },
    ))

  test('is complete for text that nobody wrote', () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.array(fc.constantFrom('\r\n', '\r', '\n', '<', '>', '[x]: y', '\0', '::: a', '$$', '|', '\\'), {
          maxLength: 20,
        }),
        (text, signs) =>
          assertComplete(
            inputsOf({ notes: text, material: [{ title: 'M', text: signs.join(text.slice(0, 5)) }] }),
            false,
          ),
      ),
      { numRuns: 100 },
    ))

  const corpus = new URL('../blocks/corpus/', import.meta.url)
  for (const file of readdirSync(corpus))
    test(`${file}: the draft is the page`, async () => {
      const notes = readFileSync(new URL(file, corpus), 'utf8')
      const { draft, actions } = await run(inputsOf({ notes }))
      const textOf = (blocks: typeof draft.blocks) => oneLine(blocksToText(blocks))
      assert.equal(textOf(draft.blocks), textOf(blocksFromMarkdown(notes)))
      assert.deepEqual(
        actions.filter(({ kind }) => kind === 'held'),
        [],
      )
      await assertComplete(inputsOf({ notes }), false)
    })
})
