// Which page an address of the old site means. Sites spell the same page in many ways: by its file (`../guide/start.md`), by
// its place on the site (`/guide/start`, `start.html`, `../start/`), with a base path before it. What a file is called in the
// folder is asked first; how a browser would have read the address comes after it.

import { posix } from 'node:path'
import { decodedPart, redirectPath } from 'galley-blocks/urls.ts'
import { slug } from 'github-slugger'

/**
 * A Page is a file or a folder of the import with its new address and its former ones. `top` is the id of the heading
 * that became its title: a link there leads to the page.
 */
export type Page = { path: string; href: string; also?: readonly string[]; top?: string | undefined }

const ENDING = /\.(?:md|mdx|markdown|html?)$/i
const INDEX = /(?:^|\/)(?:index|_index|readme)$/i
/** `01-start` and `1_start` are numbered for their order; several tools leave the number out of the address. */
const NUMBERED = /(^|\/)\d{1,6}[-_.](?=[^/\d])/g
export const withoutNumbers = (path: string): string => path.replace(NUMBERED, '$1')

/** Trims leading and trailing slashes. */
export function withoutEnds(path: string): string {
  let [start, end] = [0, path.length]
  while (path[start] === '/') start++
  while (end > start && path[end - 1] === '/') end--
  return path.slice(start, end)
}
const pageName = (path: string): string => withoutEnds(withoutEnds(path).replace(ENDING, '').replace(INDEX, ''))

/** Slugifies each segment of a path: `Inter-Process Communication` becomes `inter-process-communication`. */
const slugged = (path: string): string =>
  path
    .split('/')
    .map((name) => slug(name))
    .join('/')

const ANCHOR = /#(term-)?([\w-]+)$/

export class FolderAddresses {
  readonly #pages = new Map<string, string>()
  readonly #folded = new Map<string, string>()
  readonly #tops = new Map<string, string>()
  readonly #bases: readonly string[]
  readonly #isSlashed: boolean

  /** bases are paths before the addresses of the site, such as `docs` where the folder's files are below /docs/. */
  constructor(pages: readonly Page[], bases: readonly string[], isSlashed = false) {
    this.#isSlashed = isSlashed
    this.#bases = bases.map(withoutEnds).filter((base) => base !== '')
    for (const { href, top } of pages) if (top !== undefined) this.#tops.set(href, `#${top}`)
    // Of several pages with the same spelling, the one whose path matches wins, then the one whose name does.
    // `guide.md` comes before the folder `guide`, whose path is the same as its name.
    for (const { path, href } of pages) if (ENDING.test(path)) this.#add(path, href)
    for (const { path, href } of pages) this.#add(pageName(path), href)
    for (const { also = [], href } of pages) for (const address of also) this.#add(pageName(address), href)
    for (const { path, href } of pages) {
      this.#add(withoutNumbers(pageName(path)), href)
      this.#add(slugged(pageName(path)), href)
      // The redirects of a Galley export lead to Galley's own addresses.
      this.#add(withoutEnds(href), href)
    }
  }

  #add(name: string, href: string): void {
    if (!this.#pages.has(name)) this.#pages.set(name, href)
    const folded = name.toLowerCase()
    if (!this.#folded.has(folded)) this.#folded.set(folded, href)
  }

  /** Adds the old site's own redirects. */
  addRedirects(moved: ReadonlyMap<string, string>): void {
    for (const [from, href] of moved) this.#add(withoutEnds(from), href)
  }

  /** Finds the page for an address in the file at `from`; query and fragment are passed separately. */
  find(from: string, address: string, rest = ''): string | undefined {
    const listed = this.#listedAt(from, address, rest)
    if (listed !== undefined) return listed
    if (address === '') return this.#ownTop(from, rest)
    const page = this.#pageAt(from, address)
    // A redirect with a fragment overrides the link's fragment.
    return page === undefined || page.includes('#') || rest === this.#tops.get(page) ? page : page + rest
  }

  /** A link to the heading that became the page's title leads to the page, as it does from others. */
  #ownTop(from: string, rest: string): string | undefined {
    const page = this.#pages.get(from)
    return page !== undefined && this.#tops.get(page) === rest ? page : undefined
  }

