// MkDocs: order and names are the `nav` of mkdocs.yml, which stands above the folder of the pages.

import { translateMkDocs } from '../syntax/tools/mkdocs.ts'
import { entriesOf, readYaml, saidByNavigation } from './navigation.ts'
import type { Preset } from './preset.ts'

export const mkdocs: Preset = {
  name: 'mkdocs',
  files: ['mkdocs.yml', 'mkdocs.yaml'],
  isSlashed: true,
  translate: translateMkDocs,
  words: /^(?:!!!|\?\?\?\+?) \w+|^=== "/m,
  readNavigation: ({ readAbove }) => {
    const source = readAbove('mkdocs.yml') ?? readAbove('mkdocs.yaml') ?? ''
    return saidByNavigation(entriesOf((readYaml(source) as { nav?: unknown } | undefined)?.nav))
  },
}
