// What becomes of the files of a folder, worked out before any is read as a whole: the slug of every page, because files link to
// each other; and what each folder is called.

import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { LAST_POSITION } from 'galley-blocks/level.ts'
import { blockText } from 'galley-blocks/text.ts'
import { slug } from 'github-slugger'
import { MAX_DESCRIPTION, MAX_NAME, MAX_REVIEW_DAYS, RESERVED_SLUGS } from '#limits.ts'
import { Banners } from './banners.ts'
import { byName, type FoundFile, type Scan } from './folder/scan.ts'
import { openSourceFolder, type ReadingBounds } from './folder/source-folder.ts'
import { withoutNumbers } from './page/addresses.ts'
import { cut, FileProblem, isLonger, nameOf, readText, reasonOf, slugOf, withinTime } from './page/file.ts'
import { type FrontMatterFields, splitFrontMatter } from './page/front-matter.ts'
import type { Finding } from './report.ts'
import { SAVED_PAGE } from './saved/read-saved.ts'
import { withHero } from './syntax/hero.ts'
import { plainText } from './syntax/plain-text.ts'
import { titleAndBlocks } from './to-blocks.ts'
import type { NavigationEntry, Preset } from './tools/preset.ts'

/** A README that is too long for its category's description; it becomes a page as well. */
export type PlannedPage = {
  path: string
  folder: string
  slug: string
  overview: boolean
  /** Old addresses that don't follow from its path. */
  addresses: string[]
  /** Id of the first heading, which becomes the title. */
  top: string | undefined
  /** From its front matter, else from the tool's navigation. */
  position: number | undefined
  navigated: NavigationEntry
}
export type PlannedFolder = {
  path: string
  name: string
  /** named: an explicit name; otherwise it is derived from the folder's. */
  named: boolean
  slug: string
  description?: string
  /** reviewAfter is in days (review_after); a document has no such field. */
  reviewAfter: number | undefined
  /** slot is its place among the pages of its level. */
  slot: number | undefined
  fields: FrontMatterFields
  addresses: string[]
}
export type FolderPlan = {
  pages: PlannedPage[]
  folders: PlannedFolder[]
  failed: Finding[]
  skipped: Finding[]
  /** Parts of the tool's configuration that could not be read. */
  notes: Finding[]
  banners: Banners
  /** Configuration files that were applied. */
  used: ReadonlySet<string>
}

type Readme = {
  name?: string
  description?: string
  reviewAfter?: number | undefined
  slot?: number | undefined
  fields: FrontMatterFields
}

/** `prefix` precedes every generated slug: with `--into`, two folders may contain files of the same name. */
export function planFolder(
  root: string,
  scan: Scan,
  preset: Preset,
  { prefix, pageMs, ...bounds }: ReadingBounds & { prefix: string; pageMs: number },
): FolderPlan {
  const source = openSourceFolder(root, scan.names, bounds)
  const navigation = preset.readNavigation?.(source) ?? new Map<string, NavigationEntry>()
  const banners = new Banners(root, scan.files)
  const planner = new FilePlanner(root, preset, navigation, prefix, banners)
  const pages: PlannedPage[] = []
  const readmes = new Map<string, Readme>()
  const [failed, skipped]: [Finding[], Finding[]] = [[], []]
  /** A folder with an unreadable README is skipped with everything below it: the README may restrict access. */
  const refused = [...scan.undescribed]
  for (const file of scan.files) {
    if (preset.isPart?.(file.path)) {
      skipped.push({ path: file.path, reason: 'a part of other pages' })
      continue
    }
    try {
      const { readme, page } = withinTime(pageMs, () => planner.plan(file))
      if (readme) readmes.set(file.folder, readme)
      if (page) pages.push(page)
    } catch (error) {
      failed.push({ path: file.path, reason: reasonOf(error) })
      if (file.describesFolder) refused.push(file.folder)
    }
  }
  const isRefused = (path: string) => refused.some((folder) => path === folder || path.startsWith(`${folder}/`))
  const used = usedFolders(scan, pages, readmes).filter((path) => !isRefused(path))
  const orders = ordersIn(pages)
  const folders = used.map((path): PlannedFolder => {
    const { name, description, reviewAfter, slot, fields = {} } = readmes.get(path) ?? {}
    const of: NavigationEntry = { position: orders.firstIn.get(path), ...navigation.get(path) }
    const position = fields.position ?? of.position
    return {
      path,
      name: cut(of.name ?? name ?? nameOf(path), MAX_NAME),
      named: (of.name ?? name) !== undefined,
      slug: fields.slug ?? slugOf(prefix + path, 'category'),
      description: description ?? (of.description && cut(of.description, MAX_DESCRIPTION)),
      reviewAfter,
      slot: preset.name === 'plain' ? slot : slotFor(position, orders.ordered.has(parentOf(path))),
      fields: { ...(of.position !== undefined && { position: of.position }), ...fields },
      addresses: [...(of.also ?? []), ...addressesOf(path, fields)],
    }
  })
  return {
    pages,
    folders: inOrder(folders),
    failed,
    skipped,
    notes: [...source.notes, ...banners.notes()],
    banners,
    used: source.used,
  }
}

