// The tools that folders may be written for, and Galley's own way, which is plain.

export const PRESET_NAMES = [
  'plain',
  'docusaurus',
  'starlight',
  'vitepress',
  'mkdocs',
  'hugo',
  'gitbook',
  'mintlify',
] as const
export type PresetName = (typeof PRESET_NAMES)[number]
