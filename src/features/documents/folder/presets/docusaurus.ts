// Docusaurus: `_category_.json` beside the pages, addresses below /docs, files that begin with an underscore are parts.

import { makeSlug } from '#slugs.ts'
import { readYaml } from './navigation.ts'
import { isUnderscored, type Preset, type Said, type SourceFolder } from './preset.ts'

export const docusaurus: Preset = {
  name: 'docusaurus',
  files: ['docusaurus.config.js', 'docusaurus.config.ts', 'docusaurus.config.mjs', 'sidebars.js', 'sidebars.ts'],
  words: /^sidebar_position:|from ['"]@theme\//m,
  base: 'docs',
  isPart: isUnderscored,
  readNavigation,
}

function readNavigation({ files, read }: SourceFolder): Map<string, Said> {
  const said = new Map<string, Said>()
  for (const path of files) {
    const folder = /^(.*)\/_category_\.(?:json|ya?ml)$/.exec(path)?.[1]
    // JSON is YAML, too.
    const given = folder === undefined ? undefined : asRecord(readYaml(read(path) ?? ''))
    if (folder === undefined || !given) continue
    const { label, position, link, description } = given
    const index = asRecord(link)
    said.set(folder, {
      ...(typeof label === 'string' && { name: label, also: [`category/${makeSlug(label, 'category')}`] }),
      ...(typeof position === 'number' && { position: Math.max(0, Math.round(position)) }),
      ...(typeof (index?.description ?? description) === 'string' && {
        description: String(index?.description ?? description),
      }),
      ...(typeof index?.slug === 'string' && { also: [index.slug] }),
    })
  }
  return said
}

const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
