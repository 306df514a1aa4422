// Hugo: `_index.md` describes a folder, weights are in front matter, and addresses begin where `content/` or a language ends.

import type { Preset } from './preset.ts'

export const hugo: Preset = {
  name: 'hugo',
  files: ['hugo.toml', 'hugo.yaml', 'hugo.json', 'config.toml'],
  words: /\{\{[<%]-? ?\/? ?[a-z]|^\+\+\+$/m,
}
