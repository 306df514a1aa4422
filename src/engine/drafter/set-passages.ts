// Passages set as blocks: sentences of one group as a paragraph, lists, code and the rest as what they are, blocks of the
// base as they stand there. It adds no words of its own.

import type { Block } from 'galley-blocks/model.ts'
import type { BaseBlock } from './base.ts'
import type { BlockBuilder } from './block-builder.ts'
import type { DraftSheet } from './draft-sheet.ts'
import type { Origin, Passage, Source } from './drafter.ts'
import { replaceSentence } from './inline-edit.ts'
import { joinSentences } from './sentences.ts'

/** setPassages sets the passages of one section in their order, under the sub-headings they stood under. */
export function setPassages(sheet: DraftSheet, passages: Passage[]): void {
  let under: string | undefined
  for (let at = 0; at < passages.length; ) {
    const first = passages[at]
    if (!first) break
    let end = at + 1
    while (belongTogether(first, passages[end])) end++
    if (first.under && first.under !== under) {
      const source = { ...first.source, quote: first.under }
      sheet.addHeading(first.under, originOf(source), [source], sheet.level + 1)
    }
    under = first.under
    setGroup(sheet, first, passages.slice(at, end))
    at = end
  }
}

function belongTogether(first: Passage, next: Passage | undefined): boolean {
  return next?.group === first.group && next.form === first.form && next.under === first.under
}

function setGroup(sheet: DraftSheet, first: Passage, group: Passage[]): void {
  const base = sheet.findBase(first.blockId)
  if (base) setBaseBlock(sheet, base, first)
  else if (first.form === 'sentence') {
    const text = joinSentences(group.map((passage) => passage.text))
    sheet.add(sheet.builder.paragraph(text), originOf(first.source), group.flatMap(sourcesOf))
  } else
    for (const passage of group)
      sheet.add(blocksOf(sheet.builder, passage, group.length === 1), originOf(passage.source), sourcesOf(passage))
}

function blocksOf(builder: BlockBuilder, { form, text, language, group }: Passage, isLone: boolean): Block[] {
  if (form === 'code') return [builder.code(text, language)]
  if (form !== 'list') return builder.markdown(text)
  // A lone item of a loose list reads better as a sentence.
  const item = isLone && group.startsWith('notes:list') ? /^- (?!\[[ xX]\] )([^\n]+)$/.exec(text)?.[1] : undefined
  return item ? builder.paragraph(item) : builder.list(text)
}

function setBaseBlock(sheet: DraftSheet, entry: BaseBlock, { edit, also }: Passage): void {
  if (!edit) {
    sheet.keep(entry, entry.block, also)
    return
  }
  const inserted = sheet.builder.paragraph(edit.insert)
  const edited = replaceSentence(entry.block, edit.remove, inserted[0]?.content)
  sheet.keep(entry, edited, [edit.source])
  // Where a link would be cut in two, the better sentence follows the old one.
  if (!edited && edit.insert !== '') sheet.add(inserted, originOf(edit.source), [edit.source])
}

/** originOf says whose words a source holds; null is a template, whose words are the drafter's own. */
export function originOf(source: Source | null): Origin {
  if (!source) return 'model'
  if (source.kind === 'answer' || source.kind === 'action') return 'answer'
  return source.kind === 'notes' ? 'notes' : 'source'
}

function sourcesOf(passage: Passage): Source[] {
  return [passage.source, ...(passage.also ?? [])]
}
