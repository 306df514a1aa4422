// What an import knows of the tool that a folder was written for: how the tool is recognised, where its pages are on its site,
// and in which order. One file for each tool, and for what it writes into its pages.

import type { PresetName } from '../preset-names.ts'
import type { FindPart, FindValue, PageParts } from '../syntax/includes.ts'

/** What the navigation says about a file or folder. */
export type NavigationEntry = { name?: string; position?: number; description?: string; also?: string[] }

/** A SourceFolder is the folder as presets may read it: its own files, and those of the folders above that a tool puts there. */
export type SourceFolder = {
  /** All paths in the folder. */
  files: readonly string[]
  read: (path: string) => string | undefined
  /** Resolves an include: relative to the page, to the root, or by a unique path ending. */
  findPart: FindPart
  /** Levels from the folder up to a file: 0 is inside; undefined if not found. */
  levelOf: (name: string) => number | undefined
  /** readAbove looks for a file of this name in the folder itself, then up to four folders above it. */
  readAbove: (name: string) => string | undefined
  /** What presets could not read, for the report. */
  notes: { path: string; line?: number; reason: string }[]
}

export type Preset = {
  name: PresetName
  /** Configuration files that identify the tool. */
  files: readonly string[]
  /** Syntax that only pages of this tool contain. */
  words?: RegExp
  /** The tool's fixed base path, if it has one. */
  base?: string
  /** isSlashed: pages are at addresses that end with a slash, so that `../` leads to the folder of a page. */
  isSlashed?: true
  /** isPart: an include file, not a page. */
  isPart?: (path: string) => boolean
  /** Converts the tool's syntax to ours; `parts` are the files to include from. */
  translate?: (source: string, parts: PageParts) => string
  /** Prepares pages that the tool always reads as MDX. */
  readsMdx?: (source: string) => string
  /** isSlugBelow: a slug that begins with a slash is below the base as well, not at the top of the site. */
  isSlugBelow?: true
  /** Values of the configuration that pages may reference by name. */
  readValues?: (folder: SourceFolder) => FindValue
  /** readPosition finds the order of a page in fields of its front matter that only this tool has. */
  readPosition?: (rest: Record<string, unknown>) => unknown
  /** readNavigation is by path, without ending: order, names, and other addresses. */
  readNavigation?: (folder: SourceFolder) => Map<string, NavigationEntry>
}

/** isUnderscored: neither Docusaurus nor Astro publishes such files, nor what is in such folders. */
export const isUnderscored = (path: string): boolean => /(?:^|\/)_(?!index\.)/.test(path)
