// The style guide of a site: a Markdown file that the model is given as it is. Two things in it are checked without a model,
// by how they are written, whatever the language: what is ~~struck out~~ is not to be written (what follows in **bold** on the
// same line is meant instead), and a list entry that begins with a **bold** term spells that term.

import { blockTypeSpec } from 'galley-blocks/block-types.ts'
import type { Block } from 'galley-blocks/model.ts'
import { blocksToText } from '#blocks/text.ts'
import { fill, languageOf } from '#languages/languages.ts'
import type { Drafter, NewAction } from './contract.ts'
import { termFinder } from './directives.ts'

type StyleRules = { forbidden: { term: string; instead: string | undefined }[]; spelled: string[] }

const STRUCK = /~~([^~\n]{1,100})~~/g
const BOLD = /\*\*([^*\n]{1,100})\*\*/
const ENTRY = /^[ \t]*[-*+][ \t]+\*\*([^*\n]{1,100})\*\*/
const MOST_SHOWN = 20

export function readStyleRules(guide: string): StyleRules {
  const rules: StyleRules = { forbidden: [], spelled: [] }
  for (const line of guide.split('\n')) {
    const struck = [...line.matchAll(STRUCK)].map(([, term]) => term!.trim())
    const instead = BOLD.exec(line)?.[1]?.trim()
    for (const term of struck) rules.forbidden.push({ term, instead })
    const entry = struck.length === 0 ? ENTRY.exec(line)?.[1]?.trim() : undefined
    if (entry) rules.spelled.push(entry)
  }
  return rules
}

/** findStyleFaults names each fault once: what stands there, and what should, if the guide says so. */
export function findStyleFaults(text: string, { forbidden, spelled }: StyleRules): string[] {
  const unwanted = forbidden
    .filter(({ term }) => termFinder([term])(text))
    .map(({ term, instead }) => (instead === undefined ? `“${term}”` : `“${term}” → “${instead}”`))
  const misspelt = spelled.flatMap((term) => {
    const found = findMisspelt(text, term)
    return found === undefined ? [] : [`“${found}” → “${term}”`]
  })
  return [...new Set([...unwanted, ...misspelt])]
}

/** findMisspelt finds the term in another case. One without capitals may begin a sentence, and is let be. */
function findMisspelt(text: string, term: string): string | undefined {
  if (term === term.toLowerCase()) return undefined
  const [before, after] = [String.raw`(?<![\p{L}\p{N}\p{M}._/@-])`, String.raw`(?![\p{L}\p{N}\p{M}_/@-]|\.\p{L})`]
  return text.match(new RegExp(before + RegExp.escape(term) + after, 'giu'))?.find((found) => found !== term)
}

/** proseOf leaves code out: a style guide is about sentences. */
const proseOf = (blocks: Block[]): string =>
  blocksToText(blocks.filter(({ type }) => blockTypeSpec(type)?.content !== 'plain'))

/** checkingStyle is a drafter whose drafts are held against the guide; faults are one action for whoever reviews. */
export const checkingStyle = (drafter: Drafter): Drafter => ({
  ...drafter,
  draft: async (inputs, plan, extracted, context) => {
    const drafted = await drafter.draft(inputs, plan, extracted, context)
    if (!inputs.styleGuide) return drafted
    const faults = findStyleFaults(proseOf(drafted.draft.blocks), readStyleRules(inputs.styleGuide))
    if (faults.length === 0) return drafted
    const { title, body } = languageOf(plan.language).data.phrases.style
    const words = faults.slice(0, MOST_SHOWN).join(', ')
    const action: NewAction = { kind: 'verify', title, body: fill(body, { words }), meta: { reason: 'style_guide' } }
    return { ...drafted, actions: [...drafted.actions, action] }
  },
})
