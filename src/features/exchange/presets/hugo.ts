// Hugo: `_index.md` describes a folder, weights are in front matter, addresses begin where `content/` or a language ends, and
// pages may show the parameters of the site.

import { parse as parseToml } from 'smol-toml'
import { translateHugo } from '../syntax/tools/hugo.ts'
import { readYaml } from './navigation.ts'
import type { Preset, SourceFolder } from './preset.ts'

const CONFIGURATIONS = ['hugo.toml', 'hugo.yaml', 'hugo.json', 'config.toml']

export const hugo: Preset = {
  name: 'hugo',
  files: CONFIGURATIONS,
  isSlashed: true,
  translate: translateHugo,
  words: /\{\{[<%]-? ?\/? ?[a-z]|^\+\+\+$/m,
  readValues: (folder) => {
    const params = paramsOf(folder)
    return (name) => {
      const value = name.split('.').reduce<unknown>((from, key) => (from as Params | undefined)?.[key], params)
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
    }
  },
}

type Params = Readonly<Record<string, unknown>>

/** paramsOf: a configuration that can't be read gives no values; its shortcodes are kept and reported. */
function paramsOf({ readAbove }: SourceFolder): unknown {
  for (const name of CONFIGURATIONS) {
    const text = readAbove(name)
    if (!text) continue
    try {
      return (name.endsWith('.toml') ? parseToml(text) : (readYaml(text) as Params | undefined))?.params
    } catch {
      return undefined
    }
  }
  return undefined
}
