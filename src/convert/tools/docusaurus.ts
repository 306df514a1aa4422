// Docusaurus: `_category_.json` beside the pages, a file of sidebars above them, addresses below /docs, files that begin with an underscore are parts.
//
// What Docusaurus does to a page before it is read as MDX: fences of `mdx-code-block` are no code, comments may be written as
// HTML, and headings name their ids in braces. Line ends stay where they are, so that the report names the right lines.

import { makeSlug } from '#slugs.ts'
import { codeRanges, isInside, textLines } from '../syntax/code-ranges.ts'
import { entriesOf, navigationFrom, readConfigured, readYaml } from './navigation.ts'
import { isUnderscored, type NavigationEntry, type Preset, type SourceFolder } from './preset.ts'

const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*([^\s`]*)/
const UNFENCED = 'mdx-code-block'

/** docusaurusMdx is the page as MDX that any reader understands. */
const docusaurusMdx = (source: string): string => withIds(withComments(unfenced(source)))

/** Whether a .md page contains MDX syntax. */
export const holdsMdx = (source: string): boolean =>
  source.includes(UNFENCED) || /^(?:import|export)[ \t]|<[A-Z]|\{[ \t]*['"`/]/m.test(source)

/** Removes `mdx-code-block` fences that are not inside other code. */
function unfenced(source: string): string {
  if (!source.includes(UNFENCED)) return source
  let open: { mark: string; isCode: boolean } | undefined
  const lines = source.split('\n').map((line) => {
    const [, mark = '', name = ''] = FENCE.exec(line) ?? []
    if (!open) {
      if (mark !== '') open = { mark, isCode: name !== UNFENCED }
      return open?.isCode === false ? '' : line
    }
    if (mark === '' || !mark.startsWith(open.mark) || line.trim() !== mark) return line
    const { isCode } = open
    open = undefined
    return isCode ? line : ''
  })
  return lines.join('\n')
}

function withComments(source: string): string {
  if (!source.includes('<!--')) return source
  const code = codeRanges(source)
  let out = ''
  let at = 0
  for (let start = source.indexOf('<!--'); start !== -1; start = source.indexOf('<!--', Math.max(at, start + 4))) {
    if (isInside(code, start)) continue
    const end = source.indexOf('-->', start + 4)
    if (end === -1) break
    out += `${source.slice(at, start)}{/*${source.slice(start + 4, end).replaceAll('*/', '* /')}*/}`
    at = end + 3
  }
  return out + source.slice(at)
}

const ID = /\{#([^\s{}]+)\}[ \t]*$/

const withIds = (source: string): string =>
  source.includes('{#')
    ? textLines(source)
        .map(({ line, isCode }) => (!isCode && /^ {0,3}#/.test(line) ? line.replace(ID, '{/* #$1 */}') : line))
        .join('\n')
    : source

export const docusaurus: Preset = {
  name: 'docusaurus',
  files: ['docusaurus.config.js', 'docusaurus.config.ts', 'docusaurus.config.mjs', 'sidebars.js', 'sidebars.ts'],
  // VitePress calls its theme the same, and has components in files of their own.
  words: /^sidebar_position:|from ['"]@theme\/[\w/]+['"]/m,
  base: 'docs',
  readsMdx: docusaurusMdx,
  isSlugBelow: true,
  isPart: isUnderscored,
  readNavigation,
}

const SIDEBARS = ['ts', 'js', 'mjs', 'cjs', 'json'].map((ending) => `sidebars.${ending}`)

function readNavigation(folder: SourceFolder): Map<string, NavigationEntry> {
  const { files, read } = folder
  // Sidebars have internal names.
  const navigation = navigationFrom(entriesOf(Object.values(asRecord(readConfigured(folder, SIDEBARS)) ?? {})))
  for (const path of files) {
    if (!isUnderscored(path)) followId(navigation, path, read)
    const named = /^(.*)\/_category_\.(?:json|ya?ml)$/.exec(path)?.[1]
    // JSON is YAML, too.
    const given = named === undefined ? undefined : asRecord(readYaml(read(path) ?? ''))
    if (named === undefined || !given) continue
    const { label, position, link, description } = given
    const index = asRecord(link)
    navigation.set(named, {
      ...navigation.get(named),
      ...(typeof label === 'string' && { name: label, also: [`category/${makeSlug(label, 'category')}`] }),
      ...(typeof position === 'number' && { position: Math.max(0, Math.round(position)) }),
      ...(typeof (index?.description ?? description) === 'string' && {
        description: String(index?.description ?? description),
      }),
      ...(typeof index?.slug === 'string' && { also: [index.slug] }),
    })
  }
  return navigation
}

const PAGE_ID = /^---\r?\n(?:(?!---).*\r?\n){0,50}?id: *['"]?([^\s'"]+)/

/** The navigation refers to a page by the id in its front matter, if it has one. */
function followId(navigation: Map<string, NavigationEntry>, path: string, read: SourceFolder['read']): void {
  const [, folder = '', file] = /^(.*\/)?([^/]+)\.mdx?$/.exec(path) ?? []
  const id = file === undefined ? undefined : PAGE_ID.exec(read(path) ?? '')?.[1]
  const listed = id === undefined || id === file ? undefined : navigation.get(folder + id)
  if (!listed) return
  navigation.delete(folder + id)
  navigation.set(folder + file, listed)
}

const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
