// A model's draft made into blocks, from the claims that stand. What people wrote keeps its place, answers that the model left
// out are put in, links and pictures lead only where a source leads; what was left out becomes verify actions.

import type { Block } from 'galley-blocks/model.ts'
import { blocksToText, oneLine } from '#blocks/text.ts'
import { fill, languageOf } from '#languages/languages.ts'
import { Base, type BaseBlock } from '../base.ts'
import { actionsOf } from '../check.ts'
import { summaryOf } from '../compose.ts'
import type { Drafter, DraftInputs, Extracted, NewAction, Plan, Section, Source } from '../contract.ts'
import { changeLinks } from '../inline-edit.ts'
import { readReplies } from '../replies.ts'
import { builderFor, DraftSheet } from '../sheet.ts'
import { clip } from '../text/plain.ts'
import { keyOf } from '../text/words.ts'
import { claimsOf, type DraftedClaim, leftOut, type ModelBlock, markdownOf } from './claims.ts'
import type { Offer } from './ground.ts'

/** The claims of one action; however many there are, all of them are listed. */
const CLAIMS_AN_ACTION = 20
const LONGEST_CLAIM = 800

export type Written = { blocks: ModelBlock[]; summary: { text: string; claim: DraftedClaim } | undefined }

export function composeModelDraft(
  written: Written,
  inputs: DraftInputs,
  plan: Plan,
  extracted: Extracted,
  offer: Offer,
): Awaited<ReturnType<Drafter['draft']>> {
  const base = new Base(inputs, plan.language)
  const builder = builderFor(base)
  const replies = readReplies(inputs, base, builder, plan.language)
  const sheet = new DraftSheet(inputs, plan, base, builder)
  const humans = base.zones.flatMap(({ title, blocks }) =>
    blocks.filter(({ human }) => human).map((entry) => ({ title, entry })),
  )
  const seen = new Set(
    [...(inputs.previous?.deletedTexts ?? []), ...humans.map(({ entry }) => textOf(entry))].map(keyOf),
  )
  const bySection = Map.groupBy(written.blocks, ({ section }) => section)
  const isKnown = (url: string) => [...offer.values()].some(({ shown }) => shown.includes(url))

  const put = (block: ModelBlock): (() => void)[] => {
    const markdown = markdownOf(block)
    if (markdown === '' || seen.has(keyOf(markdown))) return []
    seen.add(keyOf(markdown))
    const blocks = builder.markdown(markdown).flatMap((made) => tame(made, isKnown) ?? [])
    return blocks.length === 0 ? [] : [() => sheet.add(blocks, 'model', block.sources)]
  }
  const sectionOf = (title: string) => plan.outline.find(({ heading }) => keyOf(heading) === keyOf(title))
  const keptIn = (section: Section | undefined) => humans.filter(({ title }) => sectionOf(title) === section)
  for (const { entry } of keptIn(undefined)) sheet.keep(entry)
  for (const section of plan.outline) {
    const made = (bySection.get(section.id) ?? []).flatMap(put)
    const kept = keptIn(section)
    if (made.length + kept.length === 0) continue
    setHeading(sheet, base, section, bySection.get(section.id)?.[0]?.sources ?? [])
    for (const add of made) add()
    for (const { entry } of kept) sheet.keep(entry)
  }
  // Answers that the model passed over are put in as they were given.
  const text = keyOf([...written.blocks.map(markdownOf), ...humans.map(({ entry }) => textOf(entry))].join('\n'))
  for (const told of replies.texts)
    if (!text.includes(keyOf(told.text))) sheet.add(builder.markdown(told.text), 'answer', [told.source])

  const { draft, actions: links } = sheet.finish(null)
  const isSummarised = written.summary && ['supported', 'partly'].includes(written.summary.claim.verdict)
  const given = plan.directives.summary ?? (inputs.previous?.summaryEdited ? inputs.previous.draft.summary : null)
  draft.summary = given ?? (isSummarised ? written.summary!.text : summaryOf(inputs, plan, draft.blocks))
  const claims = [...written.blocks.flatMap(claimsOf), ...(written.summary ? [written.summary.claim] : [])]
  const raised = {
    changes: [],
    conflicts: extracted.conflicts,
    held: extracted.held.filter(({ reason }) => reason !== 'open_point'),
  }
  // A model carries out every instruction; the built-in drafter lists those without a key.
  const plain = { ...plan, directives: { ...plan.directives, rest: [] } }
  const actions = [
    ...verifyActions(leftOut(claims), plan.language),
    ...partlyActions(claims, plan.language),
    ...replies.actions,
    ...actionsOf(plain, draft, raised),
    ...links,
  ]
  return { draft, questions: replies.questions, actions, outcomes: replies.outcomes }
}

