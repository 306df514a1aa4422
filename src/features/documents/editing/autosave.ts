// Autosave: the text on an editor's screen, saved while it is typed, and the text that the next editor continues. For editors
// only.

import type { Actor } from '#actor.ts'
import type { Deps, ReadDeps } from '#deps.ts'
import { conflict, notFound } from '#errors.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { stamp } from '#time.ts'
import { readableBy } from '../access/access.ts'
import { presentText } from '../reading/working-copy.ts'
import type { AutosaveIn } from '../schemas.ts'
import { writeAutosave } from '../working-copy/autosave.ts'
import { findEdited } from '../working-copy/autosave-store.ts'
import type { AutosaveOut, EditedHead } from '../working-copy-schemas.ts'
import { tagsAsText } from '../writing/filing/filing.ts'
import { readText } from '../writing/prepare/prepare.ts'

type AutosaveDeps = Pick<Deps, 'db' | 'clock' | 'sandbox'>

/** Blocks as saved JSON, like DocumentView. */
export async function getEdited(
  { db }: ReadDeps,
  actor: Actor,
  id: number,
): Promise<{ head: EditedHead; blocks: string }> {
  const row = await findEdited(db.read, id, readableBy(actor))
  if (!row) throw notFound('Document')
  const { blocks, tags, is_ahead, author_id, author_name, updated_at, ...text } = row
  const head = {
    document_id: id,
    ...text,
    is_saved: is_ahead === 0,
    tags: JSON.parse(tags) as string[],
    author: presentPerson(author_id, author_name),
    updated_at: stamp(updated_at),
  }
  return { head, blocks }
}

export async function autosave(deps: AutosaveDeps, actor: Actor, id: number, input: AutosaveIn): Promise<AutosaveOut> {
  const { parent, title, summary, tags } = input
  const blocks = await readText(deps, actor, input.blocks)
  const text = { parent, title, summary, tags: tagsAsText(tags), blocks }
  const { clash, merged, ...saved } = await deps.db.inTransaction((tx) =>
    writeAutosave(deps, tx, id, text, { actor, at: deps.clock.now() }),
  )
  if (!clash) return { ...saved, merged: merged ? presentText(merged) : null }
  const [base, theirs] = [presentText(clash.base), presentText(clash.theirs)]
  throw conflict(
    `Someone else changed the same places of document ${id}; your text is kept as revision ${clash.kept}`,
    {
      ...saved,
      conflicts: clash.conflicts,
      kept: clash.kept,
      base,
      theirs,
    },
  )
}
