// Documents as Markdown: single ones, and all public ones as one text (llms-full.txt). Cached per document until it or its
// evidence changes.

import { setImmediate } from 'node:timers/promises'
import { oneLine } from 'galley-blocks/text.ts'
import { type Actor, VISITOR } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { GalleyError } from '#errors.ts'
import { readBrand } from '#features/brand/brand.ts'
import type { DocumentJobs } from '#features/documents/jobs.ts'
import { listChangedLast } from '#features/documents/reading/page.ts'
import { getDocument } from '#features/documents/reading/reading.ts'
import { documentTags } from '#features/documents/tags.ts'
import { type EvidenceDeps, getPageEvidence } from '#features/evidence/reading.ts'
import { ResponseCache } from '#http/responses/response-cache.ts'
import { withFootnotes } from './pages/sources.ts'
import { documentPath } from './site.ts'
import { type FileDeps, markdownPage } from './site-files.ts'

type MarkdownDeps = Deps & { jobs: DocumentJobs } & Pick<EvidenceDeps, 'readableBy'>

type MarkdownPage = { text: string; version: number; tags: string[] }

/** A longer text is of no use to models; llms.txt has every address. */
const MOST_DOCUMENTS = 1_000
const LONGEST = 4 * 1024 * 1024
const KEPT_BYTES = 8 * 1024 * 1024
/** Documents written before others get a turn. */
const AT_ONCE = 10

export class MarkdownPages {
  readonly #deps: MarkdownDeps
  /** A cache of its own: a thousand pages at once would evict those that people read. */
  readonly #cache: ResponseCache

  constructor(deps: MarkdownDeps) {
    this.#deps = deps
    this.#cache = new ResponseCache(deps.db, KEPT_BYTES)
  }

  async pageFor(actor: Actor, slug: string, base: string): Promise<MarkdownPage> {
    const view = await getDocument(this.#deps, actor, { slug, channel: 'site' })
    const { notes, tags } = await getPageEvidence(this.#deps, actor, view.head.id)
    const text = await markdownPage(this.#deps, actor, { ...view, blocks: withFootnotes(view.blocks, notes, base) })
    return { text, version: view.head.version, tags: [...documentTags(view.head.id), ...tags] }
  }

  /** Empty if the document was deleted or closed since it was listed. */
  async #visitorsPage(slug: string, base: string): Promise<Buffer> {
    try {
      return (await this.#cache.get(`${base} ${slug}`, () => this.pageFor(VISITOR, slug, base))).body
    } catch (error) {
      if (error instanceof GalleyError && error.status === 404) return Buffer.alloc(0)
      throw error
    }
  }

  /** Most recently changed documents first, up to the limit. */
  async fullText(base: string, locate: FileDeps['locate']): Promise<string> {
    const { db } = this.#deps
    const documents = await listChangedLast({ db }, VISITOR, MOST_DOCUMENTS)
    const { at } = await locate(documents.map(({ slug }) => documentPath(slug)))
    let text = `# ${oneLine((await readBrand(this.#deps)).name)}\n`
    for (const [index, { slug }] of documents.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) await setImmediate()
      const body = await this.#visitorsPage(slug, base)
      if (body.length === 0) continue
      if (text.length + body.length > LONGEST) break
      text += `\n---\n\nSource: ${base}${at(documentPath(slug))}\n\n${body}`
    }
    return `${text}\n---\n\nEvery page: ${base}/llms.txt\n`
  }
}
