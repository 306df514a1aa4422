// The files of an export as text: every document as a page, and every category as the README of its folder. Writes nothing.

import { posix } from 'node:path'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { type FrontMatterFields, joinFrontMatter, ownLine } from '#convert/page/front-matter.ts'
import type { FolderLanguages } from '#convert/page/language.ts'
import { linkDocumentsToFiles } from '#convert/page/links.ts'
import type { Deps } from '#deps.ts'
import { getUser } from '#features/accounts/accounts.ts'
import { getGroup } from '#features/accounts/groups/groups.ts'
import type { AccessList, CategoryOut } from '#features/categories/schemas.ts'
import { getAccess } from '#features/documents/reading/reading.ts'
import { exportEvidence } from '#features/evidence/exchange.ts'
import { stamp } from '#time.ts'
import type { ImportedRow } from '../store.ts'

/** State shared by an export's files; `lang` is the site's language. */
type Exporting = {
  deps: Pick<Deps, 'db'>
  lang: string
  languages: FolderLanguages
  /** Former slugs by current slug. */
  former: ReadonlyMap<string, { slug: string }[]>
  /** Ids of documents with evidence. */
  resting: ReadonlySet<number>
  fileAt: Parameters<typeof linkDocumentsToFiles>[1]
}

export async function categoryFile(deps: Pick<Deps, 'db'>, category: CategoryOut): Promise<string> {
  const { name, slug, visibility, access, order, slot, review_after, description } = category
  const users = await namedAccess(deps, access)
  const fields = { title: name, slug, visibility, access: users, position: order, slot, review_after, description }
  return joinFrontMatter(fields, '')
}

export async function documentFile(exporting: Exporting, row: ImportedRow, file: string): Promise<string> {
  const { deps, lang, languages, fileAt } = exporting
  const blocks = JSON.parse(row.blocks) as Block[]
  const own = ownLine({
    ids: blocks.length === 0 ? undefined : [...walkBlocks(blocks)].map(({ id }) => id),
    former: exporting.former.get(row.slug)?.map(({ slug }) => slug),
    evidence: exporting.resting.has(row.id) ? await exportEvidence(deps.db.read, row.id, blocks) : undefined,
  })
  await linkDocumentsToFiles(blocks, fileAt, (target) => posix.relative(posix.dirname(file), target))
  const body = blocksToMarkdown(blocks)
  const tags = JSON.parse(row.tags) as string[]
  const fields = {
    title: row.title,
    slug: row.slug,
    summary: row.summary,
    tags: tags.length > 0 ? tags : undefined,
    visibility: row.visibility,
    access: row.visibility === 'restricted' ? await namedAccess(deps, await getAccess(deps, row.id)) : undefined,
    // Declared explicitly if an import would guess another language.
    lang: row.lang ?? (languages.guess(file, body) && lang),
    pinned: row.pinned_at > 0 ? stamp(row.pinned_at) : undefined,
    position: row.position,
    draft: row.published === 1 ? undefined : true,
  }
  return joinFrontMatter(fields, body, own)
}

/** Access lists by email and group name, because ids differ between databases. */
async function namedAccess(deps: Pick<Deps, 'db'>, access: AccessList): Promise<FrontMatterFields['access']> {
  if (access.roles.length + access.users.length + access.groups.length === 0) return undefined
  const users: string[] = []
  for (const id of access.users) users.push((await getUser(deps, id)).email)
  const groups: string[] = []
  for (const id of access.groups) groups.push((await getGroup(deps, id)).name)
  return { roles: access.roles, users, ...(groups.length > 0 && { groups }) }
}
