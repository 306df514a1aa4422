// The prompts of one job. Instructions are in the system text and in the editor's own fields; all else is material between
// marks. The marks contain a word derived from the material, so that no document can close them and pose as the editor, and
// the text is deterministic. The constant part comes first, so that providers can cache it.

import { hash } from 'node:crypto'
import type { DraftInputs, Extracted, Plan, Section } from '../contract.ts'
import { ownTexts } from './compose.ts'
import type { Offer } from './ground.ts'
import { promptText } from './wording.ts'

/** Sent as one text. Each part of `shared` is the same for several calls, so that providers can cache it. */
export type Prompt = { shared: string[]; order: string }

const label = (text: string): string => text.replace(/[\s[\]]+/g, ' ').slice(0, 200)

export class Marks {
  readonly #word: string

  constructor(texts: readonly string[]) {
    this.#word = hash('sha256', texts.join('\0'), 'hex').slice(0, 18)
  }

  material(name: string, text: string): string {
    return `[material ${this.#word} ${name}]\n${text}\n[end of material ${this.#word}]`
  }
}

export type Brief = ReturnType<typeof briefOf>

/** The prompts of one job, over the same sources. */
export function briefOf(inputs: DraftInputs, offer: Offer) {
  const marks = new Marks([inputs.document.title, ...[...offer.values()].map(({ shown }) => shown)])
  const job = [styleText(inputs), sourcesText(offer, marks), subject(inputs, marks)].join('\n\n')
  const outline = (plan: Plan) =>
    marks.material(
      'outline',
      plan.outline
        .map(({ id, heading, purpose }) => `${id}: ${label(heading)}${purpose === '' ? '' : ` (${label(purpose)})`}`)
        .join('\n'),
    )
  const passages = ({ passages: found = [] }: Extracted) =>
    marks.material(
      'passages found, by section',
      found
        .map(({ section, text }) => `${section}: ${text.slice(0, 600)}`)
        .join('\n')
        .slice(0, 40_000),
    )
  return {
    plan: (): Prompt => ({ shared: [job], order: promptText('plan') }),
    extract: (plan: Plan): Prompt => ({ shared: [job], order: promptText('extract', { outline: outline(plan) }) }),
    question: (plan: Plan, extracted: Extracted): Prompt => ({
      shared: [job],
      order: promptText('question', {
        language: plan.language,
        outline: outline(plan),
        passages: passages(extracted),
      }),
    }),
    /** The prompts by part of the outline; only their last lines differ. */
    draft: (plan: Plan, extracted: Extracted): ((sections: Section[], withSummary: boolean) => Prompt) => {
      const whole = promptText('draft', {
        language: plan.language,
        outline: outline(plan),
        kept: marks.material('kept passages', ownTexts(inputs).join('\n').slice(0, 20_000)),
        passages: passages(extracted),
      })
      return (sections, withSummary) => ({
        shared: [job, whole],
        order: promptText('section', {
          sections: named(sections),
          summary: withSummary ? 'Also give a summary of one sentence with its source.' : 'Leave the summary empty.',
        }),
      })
    },
    verify: (claims: ClaimsToVerify): Prompt => verifyPrompt(marks, claims),
  }
}

type ClaimsToVerify = readonly { text: string; quotes: readonly string[] }[]

/** Claims are called C1, C2 … */
export function verifyPrompt(marks: Marks, claims: ClaimsToVerify): Prompt {
  const lines = claims.flatMap(({ text, quotes }, index) => [
    `C${index + 1}: ${text}`,
    ...quotes.map((quote) => `  quote: ${quote}`),
  ])
  return { shared: [], order: promptText('verify', { claims: marks.material('claims', lines.join('\n')) }) }
}

const named = (sections: Section[]): string =>
  sections.length === 0
    ? 'the whole document'
    : sections.map(({ id, heading }) => `section ${id} (“${label(heading)}”)`).join(' and ')

/** Site-wide and the same for every job, so it comes first. */
const styleText = ({ styleGuide = '' }: DraftInputs): string =>
  styleGuide.trim() === ''
    ? promptText('style')
    : `${promptText('style')}\n\n${promptText('guide', { guide: styleGuide })}`

function sourcesText(offer: Offer, marks: Marks): string {
  if (offer.size === 0) return 'There are no sources.'
  return [...offer.values()]
    .map(({ name, source, shown }) => marks.material(`${name} ${source.kind}: ${label(source.title)}`, shown))
    .join('\n\n')
}

function subject(inputs: DraftInputs, marks: Marks): string {
  const path = inputs.document.categoryPath.join(' > ')
  const orders = [...inputs.earlierInstructions, inputs.instructions].filter((text) => text.trim() !== '')
  return [
    marks.material('title', inputs.document.title),
    ...(path === '' ? [] : [marks.material('category', path)]),
    orders.length === 0 ? 'The editor gave no instructions.' : `The editor's instructions:\n${orders.join('\n')}`,
    // Notes are the editor's own words: both instructions and a source of facts.
    inputs.notes.trim() === '' ? 'The editor left no notes.' : `The editor's notes:\n${inputs.notes.slice(0, 20_000)}`,
  ].join('\n\n')
}
