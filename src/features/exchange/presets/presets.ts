// All presets, and how the one of a folder is recognised.

import type { PresetName } from '../preset-names.ts'
import { docusaurus } from './docusaurus.ts'
import { gitbook } from './gitbook.ts'
import { hugo } from './hugo.ts'
import { mintlify } from './mintlify.ts'
import { mkdocs } from './mkdocs.ts'
import type { Preset, SourceFolder } from './preset.ts'
import { starlight } from './starlight.ts'
import { vitepress } from './vitepress.ts'

const plain: Preset = { name: 'plain', files: [] }

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
const PAGE = /\.(?:md|mdx|markdown)$/i

/** choosePreset is the one that was asked for, else the first that the folder's files or words speak for. */
export function choosePreset(asked: PresetName | 'auto', folder: SourceFolder): Preset {
  if (asked !== 'auto') return presetNamed(asked)
  const known = Object.values(PRESETS)
  const byFile = known.find(({ files }) => files.some((name) => folder.readAbove(name) !== undefined))
  if (byFile) return byFile
  // A folder of Docusaurus has these even where its configuration was left behind.
  if (folder.files.some((path) => /(?:^|\/)_category_\.(?:json|ya?ml)$/.test(path))) return docusaurus
  if (folder.files.some((path) => /(?:^|\/)_index\.md$/.test(path))) return hugo
  const pages = folder.files.filter((path) => PAGE.test(path))
  const step = Math.max(1, Math.floor(pages.length / MOST_READ))
  for (const path of pages.filter((_, index) => index % step === 0)) {
    const text = folder.read(path) ?? ''
    const found = known.find(({ words }) => words?.test(text))
    if (found) return found
  }
  return plain
}
