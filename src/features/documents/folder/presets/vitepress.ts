// VitePress: pages are where their files are; its configuration is a program, which is not run.

import type { Preset } from './preset.ts'

export const vitepress: Preset = { name: 'vitepress', files: ['.vitepress'] }
