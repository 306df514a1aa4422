// How an exported folder looks to another tool: the names of files, what front matter calls things, and the files by which the
// tool knows names and order. Reads and writes nothing itself.

import { stringify } from 'yaml'
import type { CategoryOut } from '#features/categories/schemas.ts'
import { type FrontMatterFields, joinFrontMatter } from '../page/front-matter.ts'
import type { PresetName } from '../presets/preset.ts'

/** shortName is a slug without what its folder says already: an import makes the whole of it again. */
export const shortName = (slug: string, above: string): string =>
  above !== '' && slug.startsWith(`${above}-`) ? slug.slice(above.length + 1) : slug

const POSITIONS: Partial<Record<PresetName, string>> = { docusaurus: 'sidebar_position', hugo: 'weight' }

export type ExportedFields = FrontMatterFields & { draft?: true; review_after?: number | undefined }

/** fieldsFor renames what the tool has under another name; what it does not have stays, for an import to read. */
export function fieldsFor(preset: PresetName, given: ExportedFields): ExportedFields {
  if (preset === 'plain') return given
  const { summary, position, ...fields } = given
  const order = position === undefined ? {} : positionFor(preset, position, fields)
  return { ...fields, ...(summary !== undefined && { description: summary }), ...order }
}

function positionFor(preset: PresetName, position: number, fields: object): object {
  if (preset !== 'starlight') return { [POSITIONS[preset] ?? 'position']: position }
  const { sidebar } = fields as { sidebar?: object }
  return { sidebar: { ...sidebar, order: position } }
}

type File = { name: string; text: string }

const INDEX: Partial<Record<PresetName, string>> = { hugo: '_index.md', starlight: 'index.md', vitepress: 'index.md' }

/** categoryFile is where a tool reads the name of a folder. */
export function categoryFile(preset: PresetName, category: CategoryOut, fields: ExportedFields): File {
  if (preset !== 'docusaurus')
    return { name: INDEX[preset] ?? 'README.md', text: joinFrontMatter(fieldsFor(preset, fields), '') }
  const { name: label, order: position, description } = category
  const link = description === null ? {} : { link: { type: 'generated-index', description } }
  return { name: '_category_.json', text: `${JSON.stringify({ label, position, ...link }, null, 2)}\n` }
}

/** A NavGroup is a category with its pages, in order. */
export type NavGroup = { title: string; pages: { title: string; file: string }[]; groups: NavGroup[] }

/** navigationFile is for tools that read the order from a list. */
export function navigationFile(preset: PresetName, top: NavGroup): File | undefined {
  if (preset === 'gitbook') return { name: 'SUMMARY.md', text: `# Table of contents\n\n${summaryOf(top, 0)}` }
  if (preset === 'mkdocs')
    return { name: '../mkdocs.yml', text: stringify({ site_name: 'Documentation', nav: navOf(top) }) }
  if (preset !== 'mintlify') return undefined
  const groups = [{ group: 'Documentation', pages: pagesOf(top) }]
  return { name: 'docs.json', text: `${JSON.stringify({ name: 'Documentation', navigation: { groups } }, null, 2)}\n` }
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
  ...pages.map(({ file }) => file.replace(/\.md$/, '')),
  ...groups.map((group) => ({ group: group.title, pages: pagesOf(group) })),
]
