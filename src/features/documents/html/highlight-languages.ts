// Which languages code can be coloured in: the grammars' names and the other names that people write for them.
// Reads only the list of grammars; the grammars themselves are loaded by highlight-thread.ts when one is needed.

import { bundledLanguagesInfo } from 'shiki/langs'

const names = new Map(
  bundledLanguagesInfo.flatMap(({ id, aliases = [] }) => [id, ...aliases].map((name) => [name, id] as const)),
)

export const languageOf = (written: string): string | undefined => names.get(written.trim().toLowerCase())