/** Sort position: a level's overview first, unpositioned pages last. */
const slotFor = (position: number | undefined, isOrdered: boolean): number | undefined =>
  position === undefined ? (isOrdered ? LAST_POSITION : undefined) : Math.max(1, position)

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Orders folders by their first page in the tool's navigation, and marks those that contain positioned pages. */
function ordersIn(pages: readonly PlannedPage[]) {
  const [firstIn, ordered] = [new Map<string, number>(), new Set<string>()]
  for (const { folder, position, navigated } of pages) {
    if (position !== undefined) ordered.add(folder)
    if (navigated.position === undefined) continue
    for (let path = folder; path !== ''; path = parentOf(path))
      firstIn.set(path, Math.min(navigated.position, firstIn.get(path) ?? Number.POSITIVE_INFINITY))
  }
  return { firstIn, ordered }
}

function reviewDays({ review_after: days }: Record<string, unknown>, isForeign: boolean): number | undefined {
  if (Number.isInteger(days) && (days as number) >= 0 && (days as number) <= MAX_REVIEW_DAYS) return days as number
  if (days === undefined || isForeign) return undefined
  throw new FileProblem(`review_after must be a number of days from 0 to ${MAX_REVIEW_DAYS}`)
}

/** Plans files one by one and keeps track of the slugs already taken. */
class FilePlanner {
  readonly #root: string
  readonly #preset: Preset
  readonly #navigation: ReadonlyMap<string, NavigationEntry>
  readonly #prefix: string
  readonly #banners: Banners
  readonly #taken = new Map<string, string>()

  constructor(
    root: string,
    preset: Preset,
    navigation: ReadonlyMap<string, NavigationEntry>,
    prefix: string,
    banners: Banners,
  ) {
    this.#banners = banners
    this.#root = root
    this.#preset = preset
    this.#navigation = navigation
    this.#prefix = prefix
  }

