// Passages set as blocks: sentences of one group as a paragraph, lists as lists, records apart, tables as tables, commands
// as code, a question as a heading over its answer. Adds no words of its own, and no heading over nothing.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToText, blockText, oneLine } from '#blocks/text.ts'
import type { Base, Zone } from './base.ts'
import { type DraftInputs, LEAD, type Passage, type Plan, type Section } from './contract.ts'
import { type DraftSheet, originOf } from './sheet.ts'
import { plainText } from './text/plain.ts'
import { asSentence, capital, joinSentences, splitSentences } from './text/sentences.ts'
import { runsOf } from './text/words.ts'

/** setDraft sets the base's zones with what is new in each, then the sections that are new. */
export function setDraft(sheet: DraftSheet, base: Base, outline: Section[], passages: Passage[]): void {
  const bySection = Map.groupBy(passages, ({ section }) => section)
  const zoneOf = (section: Section) => base.zones.find(({ heading }) => heading && heading.id === section.blockId)
  setZone(sheet, base.zones[0]!, undefined, bySection.get(LEAD) ?? [])
  const order = ordered(outline, base)
  for (const section of order) setZone(sheet, zoneOf(section), section, bySection.get(section.id) ?? [])
}

/** Headings of the base that the outline does not name keep their place before the new ones. */
function ordered(outline: Section[], base: Base): Section[] {
  const named = new Set(outline.map(({ blockId }) => blockId))
  const missing = base.zones.flatMap(({ heading, title }): Section[] =>
    heading && !named.has(heading.id)
      ? [{ id: heading.id, heading: title, purpose: '', keywords: [], source: null, blockId: heading.id }]
      : [],
  )
  return [...missing, ...outline]
}

function setZone(sheet: DraftSheet, zone: Zone | undefined, section: Section | undefined, passages: Passage[]): void {
  const kept = (zone?.blocks ?? []).filter(({ block }) => block !== undefined)
  if (kept.length === 0 && passages.length === 0) return
  if (zone?.heading) sheet.keep(zone.heading)
  else if (section)
    sheet.addHeading(
      section.heading,
      originOf(section.source),
      section.source ? [section.source] : passages.slice(0, 1).map(({ source }) => source),
    )
  for (const entry of kept) sheet.keep(entry)
  setPassages(sheet, passages, section ? sheet.level + 1 : sheet.level)
}

/** `level` is that of headings inside: what stands before the first section has none above it. */
function setPassages(sheet: DraftSheet, passages: Passage[], level: number): void {
  let under: string | undefined
  for (let at = 0; at < passages.length; ) {
    const first = passages[at]!
    if (first.under !== under && first.under !== undefined)
      sheet.addHeading(first.under, originOf(first.source), [{ ...first.source, quote: first.under }], level)
    under = first.under
    let end = at + 1
    while (end < passages.length && belongTogether(first, passages[end]!)) end++
    setGroup(sheet, passages.slice(at, end), level)
    at = end
  }
}

const LISTED = ['entry', 'record', 'pair', 'step']

function belongTogether(first: Passage, next: Passage): boolean {
  if (first.form !== next.form || first.under !== next.under) return false
  return (
    first.group === next.group ||
    (LISTED.includes(first.form) &&
      first.form !== 'step' &&
      first.source.kind === next.source.kind &&
      first.source.id === next.source.id)
  )
}

function setGroup(sheet: DraftSheet, group: Passage[], level: number): void {
  const first = group[0]!
  const origin = originOf(first.source)
  const sources = group.map(({ source }) => source)
  if (first.form === 'code') sheet.add(sheet.builder.code(first.text, first.language ?? ''), origin, sources)
  else if (first.form === 'block') sheet.add(sheet.builder.markdown(first.text), origin, sources)
  else if (first.form === 'question') sheet.addHeading(plainText(first.text), origin, sources, level)
  else if (first.form === 'row') sheet.add(sheet.builder.markdown(tableOf(group)), origin, sources)
  else if (first.form === 'label') sheet.add(sheet.builder.paragraph(`**${capital(first.text)}**`), origin, sources)
  else if (first.form === 'sentence') sheet.add(sheet.builder.paragraph(proseOf(group)), origin, sources)
  else setList(sheet, group)
}

