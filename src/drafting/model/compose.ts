// Turns a model's supported claims into blocks of the assembled page: the existing text is changed by edits, people's own
// text keeps its position, and answers that the model ignored are inserted. Links and images may only have addresses from a
// source. Rejected claims become verify actions.

import type { Block } from 'galley-blocks/model.ts'
import { blocksToText, oneLine } from 'galley-blocks/text.ts'
import { addressesIn } from '#blocks/addresses.ts'
import { clip } from '#blocks/plain.ts'
import { fill, languageOf } from '#languages/languages.ts'
import { Assembly } from '../assembly.ts'
import type { Drafted, DraftInputs, Extracted, NewAction, Plan } from '../contract.ts'
import { isByPerson } from '../overlay.ts'
import { headingPiece, type PagePiece } from '../page.ts'
import { siftPage } from '../sift.ts'
import { idOf, readPage } from '../source.ts'
import { keyOf } from '../text/words.ts'
import { claimsOf, type DraftedClaim, leftOut, type ModelBlock, markdownOf } from './claims.ts'
import type { Offer } from './ground.ts'

/** Claims per action; more claims make more actions. */
const CLAIMS_AN_ACTION = 20
const LONGEST_CLAIM = 800

export type WrittenPage = { blocks: ModelBlock[]; summary: { text: string; claim: DraftedClaim } | undefined }

export function composeModelDraft(
  written: WrittenPage,
  inputs: DraftInputs,
  plan: Plan,
  extracted: Extracted,
  offer: Offer,
): Drafted {
  const assembly = new Assembly(inputs, plan, extracted, { isForModel: true })
  const bySection = Map.groupBy(written.blocks, ({ section }) => section)
  const seen = new Set([...(inputs.previous?.deletedTexts ?? []), ...ownTexts(inputs)].map(keyOf))
  const isKnown = (url: string) => [...offer.values()].some(({ shown }) => shown.includes(url))
  const round = assembly.rounds.length + 1
  for (const section of plan.outline) {
    const pieces = (bySection.get(section.id) ?? []).flatMap((block, nth): PagePiece[] => {
      const text = markdownOf(block)
      if (text === '' || seen.has(keyOf(text))) return []
      seen.add(keyOf(text))
      const key = `model:${section.id}.${nth}`
      const read = readPage({ kind: 'draft', id: null, title: '', key, seed: inputs.seed, text })
      return siftPage({ ...read, isLoose: false }, assembly, round)
        .parts.flatMap((part) => part.pieces)
        .flatMap((piece) => {
          const tamed = piece.block && tame(piece.block, isKnown)
          return tamed ? [{ ...piece, block: tamed, origin: 'model' as const, sources: block.sources }] : []
        })
    })
    if (pieces.length === 0) continue
    const id = section.blockId ?? idOf(`${inputs.seed} model ${section.heading}`, 0, 1)
    const sources = pieces[0]!.sources.slice(0, 1)
    const heading = headingPiece(id, section.heading, { origin: 'model', sources, round, from: 'model' })
    assembly.write(pieces, section.heading, heading)
  }
  const claims = [...written.blocks.flatMap(claimsOf), ...(written.summary ? [written.summary.claim] : [])]
  const isSummarised = written.summary && ['supported', 'partly'].includes(written.summary.claim.verdict)
  return assembly.drafted({
    questions: inputs.openQuestions.map(({ section, body }) => ({ section: section ?? '', body })),
    actions: [...verifyActions(claims, plan.language), ...stillOpen(inputs)],
    summary: isSummarised ? written.summary!.text : null,
  })
}

/** Checks of earlier drafts that nobody has resolved. */
const stillOpen = ({ actions }: DraftInputs): NewAction[] =>
  actions
    .filter(
      ({ kind, answer, resolved, meta }) =>
        kind === 'verify' && answer === null && !resolved && typeof meta?.text === 'string',
    )
    .map(({ title, body, meta }) => ({ kind: 'verify', title: title ?? body, body, meta: meta ?? {} }))

/** The blocks that people wrote into the previous draft. */
export function ownTexts({ previous }: DraftInputs): string[] {
  return previous ? previous.draft.blocks.filter(isByPerson(previous)).map((block) => blocksToText([block])) : []
}

/** Removes headings, which would break the outline, and addresses that no source has (images too): they are made up. */
function tame(block: Block, isKnown: (url: string) => boolean): Block | undefined {
  const isMadeUp = (url: unknown) => typeof url === 'string' && url !== '' && !url.startsWith('/read/') && !isKnown(url)
  const copy = structuredClone(block)
  for (const { kind, url, unlink } of addressesIn([copy])) if (kind === 'link' && isMadeUp(url)) unlink()
  const withoutFakes = ({ children, ...one }: Block): Block[] => {
    const cleaned = { ...one, children: children.flatMap(withoutFakes) }
    if (isMadeUp(one.props.url)) return []
    return [one.type === 'heading' ? { ...cleaned, type: 'paragraph', props: {} } : cleaned]
  }
  return withoutFakes(copy)[0]
}

const shown = ({ text, quotes, verdict }: DraftedClaim) => ({
  text: clip(oneLine(text), LONGEST_CLAIM),
  quotes: quotes.map((quote) => clip(oneLine(quote), LONGEST_CLAIM)),
  verdict: verdict === 'unfounded' ? 'unsupported' : verdict,
})

/** Lists every rejected claim, and printed ones that are only partly supported. */
function verifyActions(claims: DraftedClaim[], language: string): NewAction[] {
  const { unsupported, partly } = languageOf(language).data.phrases
  const part = (reason: string, { title, body }: Record<'title' | 'body', string>, some: DraftedClaim[]): NewAction[] =>
    some.flatMap((_, from) => {
      if (from % CLAIMS_AN_ACTION > 0) return []
      const listed = some.slice(from, from + CLAIMS_AN_ACTION).map(shown)
      const count = some.length > CLAIMS_AN_ACTION ? `${from + 1}–${from + listed.length}` : String(listed.length)
      const texts = listed.map(({ text }) => `\n“${text}”`).join('')
      const words = { count, claims: texts }
      return [{ kind: 'verify', title: fill(title, words), body: fill(body, words), meta: { reason, claims: listed } }]
    })
  const inPart = claims.filter(({ verdict }) => verdict === 'partly')
  return [...part('left_out', unsupported, leftOut(claims)), ...part('partly', partly, inPart)]
}
