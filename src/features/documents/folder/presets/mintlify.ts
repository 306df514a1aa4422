// Mintlify: docs.json (mint.json before) lists the pages in groups, tabs and the like.

import { type NavEntry, saidByNavigation } from './navigation.ts'
import type { Preset, SourceFolder } from './preset.ts'

export const mintlify: Preset = {
  name: 'mintlify',
  files: ['docs.json', 'mint.json'],
  readNavigation: ({ readAbove }: SourceFolder) => {
    const source = readAbove('docs.json') ?? readAbove('mint.json')
    return saidByNavigation(source === undefined ? [] : entriesOf(parsed(source).navigation))
  },
}

function parsed(source: string): { navigation?: unknown } {
  try {
    return JSON.parse(source)
  } catch {
    return {}
  }
}

/** GROUPS are the words under which docs.json nests lists. */
const GROUPS = ['tabs', 'anchors', 'dropdowns', 'versions', 'languages', 'groups', 'pages'] as const

function entriesOf(given: unknown): NavEntry[] {
  if (Array.isArray(given)) return given.flatMap(entriesOf)
  if (typeof given === 'string') return [{ page: given }]
  if (typeof given !== 'object' || given === null) return []
  const record = given as Record<string, unknown>
  const entries = GROUPS.flatMap((name) => entriesOf(record[name]))
  return typeof record.group === 'string' ? [{ title: record.group, entries }] : entries
}
