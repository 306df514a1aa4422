// Internal links (/read/{slug}) of a draft: mended where a person said how, reported where they point nowhere.

import type { Block } from 'galley-blocks/model.ts'
import { decodedPart } from '#blocks/urls.ts'
import { fill, languageOf } from '#languages/languages.ts'
import type { DraftInputs, EarlierAction, NewAction, Provenance } from './contract.ts'
import { changeLinks } from './inline-edit.ts'

const INTERNAL = /^\/read\/([^/?#]+)\/?(?:[?#].*)?$/
const MOST_REPORTED = 20

/** findSlug gives the slug of an internal link; `/read/search` is the reader's own page. */
function findSlug(href: string): string | undefined {
  const slug = INTERNAL.exec(href)?.[1]
  return !slug || slug === 'search' ? undefined : decodedPart(slug)
}

/** mendLinks applies the answers to earlier fix_link actions, and raises one blocking action for each other dead link. */
export function mendLinks(
  blocks: Block[],
  provenance: Provenance,
  inputs: DraftInputs,
  language: string,
): { blocks: Block[]; actions: NewAction[] } {
  const settled = settledLinks(inputs)
  const phrases = languageOf(language).data.phrases.fixLink
  const dead = new Map<string, NewAction>()
  const mended = blocks.map((block) =>
    changeLinks(block, (href, text) => {
      const slug = findSlug(href)
      if (slug === undefined || inputs.linkExists(slug)) return undefined
      const isHuman = provenance[block.id]?.origin === 'human'
      if (settled.has(href)) return isHuman ? undefined : settled.get(href)
      if (dead.has(href) || dead.size >= MOST_REPORTED) return undefined
      const title = fill(phrases.title, { href }).slice(0, 300)
      dead.set(href, {
        kind: 'fix_link',
        title,
        body: fill(phrases.body, { text, href }),
        meta: { href, slug, text, block_id: block.id, blocking: true },
      })
      return undefined
    }),
  )
  return { blocks: mended, actions: [...dead.values()] }
}

/** For each link that was dealt with: its new address, null to remove it, undefined when it was waved through. */
function settledLinks(inputs: DraftInputs): Map<string, string | null | undefined> {
  const settled = new Map<string, string | null | undefined>()
  for (const action of inputs.actions) {
    const href = action.kind === 'fix_link' && (action.resolved || action.answer) ? hrefOf(action) : undefined
    if (href) settled.set(href, action.answer ? answeredLink(action.answer, inputs) : undefined)
  }
  return settled
}

function hrefOf(action: EarlierAction): string | undefined {
  if (typeof action.meta?.href === 'string') return action.meta.href
  return /\/read\/[^\s,;“”"«»「」，。]+/.exec(action.title ?? action.body)?.[0]
}

/** An answer that holds no usable link means: take the link away, keep its words. */
function answeredLink(answer: string, inputs: DraftInputs): string | null {
  const link = /(?:\/read\/|https?:\/\/)[^\s)>\]]+/.exec(answer)?.[0].replace(/[.,;]$/, '')
  const bare = link ?? (inputs.linkExists(answer.trim()) ? `/read/${encodeURI(answer.trim())}` : undefined)
  if (!bare) return null
  const slug = findSlug(bare)
  return slug === undefined || inputs.linkExists(slug) ? bare : null
}
