// The content of a document's page, cached until the document changes, independently of the sidebar. Neighbours are in
// neighbours.ts.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { type OutlineEntry, outlineOf } from 'galley-blocks/outline.ts'
import { blockText, leadOf, oneLine } from 'galley-blocks/text.ts'
import type { Actor } from '#actor.ts'
import type { Deps, ReadDeps } from '#deps.ts'
import { FreshCache } from '#engine/db/fresh-cache.ts'
import { notFound } from '#errors.ts'
import type { PathPart } from '#features/categories/reading.ts'
import type { Variant } from '../access/variants.ts'
import { readHtml } from '../html/html.ts'
import { documentTags } from '../tags.ts'
import { presentSiteItem, type SiteItem } from './page.ts'
import * as store from './page-store.ts'

/** Who approved the draft that the document came from, whether a model wrote it, and whether someone has edited it since. */
export type ApprovedDraft = { by: string | null; at: number; isByModel: boolean; changedSince: boolean }

export type Article = SiteItem & {
  public: boolean
  author: string | null
  /** The author of the last change. */
  changedBy: string | null
  publishedAt: number | null
  /** The number of published versions so far, from 1; null if unpublished. */
  edition: number | null
  /** Null if it is the site's. */
  lang: string | null
  path: string | null
  drafted: ApprovedDraft | null
  /** The summary, unless the text begins with it. */
  lead: string | null
  /** The first image of the text. */
  picture: string | null
  /** The summary, or the beginning of the text. */
  description: string | null
  html: string
  outline: OutlineEntry[]
  /** It has evidence. */
  grounded: boolean
  spot: store.Spot
}

/** `path` is the categories from the root down; `index` is the category that the document represents. */
export type Neighbourhood = store.Neighbours & {
  path: (PathPart & { index?: { slug: string; href?: string } | undefined })[]
}

const ARTICLE_BYTES = 8 * 1024 * 1024

export class Articles {
  readonly #db: Deps['db']
  readonly #articles: FreshCache<Article>

  constructor({ db }: ReadDeps) {
    this.#db = db
    this.#articles = new FreshCache(db, {
      maxBytes: ARTICLE_BYTES,
      // Besides its HTML, an article has some hundred short texts.
      sizeOf: ({ html, outline }, key) => 2 * html.length + 400 * outline.length + key.length + 10_000,
    })
  }

  articleFor({ key, actor }: Variant, slug: string): Article | Promise<Article> {
    return this.#articles.get(`${key} ${slug}`, async () => {
      const value = await readArticle(this.#db, actor, slug)
      return { value, tags: documentTags(value.id) }
    })
  }
}

async function readArticle(db: Deps['db'], actor: Actor, slug: string): Promise<Article> {
  const row = await store.findPageRow(db.read, actor, slug)
  if (!row) throw notFound('Document')
  const blocks: Block[] = JSON.parse(row.blocks)
  const { id, category_id, pinned_at, position, title_key } = row
  return {
    ...presentSiteItem(row),
    public: row.audience === 'public',
    author: row.author_name,
    changedBy: row.changer_name,
    publishedAt: row.published_at,
    edition: row.first_version === 0 ? null : row.version - row.first_version + 1,
    lang: row.lang,
    path: row.path,
    drafted:
      row.approved_at === null
        ? null
        : {
            by: row.approver_name,
            at: row.approved_at,
            isByModel: row.by_model === 1,
            changedSince: row.origin !== 'approval',
          },
    lead: leadOf(blocks, row.summary),
    picture: firstPicture(blocks),
    description: row.summary ?? beginningOf(blocks),
    html: readHtml(row.html, blocks),
    outline: outlineOf(blocks),
    grounded: row.grounded === 1,
    spot: { id, category_id, pinned_at, position, title_key },
  }
}

const LONGEST_DESCRIPTION = 160

function firstPicture(blocks: Block[]): string | null {
  for (const { type, props } of walkBlocks(blocks))
    if (type === 'image' && typeof props.url === 'string' && props.url !== '') return props.url
  return null
}

/** Cuts at a word. */
function beginningOf(blocks: Block[]): string | null {
  const first = blocks.find((block) => block.type === 'paragraph' && oneLine(blockText(block)) !== '')
  const text = first ? oneLine(blockText(first)) : ''
  if (text.length <= LONGEST_DESCRIPTION) return text || null
  const cut = text.slice(0, LONGEST_DESCRIPTION)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 0)) || cut}…`
}
