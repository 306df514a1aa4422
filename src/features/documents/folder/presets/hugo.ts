// Hugo: `_index.md` describes a folder, weights are in front matter, and addresses begin where `content/` or a language ends.

import { translateHugo } from '../syntax/hugo.ts'
import type { Preset } from './preset.ts'

export const hugo: Preset = {
  name: 'hugo',
  files: ['hugo.toml', 'hugo.yaml', 'hugo.json', 'config.toml'],
  translate: translateHugo,
  words: /\{\{[<%]-? ?\/? ?[a-z]|^\+\+\+$/m,
}
