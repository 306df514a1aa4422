// A site's style guide: a Markdown file that the model gets unchanged. Two rules are checked without a model, in any
// language: ~~struck out~~ text is forbidden (**bold** text later on the line replaces it), and a list entry that begins with
// a **bold** term gives its spelling.

import { blockTypeSpec } from 'galley-blocks/block-types.ts'
import type { Block } from 'galley-blocks/model.ts'
import { blocksToText } from 'galley-blocks/text.ts'
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

/** Each fault once, with the replacement if the guide gives one. */
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

/** Finds the term in another case; a lower-case term may begin a sentence. */
function findMisspelt(text: string, term: string): string | undefined {
  if (term === term.toLowerCase()) return undefined
  const [before, after] = [String.raw`(?<![\p{L}\p{N}\p{M}._/@-])`, String.raw`(?![\p{L}\p{N}\p{M}_/@-]|\.\p{L})`]
  return text.match(new RegExp(before + RegExp.escape(term) + after, 'giu'))?.find((found) => found !== term)
}

/** Code is exempt from the style guide. */
const proseOf = (blocks: Block[]): string =>
  blocksToText(blocks.filter(({ type }) => blockTypeSpec(type)?.content !== 'plain'))

/** Wraps a drafter: style faults of its drafts become one action for reviewers. */
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