  plan({ path, folder, describesFolder }: FoundFile): { readme?: Readme; page?: PlannedPage } {
    if (SAVED_PAGE.test(path)) return { page: this.#page(path, folder, {}, '', false) }
    const source = readText(readFileSync(join(this.#root, path)))
    const foreign = this.#preset.name !== 'plain'
    const { fields: written, rest, body: all, given } = splitFrontMatter(source, { foreign })
    const fields = this.#preset.isSlugBelow ? withSlugBelow(written, given.slug) : written
    const body = withHero(rest, this.#banners.without(folder, all))
    if (!describesFolder) return { page: this.#page(path, folder, fields, body, false) }
    const { title, blocks } = titleAndBlocks({ preset: this.#preset, path, body }, fields, folder)
    const paragraphs = blocks.every(({ type }) => type === 'paragraph') ? blocks.map(blockText) : undefined
    const text = paragraphs?.join('\n\n').trim()
    const fits = text !== undefined && !isLonger(text, MAX_DESCRIPTION) && !body.includes('](')
    const about = fields.description ?? fields.summary
    const description =
      about === undefined ? (fits && text !== '' ? text : undefined) : foreign ? plainText(about) : about
    const overview = () => this.#page(path, folder, fields, body, true)
    // An unpublished README becomes an unpublished page and doesn't describe its category.
    if (fields.published === false) return { readme: { fields }, page: overview() }
    const readme = {
      name: cut(title, MAX_NAME).trim(),
      description,
      reviewAfter: reviewDays(rest, foreign),
      slot: slotIn(rest),
      fields,
    }
    // Otherwise its other fields would be lost.
    if (!fits || (text !== '' && text !== description)) return { readme, page: overview() }
    return { readme }
  }

  #page(path: string, folder: string, fields: FrontMatterFields, body: string, overview: boolean): PlannedPage {
    const slug = this.#freeSlug(overview ? undefined : fields.slug, overview ? folder : path)
    this.#taken.set(slug, path)
    const name = path.replace(/\.(?:md|mdx|markdown)$/i, '')
    const navigated = this.#navigation.get(name) ?? this.#navigation.get(withoutNumbers(name)) ?? {}
    const addresses = addressesOf(overview ? folder : path, fields)
    const position = fields.position ?? navigated.position
    return { path, folder, slug, overview, addresses, top: topOf(body), position, navigated }
  }

  #freeSlug(given: string | undefined, path: string): string {
    const other = given === undefined ? undefined : this.#taken.get(given)
    if (given !== undefined && other === undefined) return given
    // In other tools a slug is only the last segment of an address, so two pages may share it.
    if (other !== undefined && this.#preset.name === 'plain')
      throw new FileProblem(`the slug ${given}, which ${other} has already`)
    const wanted = slugOf(this.#prefix + path, 'document')
    for (let number = 1; ; number++) {
      const slug = number === 1 ? wanted : `${wanted.slice(0, 110)}-${number}`
      if (!this.#taken.has(slug) && !RESERVED_SLUGS.has(slug)) return slug
    }
  }
}

/** Old addresses; in other tools a slug replaces the last segment of the path. */
const addressesOf = (path: string, { addresses = [], slug }: FrontMatterFields): string[] =>
  slug === undefined ? addresses : [...addresses, posix.join(posix.dirname(path), slug)]

/** withSlugBelow: an address without a slash before it is below the base of the site. */
const withSlugBelow = (fields: FrontMatterFields, slug: unknown): FrontMatterFields => ({
  ...fields,
  ...(fields.addresses && { addresses: fields.addresses.map((one) => (one === slug ? one.replace(/^\//, '') : one)) }),
})

const slotIn = ({ slot }: Record<string, unknown>): number | undefined =>
  Number.isInteger(slot) && (slot as number) >= 0 && (slot as number) <= LAST_POSITION ? (slot as number) : undefined

/** Reads only a heading of plain text on the first line. */
function topOf(body: string): string | undefined {
  const [line = ''] = body.trimStart().split('\n', 1)
  return line.startsWith('# ') ? slug(line.slice(2).trim()) : undefined
}

/** usedFolders leaves out folders without anything to import in or below them. */
function usedFolders(scan: Scan, pages: PlannedPage[], readmes: Map<string, unknown>): string[] {
  const used = new Set<string>()
  for (const folder of [...pages.map(({ folder }) => folder), ...readmes.keys()]) {
    for (let path = folder; path !== ''; path = parentOf(path)) used.add(path)
  }
  return scan.folders.filter((path) => used.has(path))
}

/** inOrder: parents before children, then as their READMEs say, then by name: the order in which new ones are made. */
function inOrder(folders: PlannedFolder[]): PlannedFolder[] {
  const depth = ({ path }: PlannedFolder) => path.split('/').length
  const place = ({ fields }: PlannedFolder) => fields.position ?? Number.MAX_SAFE_INTEGER
  return folders.toSorted((a, b) => depth(a) - depth(b) || place(a) - place(b) || byName.compare(a.path, b.path))
}
