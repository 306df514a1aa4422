// Internal links (/read/{slug}) of a draft: corrected as people replied, reported if they are dead.

import type { Block } from 'galley-blocks/model.ts'
import { decodedPart } from 'galley-blocks/urls.ts'
import { addressesIn } from '#blocks/addresses.ts'
import { fill, languageOf } from '#languages/languages.ts'
import type { DraftInputs, EarlierAction, NewAction, Provenance } from './contract.ts'

const INTERNAL = /^\/read\/([^/?#]+)\/?(?:[?#].*)?$/
const MOST_REPORTED = 20

/** `/read/search` is a page of the reader. */
function findSlug(href: string): string | undefined {
  const slug = INTERNAL.exec(href)?.[1]
  return !slug || slug === 'search' ? undefined : decodedPart(slug)
}

/** Applies replies to earlier fix_link actions, and raises one blocking action for each remaining dead link. */
export function fixLinks(
  blocks: Block[],
  provenance: Provenance,
  inputs: DraftInputs,
  language: string,
): { blocks: Block[]; actions: NewAction[] } {
  const { title, body } = languageOf(language).data.phrases.fixLink
  const settled = settledLinks(inputs)
  const isDead = (url: string) => {
    const slug = findSlug(url)
    return slug !== undefined && !inputs.linkExists(slug)
  }
  const dead = new Map<string, NewAction>()
  const mended = blocks.map((block) => {
    if (![...addressesIn([block])].some(({ kind, url }) => kind === 'link' && isDead(url))) return block
    const copy = structuredClone(block)
    for (const { kind, url: href, text, set, unlink } of addressesIn([copy])) {
      if (kind !== 'link' || !isDead(href)) continue
      const answer = settled.get(href)
      if (provenance[block.id]?.origin !== 'human' && answer !== undefined) answer === null ? unlink() : set(answer)
      if (settled.has(href) || dead.has(href) || dead.size >= MOST_REPORTED) continue
      const meta = { href, slug: findSlug(href), text, block_id: block.id, blocking: true }
      dead.set(href, {
        kind: 'fix_link',
        title: fill(title, { href }).slice(0, 300),
        body: fill(body, { text, href }),
        meta,
      })
    }
    return copy
  })
  return { blocks: mended, actions: [...dead.values()] }
}

/** By link that was dealt with: its new address, null to remove it, undefined if it was accepted as it is. */
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

/** A reply without a usable link means: remove the link, keep its text. */
function answeredLink(answer: string, inputs: DraftInputs): string | null {
  const link = /(?:\/read\/|https?:\/\/)[^\s)>\]]+/.exec(answer)?.[0].replace(/[.,;]$/, '')
  const bare = link ?? (inputs.linkExists(answer.trim()) ? `/read/${encodeURI(answer.trim())}` : undefined)
  if (!bare) return null
  const slug = findSlug(bare)
  return slug === undefined || inputs.linkExists(slug) ? bare : null
}
