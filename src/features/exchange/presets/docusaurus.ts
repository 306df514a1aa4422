// Docusaurus: `_category_.json` beside the pages, a file of sidebars above them, addresses below /docs, files that begin with an underscore are parts.

import { makeSlug } from '#slugs.ts'
import { docusaurusMdx } from '../syntax/tools/docusaurus.ts'
import { entriesOf, readConfigured, readYaml, saidByNavigation } from './navigation.ts'
import { isUnderscored, type NavigationEntry, type Preset, type SourceFolder } from './preset.ts'

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
  // Each sidebar has a name that nobody sees.
  const navigation = saidByNavigation(entriesOf(Object.values(asRecord(readConfigured(folder, SIDEBARS)) ?? {})))
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

const ID = /^---\r?\n(?:(?!---).*\r?\n){0,50}?id: *['"]?([^\s'"]+)/

/** followId: a page whose front matter has an id is listed by that, and not by the name of its file. */
function followId(navigation: Map<string, NavigationEntry>, path: string, read: SourceFolder['read']): void {
  const [, folder = '', file] = /^(.*\/)?([^/]+)\.mdx?$/.exec(path) ?? []
  const id = file === undefined ? undefined : ID.exec(read(path) ?? '')?.[1]
  const listed = id === undefined || id === file ? undefined : navigation.get(folder + id)
  if (!listed) return
  navigation.delete(folder + id)
  navigation.set(folder + file, listed)
}

const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
