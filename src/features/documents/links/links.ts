// Links between pages (/read/{slug}), and which are broken. Updated in every transaction that changes them, so that owners
// are notified and an inbox only counts rows.

import { decodedPart } from 'galley-blocks/urls.ts'
import { hasRole } from '#actor.ts'
import type { Tx } from '#engine/db/db.ts'
import type { WaitingSource } from '#features/inbox/waiting.ts'
import { RESERVED_SLUGS } from '#limits.ts'
import { BROKEN, updateBrokenLinks, writeLinks } from './store.ts'

/** Matches properties only, because quotes inside texts are escaped in JSON. */
const LINK = /"(?:href|link)":"\/read\/([^"/?#\\]+)\/?(?:[?#][^"]*)?"/g
/** Pages of the site itself. */
const OWN_PAGES = ['search', 'ask', 'tags', 'changes', 'category', 'agent', 'agent-setup']
const MOST_LINKS = 1_000

function slugsIn(blocks: string): string[] {
  const slugs = new Set<string>()
  for (const [, part] of blocks.matchAll(LINK)) {
    const slug = decodedPart(part!).replace(/\.md$/, '').normalize()
    if (!OWN_PAGES.includes(slug) && !RESERVED_SLUGS.has(slug)) slugs.add(slug)
  }
  return [...slugs].slice(0, MOST_LINKS)
}

/** Saves a text's links. `slugs` are those that the document has or gave up: links to them may now work or break. */
export async function updateLinks(
  tx: Tx,
  id: number,
  { blocks, before, slugs = [] }: { blocks?: string | undefined; before?: string; slugs?: string[] },
  at: number,
): Promise<void> {
  const isLinked = blocks !== undefined && (blocks.includes('"/read/') || before?.includes('"/read/'))
  if (isLinked) await writeLinks(tx, id, slugsIn(blocks))
  if (isLinked || slugs.length > 0) await updateBrokenLinks(tx, id, ['', ...slugs], at)
}

export const linksWaiting: WaitingSource = ({ person }) => (hasRole(person, 'editor') ? [BROKEN] : [])
