// The file of another tool that a document was imported from, as far as the document itself does not say: where it was, what
// its front matter called things, and what an MDX page imports. An export for the same tool writes that file again.

import type { PresetName } from '../preset-names.ts'

export type SourceFile = {
  preset: PresetName
  path: string
  /** fields are its whole front matter, as it was written. */
  fields: Record<string, unknown>
  /** isHeaded: its first heading was the title. */
  isHeaded: boolean
  /** position is what the tool's list of pages said of it. */
  position?: number | undefined
  /** program is what an MDX page imports and exports. */
  program?: string | undefined
}

/** sourceFor is the file as one of this tool; undefined where the document came from elsewhere. */
export function sourceFor(preset: PresetName, row: { source_file: string | null }): SourceFile | undefined {
  const source = row.source_file === null ? undefined : (JSON.parse(row.source_file) as SourceFile)
  return source?.preset === preset ? source : undefined
}
