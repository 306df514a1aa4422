// All presets, and how the one of a folder is recognised.

import type { PresetName } from '../preset-names.ts'
import { docusaurus } from './docusaurus.ts'
import { gitbook } from './gitbook.ts'
import { hugo } from './hugo.ts'
import { mkdocs } from './mkdocs.ts'
import { entriesOf, navigationFrom, readConfigured } from './navigation.ts'
import { isUnderscored, type Preset, type SourceFolder } from './preset.ts'
import { vitepress } from './vitepress.ts'

const plain: Preset = { name: 'plain', files: [] }

const ASTRO = ['astro.config.mjs', 'astro.config.js', 'astro.config.ts']

/** Starlight: order and names are in the pages' own front matter, and in the sidebar of its configuration. */
const starlight: Preset = {
  name: 'starlight',
  files: ASTRO,
  isSlashed: true,
  words: /from ['"]@astrojs\/starlight/,
  isPart: isUnderscored,
  readPosition: ({ sidebar }) => (sidebar as { order?: unknown } | undefined)?.order,
  readNavigation: (folder) => navigationFrom(entriesOf(readConfigured(folder, ASTRO, 'sidebar'))),
}

const MINTLIFY = ['docs.json', 'mint.json']

/** Mintlify: docs.json (mint.json before) lists the pages in groups, tabs and the like. */
const mintlify: Preset = {
  name: 'mintlify',
  files: MINTLIFY,
  isPart: (path) => path.startsWith('snippets/'),
  readNavigation: (folder) => navigationFrom(entriesOf(readConfigured(folder, MINTLIFY, 'navigation'))),
}

const PRESETS: Record<PresetName, Preset> = {
  plain,
  docusaurus,
  starlight,
  vitepress,
  mkdocs,
  hugo,
  gitbook,
  mintlify,
}

export const presetNamed = (name: PresetName): Preset => PRESETS[name]

/** Pages that are looked into for words of a tool. */
const MOST_READ = 60
/** If fewer than one page in this many contains a tool's syntax, the pages are about the tool. */
const FEW = 10
const PAGE = /\.(?:md|mdx|markdown)$/i

/** The first line of the redirects that an export writes, also when there are none. */
export const EXPORT_MARK = '# Redirects of a Galley export'

export const isExport = ({ read }: SourceFolder): boolean => read('_redirects')?.startsWith(EXPORT_MARK) === true

/** The chosen preset with its reason, which the report shows. */
type ChosenPreset = { preset: Preset; reason: string }

/**
 * choosePreset is the one that was asked for, else the one that the nearest configuration and the pages speak for together: a
 * configuration above the folder may be that of something else around it, if all pages are written for another tool.
 */
export function choosePreset(asked: PresetName | 'auto', folder: SourceFolder): ChosenPreset {
  if (isExport(folder)) return { preset: plain, reason: 'it is an export of Galley' }
  if (asked !== 'auto') return { preset: presetNamed(asked), reason: 'you asked for it' }
  const configured = nearestOf(folder)
  const spoken = toolInPages(folder)
  const isOverruled = configured && configured.level > 0 && spoken?.isMost && !spoken.names.has(configured.preset.name)
  if (configured && !isOverruled)
    return { preset: configured.preset, reason: `${configured.file} is ${PLACES[configured.level] ?? 'above it'}` }
  // Files typical for a tool, even without its configuration.
  for (const [preset, pattern] of [
    [docusaurus, /(?:^|\/)_category_\.(?:json|ya?ml)$/],
    [hugo, /(?:^|\/)_index\.md$/],
  ] as const) {
    const found = folder.files.find((path) => pattern.test(path))
    if (found !== undefined) return { preset, reason: `it has ${found}` }
  }
  if (!spoken) return { preset: plain, reason: 'no file and no page speaks for another tool' }
  const { preset, pages, of, isMost } = spoken
  if (!isMost && pages * FEW < of)
    return { preset: plain, reason: `only ${pages} of ${of} pages could be written for ${preset.name}` }
  return { preset, reason: `${pages} of ${of} pages are written for it` }
}

const PLACES = ['in the folder', 'beside the folder']

/** nearestOf is the tool whose configuration is in the folder, or the least above it. */
function nearestOf({ levelOf }: SourceFolder): { preset: Preset; file: string; level: number } | undefined {
  const found = Object.values(PRESETS).flatMap((preset) =>
    preset.files.flatMap((file) => {
      const level = levelOf(file)
      return level === undefined ? [] : { preset, file, level }
    }),
  )
  return found.sort((one, other) => one.level - other.level)[0]
}

/** The tool whose syntax most of the sampled pages contain. */
function toolInPages(folder: SourceFolder) {
  const pages = folder.files.filter((path) => PAGE.test(path))
  const step = Math.max(1, Math.floor(pages.length / MOST_READ))
  const texts = pages.filter((_, index) => index % step === 0).map((path) => folder.read(path) ?? '')
  const counts = Object.values(PRESETS)
    .map((preset) => ({ preset, pages: texts.filter((text) => preset.words?.test(text)).length }))
    .filter(({ pages }) => pages > 0)
    .sort((one, other) => other.pages - one.pages)
  const [first] = counts
  const names = new Set(counts.map(({ preset }) => preset.name))
  return first && { ...first, of: texts.length, isMost: first.pages > texts.length / 2, names }
}
