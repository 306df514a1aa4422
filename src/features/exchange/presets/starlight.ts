// Starlight: order and names are in the pages' own front matter, and in the sidebar of its configuration.

import { entriesOf, readConfigured, saidByNavigation } from './navigation.ts'
import { isUnderscored, type Preset } from './preset.ts'

const CONFIGURATIONS = ['astro.config.mjs', 'astro.config.js', 'astro.config.ts']

export const starlight: Preset = {
  name: 'starlight',
  files: CONFIGURATIONS,
  isSlashed: true,
  words: /from ['"]@astrojs\/starlight/,
  isPart: isUnderscored,
  readPosition: ({ sidebar }) => (sidebar as { order?: unknown } | undefined)?.order,
  readNavigation: (folder) => saidByNavigation(entriesOf(readConfigured(folder, CONFIGURATIONS, 'sidebar'))),
}