/** A record of several sentences is one entry; a lone one reads better as a paragraph. */
function setList(sheet: DraftSheet, group: Passage[]): void {
  const records: Passage[][] = []
  for (const passage of group) {
    const last = records.at(-1)?.[0]
    if (last?.form === 'record' && last.group === passage.group && passage.form === 'record')
      records.at(-1)!.push(passage)
    else records.push([passage])
  }
  if (records.length === 1 && group[0]!.form !== 'step') {
    const [{ form, source }] = group as [Passage]
    // A pair alone that says as much as a sentence reads like one.
    const isShort = form === 'pair' && runsOf(group[0]!.text).length < 6
    const text = isShort ? group[0]!.text : proseOf(group)
    sheet.add(
      sheet.builder.paragraph(text),
      originOf(source),
      group.map((passage) => passage.source),
    )
    return
  }
  const type = group[0]!.form === 'step' ? 'numberedListItem' : 'bulletListItem'
  const isNaming = group.some(({ form, text }) => form === 'pair' || NAMES_PARAMETER.test(text))
  const items: { block: Block; sources: Passage['source'][] }[] = []
  for (const record of records) {
    const text = joinSentences(record.map((passage) => passage.text))
    const block = sheet.builder.item(isNaming ? text : capital(text), record[0]!.depth > 0 ? 'bulletListItem' : type)
    const sources = record.map(({ source }) => source)
    const parent = record[0]!.depth > 0 ? items.at(-1) : undefined
    if (parent) {
      parent.block.children.push(block)
      parent.sources.push(...sources)
    } else items.push({ block, sources })
  }
  for (const { block, sources } of items) sheet.add([block], originOf(group[0]!.source), sources)
}

/** Notes in haste have no capitals and full stops; what is quoted as proof keeps its own, and so do answers. */
const isVerbatim = ({ source }: Passage): boolean => source.kind === 'answer' || source.kind === 'action'
const proseOf = (group: Passage[]): string =>
  joinSentences(group.map((passage) => (isVerbatim(passage) ? passage.text : asSentence(passage.text))))

/** What an entry begins with may be the name of a parameter; a list that has one such entry keeps its small letters. */
const NAMES_PARAMETER = /^`?[a-z_][\w.-]*`?\s*(?:[:=(–]|-\s)/

function tableOf(rows: Passage[]): string {
  const cells = rows.map(({ text }) =>
    text
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  )
  const width = Math.max(...cells.map((row) => row.length))
  const line = (row: string[]) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`
  return [line(cells[0]!), `|${' --- |'.repeat(width)}`, ...cells.slice(1).map(line)].join('\n')
}

const SUMMARY = { shortest: 30, longest: 240 }

/** summaryOf: what a person gave, else the first sentence of the draft that can stand alone, else nothing. */
export function summaryOf(inputs: DraftInputs, plan: Plan, blocks: Block[]): string | null {
  const given = plan.directives.summary ?? (inputs.previous?.summaryEdited ? inputs.previous.draft.summary : undefined)
  if (given !== undefined) return given
  const text = oneLine(blocksToText(blocks))
  const before = inputs.previous ? inputs.previous.draft.summary : inputs.document.summary
  if (before && (!inputs.previous || before === inputs.document.summary || text.includes(before))) return before
  for (const block of walkBlocks(blocks)) {
    if (block.type === 'heading') return null
    if (block.type !== 'paragraph') continue
    const [sentence = ''] = splitSentences(oneLine(blockText(block)))
    if (sentence.length >= SUMMARY.shortest && sentence.length <= SUMMARY.longest && /[.!。！]$/u.test(sentence))
      return sentence
  }
  return null
}
