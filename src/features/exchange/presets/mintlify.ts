// Mintlify: docs.json (mint.json before) lists the pages in groups, tabs and the like.

import { entriesOf, readConfigured, saidByNavigation } from './navigation.ts'
import type { Preset } from './preset.ts'

const FILES = ['docs.json', 'mint.json']

export const mintlify: Preset = {
  name: 'mintlify',
  files: FILES,
  isPart: (path) => path.startsWith('snippets/'),
  readNavigation: (folder) => saidByNavigation(entriesOf(readConfigured(folder, FILES, 'navigation'))),
}