const textOf = ({ block }: BaseBlock): string => (block ? blocksToText([block]) : '')

function setHeading(sheet: DraftSheet, base: Base, section: Section, sources: Source[]): void {
  const zone = base.zones.find(({ heading }) => heading && heading.id === section.blockId)
  if (zone?.heading?.block && keyOf(zone.title) === keyOf(section.heading)) sheet.keep(zone.heading)
  else
    sheet.addHeading(
      section.heading,
      section.source?.kind === 'notes' ? 'notes' : 'model',
      section.source ? [section.source] : sources.slice(0, 1),
    )
}

/** Headings would upset the outline, and an address that no source holds was made up, a picture's own link included. */
function tame(block: Block, isKnown: (url: string) => boolean): Block | undefined {
  const isAllowed = (href: string) => href.startsWith('/read/') || isKnown(href)
  const linked = changeLinks(block, (href) => (isAllowed(href) ? undefined : null))
  const { url, link, ...props } = linked.props
  if (typeof url === 'string' && url !== '' && !isAllowed(url)) return undefined
  const children = linked.children.flatMap((child) => tame(child, isKnown) ?? [])
  const kept = {
    ...props,
    ...(url !== undefined && { url }),
    ...(typeof link === 'string' && isAllowed(link) && { link }),
  }
  return linked.type === 'heading'
    ? { ...linked, children, type: 'paragraph', props: {} }
    : { ...linked, children, props: kept }
}

const shown = ({ text, quotes, verdict }: DraftedClaim) => ({
  text: clip(oneLine(text), LONGEST_CLAIM),
  quotes: quotes.map((quote) => clip(oneLine(quote), LONGEST_CLAIM)),
  verdict: verdict === 'unfounded' ? 'unsupported' : verdict,
})

/** verifyActions list everything that was left out, however much it is. */
function verifyActions(claims: DraftedClaim[], language: string): NewAction[] {
  const { title, body } = languageOf(language).data.phrases.unsupported
  const actions: NewAction[] = []
  for (let from = 0; from < claims.length; from += CLAIMS_AN_ACTION) {
    const some = claims.slice(from, from + CLAIMS_AN_ACTION).map(shown)
    const count = `${from + 1}–${from + some.length}`
    actions.push({
      kind: 'verify',
      title: fill(title, { count: claims.length > CLAIMS_AN_ACTION ? count : String(some.length) }),
      body: fill(body, { claims: listed(some) }),
      meta: { reason: 'left_out', claims: some },
    })
  }
  return actions
}

/** A claim that is carried in part stands, and someone has to look at it. */
function partlyActions(claims: DraftedClaim[], language: string): NewAction[] {
  const { title, body } = languageOf(language).data.phrases.partly
  const some = claims.filter(({ verdict }) => verdict === 'partly').map(shown)
  if (some.length === 0) return []
  return [
    { kind: 'verify', title, body: fill(body, { claims: listed(some) }), meta: { reason: 'partly', claims: some } },
  ]
}

const listed = (claims: { text: string }[]): string => claims.map(({ text }) => `\n“${text}”`).join('')
