// VitePress: pages are where their files are, in the order of the sidebar in its configuration.

import { translateVitePress } from '../syntax/tools/vitepress.ts'
import { entriesOf, readConfigured, saidByNavigation } from './navigation.ts'
import type { Preset } from './preset.ts'

const CONFIGURATIONS = ['ts', 'mts', 'js', 'mjs'].map((ending) => `.vitepress/config.${ending}`)

export const vitepress: Preset = {
  name: 'vitepress',
  files: ['.vitepress'],
  words: /^<script setup\b|^<<< [.@]|<!--[ \t]*@include:/m,
  translate: translateVitePress,
  readNavigation: (folder) => saidByNavigation(entriesOf(readConfigured(folder, CONFIGURATIONS, 'sidebar'))),
}
