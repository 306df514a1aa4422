// Starlight: order and names are in the pages' own front matter; its configuration is a program, which is not run.

import { isUnderscored, type Preset } from './preset.ts'

export const starlight: Preset = {
  name: 'starlight',
  files: ['astro.config.mjs', 'astro.config.js', 'astro.config.ts'],
  words: /from ['"]@astrojs\/starlight/,
  isPart: isUnderscored,
  readPosition: ({ sidebar }) => (sidebar as { order?: unknown } | undefined)?.order,
}
