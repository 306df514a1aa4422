// Languages that can be highlighted: grammar names and aliases. Reads only the list; highlight-thread.ts loads grammars on
// demand.

import { bundledLanguagesInfo } from 'shiki/langs'

const names = new Map(
  bundledLanguagesInfo.flatMap(({ id, aliases = [] }) => [id, ...aliases].map((name) => [name, id] as const)),
)

export const languageOf = (written: string): string | undefined => names.get(written.trim().toLowerCase())
