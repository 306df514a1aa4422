// MkDocs: order and names are the `nav` of mkdocs.yml, which stands above the folder of the pages.

import { translateMkDocs } from '../syntax/mkdocs.ts'
import { type NavEntry, readYaml, saidByNavigation } from './navigation.ts'
import type { Preset, SourceFolder } from './preset.ts'

export const mkdocs: Preset = {
  name: 'mkdocs',
  files: ['mkdocs.yml', 'mkdocs.yaml'],
  translate: translateMkDocs,
  words: /^(?:!!!|\?\?\?\+?) \w+|^=== "/m,
  readNavigation: ({ readAbove }: SourceFolder) => {
    const source = readAbove('mkdocs.yml') ?? readAbove('mkdocs.yaml') ?? ''
    return saidByNavigation(entriesOf((readYaml(source) as { nav?: unknown } | undefined)?.nav))
  },
}

/** entriesOf reads a list of pages, `title: page` and `title: [entries]`. */
function entriesOf(nav: unknown): NavEntry[] {
  if (!Array.isArray(nav)) return []
  return nav.flatMap((entry: unknown): NavEntry[] => {
    if (typeof entry === 'string') return [{ page: entry }]
    if (typeof entry !== 'object' || entry === null) return []
    return Object.entries(entry).map(([title, value]) =>
      typeof value === 'string' ? { title, page: value } : { title, entries: entriesOf(value) },
    )
  })
}
