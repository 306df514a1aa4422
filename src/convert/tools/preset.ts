// What an import knows of the tool that a folder was written for: how the tool is recognised, where its pages are on its site,
// and in which order. One file for each tool, and for what it writes into its pages.

import type { PresetName } from '../preset-names.ts'
import type { FindPart, FindValue, PageParts } from '../syntax/includes.ts'

/** NavigationEntry is what a navigation file says of a file or a folder; what it leaves out is undefined. */
export type NavigationEntry = { name?: string; position?: number; description?: string; also?: string[] }

/** A SourceFolder is the folder as presets may read it: its own files, and those of the folders above that a tool puts there. */
export type SourceFolder = {
  /** files are all paths in the folder, whatever their kind. */
  files: readonly string[]
  read: (path: string) => string | undefined
  /** findPart is the file that a page means by an address: from its own folder, from the top, or the only one that ends so. */
  findPart: FindPart
  /** levelOf is how many folders above this one a file is: 0 is in it; undefined where it is nowhere near. */
  levelOf: (name: string) => number | undefined
  /** readAbove looks for a file of this name in the folder itself, then up to four folders above it. */
  readAbove: (name: string) => string | undefined
  /** notes are what presets could not read, for the report. */
  notes: { path: string; line?: number; reason: string }[]
}

export type Preset = {
  name: PresetName
  /** files: one of these in the folder or right above it says that it is this tool's. */
  files: readonly string[]
  /** words: pages of this tool have this in them, and those of others do not. */
  words?: RegExp
  /** base is the path before the addresses of the site, where it is always the same. */
  base?: string
  /** isSlashed: pages are at addresses that end with a slash, so that `../` leads to the folder of a page. */
  isSlashed?: true
  /** isPart: the file is a part of pages and none itself. */
  isPart?: (path: string) => boolean
  /** translate writes the tool's own syntax as ours; `parts` are files that the page may take text from. */
  translate?: (source: string, parts: PageParts) => string
  /** readsMdx: all pages are MDX, whatever they are called, once the tool has done this to them. */
  readsMdx?: (source: string) => string
  /** isSlugBelow: a slug that begins with a slash is below the base as well, not at the top of the site. */
  isSlugBelow?: true
  /** readValues finds what pages may show by name: the configuration's own values. */
  readValues?: (folder: SourceFolder) => FindValue
  /** readPosition finds the order of a page in fields of its front matter that only this tool has. */
  readPosition?: (rest: Record<string, unknown>) => unknown
  /** readNavigation is by path, without ending: order, names, and other addresses. */
  readNavigation?: (folder: SourceFolder) => Map<string, NavigationEntry>
}

/** isUnderscored: neither Docusaurus nor Astro publishes such files, nor what is in such folders. */
export const isUnderscored = (path: string): boolean => /(?:^|\/)_(?!index\.)/.test(path)