  /** A list that the tool made of a folder's pages has their names as anchors: `gates/#SomeGate`, `terms/#term-node`. */
  #listedAt(from: string, address: string, rest: string): string | undefined {
    const [, term, name = ''] = ANCHOR.exec(rest) ?? []
    // Ids of headings are small. With a capital it may still be one on this page, so from here only `#term-` leads away.
    const isPage = term !== undefined || (address !== '' && /[A-Z]/.test(name))
    return isPage ? this.#pageAt(from, posix.join(address, name)) : undefined
  }

  #pageAt(from: string, address: string): string | undefined {
    const decoded = decodedPart(address)
    const candidates = [...candidatesFor(from, decoded, this.#bases, this.#isSlashed)]
    for (const path of candidates) {
      const found = this.#pages.get(path) ?? this.#pages.get(pageName(path))
      if (found !== undefined) return found
    }
    for (const path of candidates) {
      const found = this.#folded.get(pageName(path).toLowerCase())
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** Paths in the folder that an address may refer to, likeliest first. */
export function* candidatesFor(
  from: string,
  address: string,
  bases: readonly string[],
  isSlashed = false,
): Generator<string> {
  if (address.startsWith('/')) {
    yield* fromTop(address, bases)
    return
  }
  const page = pageName(from)
  // A browser reads it from the page's own address, which ends with a slash on some sites and not on others.
  const places = [posix.dirname(from), page, posix.dirname(page)]
  // A trailing slash rules out a file.
  if (isSlashed && address.endsWith('/')) places.unshift(page)
  for (const place of places) {
    const path = posix.join(place, address)
    if (!path.startsWith('..')) yield withoutEnds(path).replace(/^\.$/, '')
  }
  // Docusaurus lets a file be named from the top of the folder, or of the site, wherever the page is.
  if (!address.startsWith('.')) yield* fromTop(address.replace(/^@site\//, ''), bases)
}

function* fromTop(address: string, bases: readonly string[]): Generator<string> {
  const path = withoutEnds(posix.normalize(address))
  yield path
  for (const base of bases) if (path === base || path.startsWith(`${base}/`)) yield withoutEnds(path.slice(base.length))
}

/** OWN are addresses that this service has itself; pages of an old site may have been at others below /api. */
const OWN = /^\/(?:$|api$|(?:auth|panel|read|pictures|files)(?:\/|$))/

/** Normalises an old address; undefined if Galley serves that address itself. */
export function oldAddress(path: string): string | undefined {
  const normal = redirectPath(path)
  return OWN.test(normal) ? undefined : normal
}

/** The old addresses of pages with their new targets. `isSlugged`: the tool uses slugs as addresses. */
export function keptPaths(pages: readonly Page[], base: string, isSlugged: boolean): Map<string, string> {
  const paths = new Map<string, string>()
  for (const { path, href, also = [] } of pages) {
    const address = (isSlugged ? also[0] : undefined) ?? withoutNumbers(pageName(path))
    const from = oldAddress(address.startsWith('/') ? address : posix.join('/', withoutEnds(base), address))
    if (from !== undefined && !paths.has(href)) paths.set(href, from)
  }
  return paths
}

/** Old addresses below the base path, with their new targets. */
export function movedPages(pages: readonly Page[], base: string): Map<string, string> {
  const moved = new Map<string, string>()
  for (const { path, href, also = [] } of pages) {
    const name = withoutNumbers(pageName(path))
    for (const address of new Set([name, slugged(name), ...also])) {
      const from = oldAddress(address.startsWith('/') ? address : posix.join('/', withoutEnds(base), address))
      if (from !== undefined && !moved.has(from)) moved.set(from, href)
    }
  }
  return moved
}
