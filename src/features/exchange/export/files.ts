// How an exported folder looks to another tool: the names of files, what front matter calls things, and the files by which the
// tool knows names and order. Reads and writes nothing itself.

import { posix } from 'node:path'
import type { Block } from 'galley-blocks/model.ts'
import { isMap, parseDocument } from 'yaml'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import type { CategoryOut } from '#features/categories/schemas.ts'
import { pageName } from '../page/addresses.ts'
import { type FrontMatterFields, joinFrontMatter } from '../page/front-matter.ts'
import { withTitle } from '../page/title.ts'
import type { PresetName } from '../preset-names.ts'

/** shortName is a slug without what its folder says already: an import makes the whole of it again. */
export const shortName = (slug: string, above: string): string =>
  above !== '' && slug.startsWith(`${above}-`) ? slug.slice(above.length + 1) : slug

const POSITIONS: Partial<Record<PresetName, string>> = { docusaurus: 'sidebar_position', hugo: 'weight' }

export type ExportedFields = FrontMatterFields & { draft?: true; review_after?: number | undefined; slot?: number }

/** ORDERED_BY_LIST: the tool reads the order of pages and the names of folders from a list, which navigationFile() writes. */
export const ORDERED_BY_LIST: ReadonlySet<PresetName> = new Set(['mkdocs', 'gitbook', 'mintlify'])
/** HAS_FOLDER_FILES: the tool has files that say the name and the order of folders. */
export const HAS_FOLDER_FILES: ReadonlySet<PresetName> = new Set(['docusaurus', 'hugo'])
/** HEADED: the tool shows no title but the first heading of a page. */
export const HEADED: ReadonlySet<PresetName> = new Set(['vitepress', 'mkdocs', 'gitbook'])

/** addressFor is how a page links to a file: most tools take its path, others only its address on the site. */
export function addressFor(preset: PresetName, from: string, file: string): string {
  const isPage = /\.(?:md|mdx|markdown)$/i.test(file)
  if (isPage && preset === 'hugo') return `${posix.relative(`/${pageName(from)}`, `/${pageName(file)}`) || '.'}/`
  if (isPage && preset === 'starlight') return posix.join('/', pageName(file), '/')
  if (isPage && preset === 'mintlify') return posix.join('/', pageName(file))
  return posix.relative(posix.dirname(from), file)
}

/** fieldsFor renames what the tool has under another name; what it does not have stays, for an import to read. */
export function fieldsFor(preset: PresetName, given: ExportedFields, written: object = given): ExportedFields {
  if (preset === 'plain') return given
  const { summary, position, ...fields } = given
  const order = position === undefined ? {} : positionFor(preset, position, written)
  return { ...fields, ...(summary !== undefined && { description: summary }), ...order }
}

function positionFor(preset: PresetName, position: number, fields: object): object {
  if (preset !== 'starlight') return { [POSITIONS[preset] ?? 'position']: position }
  const { sidebar } = fields as { sidebar?: object }
  return { sidebar: { ...sidebar, order: position } }
}

export type ExportedFile = { name: string; text: string }

/** LAST is the position of what has none. */
export const LAST = Number.MAX_SAFE_INTEGER

const INDEX: Partial<Record<PresetName, string>> = {
  hugo: '_index.md',
  starlight: 'index.md',
  vitepress: 'index.md',
  mkdocs: 'index.md',
}
export const paragraphOf = (text: string): Block => ({
  id: '',
  type: 'paragraph',
  props: {},
  content: text,
  children: [],
})

/**
 * isDescribed: the folder has to say something that an import would not find out by itself. A file for its name alone would be
 * an empty page of the site, except where the tool has such files.
 */
export function isDescribed(preset: PresetName, impliedTitle: string, fields: ExportedFields): boolean {
  const { title, slug, position, visibility, ...others } = fields
  if (preset === 'plain' || visibility !== 'public' || Object.values(others).some((value) => value !== undefined))
    return true
  return HAS_FOLDER_FILES.has(preset) && (title !== impliedTitle || position !== undefined)
}

/** categoryFile is where a tool reads the name of a folder. */
export function categoryFile(preset: PresetName, category: CategoryOut, fields: ExportedFields): ExportedFile {
  if (preset !== 'docusaurus') {
    const { title = '', description = '', ...others } = fields
    // The page of a folder that would have no text shows what is said of the folder.
    const isText = preset !== 'plain' && preset !== 'hugo'
    const isHeaded = HEADED.has(preset)
    const written = { ...(!isHeaded && { title }), ...others, ...(!isText && description !== '' && { description }) }
    const text = isText && description !== '' ? description.split('\n\n').map(paragraphOf) : []
    const body = blocksToMarkdown(isHeaded ? withTitle(title, text) : text)
    return { name: INDEX[preset] ?? 'README.md', text: joinFrontMatter(fieldsFor(preset, written), body) }
  }
  const { name: label, description } = category
  const { position } = fields
  const link = description === null ? {} : { link: { type: 'generated-index', description } }
  return { name: '_category_.json', text: `${JSON.stringify({ label, position, ...link }, null, 2)}\n` }
}

/** A NavGroup is a category with its pages, in order. */
export type NavGroup = { title: string; pages: { title: string; file: string }[]; groups: NavGroup[] }

/** navigationName is the file from which a tool reads the order, besides whatever else it may say there. */
export const navigationName: Partial<Record<PresetName, string>> = {
  gitbook: 'SUMMARY.md',
  mkdocs: '../mkdocs.yml',
  mintlify: 'docs.json',
}

/** navigationText is that file with our list of pages; what else stands in the `present` one is kept. */
export function navigationText(preset: PresetName, top: NavGroup, present: string | undefined): string {
  if (preset === 'gitbook') return `# Table of contents\n\n${summaryOf(top, 0)}`
  if (preset === 'mkdocs') {
    const yaml = parseDocument(present ?? 'site_name: Documentation\n', { logLevel: 'silent' })
    if (yaml.errors.length > 0 || !isMap(yaml.contents)) throw new Error('it is not YAML')
    yaml.set('nav', navOf(top))
    return yaml.toString()
  }
  const others = JSON.parse(present ?? '{"name": "Documentation"}') as object
  const groups = [{ group: 'Documentation', pages: pagesOf(top) }]
  return `${JSON.stringify({ ...others, navigation: { groups } }, null, 2)}\n`
}

const summaryOf = ({ pages, groups }: NavGroup, depth: number): string => {
  const items = pages.map(({ title, file }) => `${'  '.repeat(depth)}* [${title.replace(/[[\]]/g, '')}](<${file}>)\n`)
  const below = groups.map((group) => `\n## ${group.title}\n\n${summaryOf(group, 0)}`)
  return items.join('') + below.join('')
}

const navOf = ({ pages, groups }: NavGroup): unknown[] => [
  ...pages.map(({ title, file }) => ({ [title]: file })),
  ...groups.map((group) => ({ [group.title]: navOf(group) })),
]

const pagesOf = ({ pages, groups }: NavGroup): unknown[] => [
  ...pages.map(({ file }) => file.replace(/\.mdx?$/, '')),
  ...groups.map((group) => ({ group: group.title, pages: pagesOf(group) })),
]
